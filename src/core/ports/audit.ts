import { z } from 'zod';
import type { Role } from './accessStore.js';

/** What was decided about. */
export const auditKindSchema = z.enum([
  'message',
  'command',
  'button',
  'pairing',
  'role',
  'chat',
  'policy',
  'rate',
  'tool',
  'http',
  'webhook',
  'config',
  'schedule',
]);
export type AuditKind = z.infer<typeof auditKindSchema>;

/** `refuse`: turned away without anybody asked; `deny`: by a person or a rule for this case; `change`: a setting of access. */
export const auditDecisionSchema = z.enum(['allow', 'ask', 'approve', 'deny', 'expire', 'refuse', 'change']);
export type AuditDecision = z.infer<typeof auditDecisionSchema>;

/** One decision on access. */
export interface AuditEvent {
  readonly kind: AuditKind;
  readonly decision: AuditDecision;
  /** Who wanted or decided it: a person's key (`personIdOf`, or a linked person's), or `COMMAND_LINE`, `CONFIGURATION`, `NOBODY`. */
  readonly actor: string;
  /** Whom it is about, where that is somebody else: a person's key. */
  readonly about?: string;
  /** Role of the actor at that time; left out for strangers. */
  readonly role?: Role;
  /** As `chatKey` writes it. */
  readonly chat?: string;
  readonly lane?: string;
  readonly turn?: string;
  /** Name of the tool or command. */
  readonly call?: string;
  /** Why, in a word or a short sentence of ours: never text from outside. */
  readonly reason: string;
  /** What exactly, for a person to read: at most 300 characters are kept, without secrets. May quote people. */
  readonly summary?: string;
  /**
   * Somebody from outside can cause it at will. Equal ones of an hour become one line with a count, and of lines that differ at most
   * 100 an hour are written, so that a flood does not fill the disk.
   */
  readonly flood?: true;
}

/** Actors that are no persons of a platform. */
export const COMMAND_LINE = 'command line';
export const CONFIGURATION = 'configuration';
/** Somebody whom nothing identifies, and everybody beyond the bound of a flood. */
export const NOBODY = 'unknown';

/** Where every decision on access is written down. */
export interface Audit {
  /** @throws WaggleError of the store; whoever opens something must not go on then, whoever refuses may */
  record(event: AuditEvent): Promise<void>;
}

/** A line of the audit log. */
export interface AuditLine extends Omit<AuditEvent, 'flood'> {
  readonly no: number;
  /** Milliseconds UTC. */
  readonly at: number;
  /** When the last of `count` happened. */
  readonly lastAt: number;
  readonly count: number;
}

/** The audit log in the store: lines are added and, after 90 days, deleted, never changed. */
export interface AuditStore {
  append(event: AuditEvent & { readonly now: number }): Promise<void>;
  /** Oldest first; `actor` also finds lines that are about the person. */
  newest(request: { readonly limit: number; readonly actor?: string }): Promise<readonly AuditLine[]>;
}
