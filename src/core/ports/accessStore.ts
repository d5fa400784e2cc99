import { z } from 'zod';
import type { Platform } from '../message.js';

/** From the most trusted to the least. */
export const roleSchema = z.enum(['owner', 'admin', 'member', 'guest']);
export type Role = z.infer<typeof roleSchema>;

/** A person on one platform account. */
export interface PersonKey {
  readonly platform: Platform;
  readonly account: string;
  readonly user: string;
}

export interface PairingRequest extends PersonKey {
  readonly code: string;
  readonly name: string;
  readonly expiresAt: number;
}

/** What everybody in a chat may become: nobody is made an admin by where they write. */
export const chatRoleSchema = z.enum(['member', 'guest']);
export type ChatRole = z.infer<typeof chatRoleSchema>;

/** A chat, or a whole server (Discord guild, Slack workspace), as access knows it. */
export interface PlaceKey {
  readonly platform: Platform;
  readonly account: string;
  readonly scope: 'chat' | 'server';
  readonly id: string;
}

/** A place whose people are let in as a whole. */
export interface OpenPlace extends PlaceKey {
  readonly role: ChatRole;
  readonly by: string;
  readonly at: number;
}

/** What was granted to one person. */
export interface Grant extends PersonKey {
  readonly role: Role;
  readonly by: string;
  readonly at: number;
}

/** Somebody whom nothing but the configuration lets in. */
export interface Block extends PersonKey {
  readonly by: string;
  readonly at: number;
}

/** What the store knows of somebody where they write. */
export interface Standing {
  readonly isBlocked: boolean;
  /** The role that the person was granted; null: none. */
  readonly role: Role | null;
  /** What everybody is in this chat; null: it is not let in. */
  readonly hereAs: ChatRole | null;
}

export interface AccessStore {
  /** @param request.server id of the server that the chat is part of for this person; null: of none */
  standingOf(request: PersonKey & { chat: string; server: string | null }): Promise<Standing>;
  /** Whether anybody has been granted the role of owner. */
  hasOwner(): Promise<boolean>;
  /** A later grant replaces an earlier one, and lifts a block. */
  grant(request: PersonKey & { role: Role; by: string; now: number }): Promise<void>;
  /** Takes away what the person was granted. False: that was nothing. */
  revoke(person: PersonKey): Promise<boolean>;
  grants(): Promise<readonly Grant[]>;
  /** Shuts a person out, whatever chat they write in; takes away what they were granted. */
  block(request: PersonKey & { by: string; now: number }): Promise<void>;
  blocks(): Promise<readonly Block[]>;
  openPlace(request: PlaceKey & { role: ChatRole; by: string; now: number }): Promise<void>;
  /** False: it was not open. */
  closePlace(place: PlaceKey): Promise<boolean>;
  openPlaces(): Promise<readonly OpenPlace[]>;
  /** Accounts of a platform that the store has met. */
  accountsOn(platform: Platform): Promise<readonly string[]>;
  /**
   * The person's open pairing request, made with `code` when there is none. `tell` is true when the person has not
   * been told within `tellEveryMs` (and counts as told from now on).
   */
  requestPairing(
    request: PersonKey & { name: string; code: string; ttlMs: number; tellEveryMs: number; now: number },
  ): Promise<{ readonly code: string; readonly tell: boolean }>;
  /** Takes an open request by its code (case-insensitive): it can be used once. Null when unknown or expired. */
  takePairing(request: { code: string; now: number }): Promise<PairingRequest | null>;
  pairings(now: number): Promise<readonly PairingRequest[]>;
}
