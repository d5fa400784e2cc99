import { z } from 'zod';
import type { FactName, FactScope } from './fact.js';

/** What a memory is (contract: agent runtime 6; DESIGN.md sections 3 and 4). */

/** I: a state that stands alone; P: a change to one, which it names as its base; B: a reference between several. */
export type FrameKind = 'I' | 'P' | 'B';

/** How much it matters, the most first. `temporary` and `deprecated` are kept and searchable on request, but never recalled. */
export const IMPORTANCES = ['critical', 'important', 'normal', 'temporary', 'deprecated'] as const;
export type Importance = (typeof IMPORTANCES)[number];

/** Who vouches for it. */
export const FRAME_SOURCES = ['user_stated', 'tool_verified', 'agent_inferred', 'import', 'system'] as const;
export type FrameSource = (typeof FRAME_SOURCES)[number];

/**
 * How far it is believed. 0: inferred, or text from a file, a page or somebody else's message: never preloaded, never puts
 * another memory out of force. 1: imported or made by the gateway. 2: the person said it. 3: verified by a tool, or confirmed
 * by the person when asked.
 */
export type Trust = 0 | 1 | 2 | 3;

/**
 * Who may see it, besides the rule that every row belongs to one mind. `private`: only the person, in direct chats. `chat:<key>`:
 * only in that chat (`chatKey`). `shared`: everywhere the mind reaches: in a person's mind by the person's own word, in a
 * workspace's mind in all its chats.
 */
export type FrameScope = 'private' | 'shared' | `chat:${string}`;
export const frameScopeSchema = z.custom<FrameScope>(
  (text) => typeof text === 'string' && /^(private|shared|chat:.*)$/s.test(text),
);

/** One remembered thing. Ids count within one mind. Times are milliseconds UTC. */
export interface MemoryFrame {
  readonly id: number;
  readonly kind: FrameKind;
  /** The session (group of pictures) that it belongs to. */
  readonly gop: string;
  readonly content: string;
  readonly importance: Importance;
  readonly source: FrameSource;
  /** 0 to 1. */
  readonly confidence: number;
  readonly trust: Trust;
  /** Key of the person who said it or for whom it was saved; null where nobody did. */
  readonly author: string | null;
  readonly scope: FrameScope;
  readonly createdAt: number;
  readonly validFrom: number;
  /** Set when it was forgotten or superseded; such a frame is kept for 90 days and found by no search. */
  readonly validTo: number | null;
  readonly supersededBy: number | null;
  /** Frames that say something else about the same matter; both stand until the person decides. */
  readonly conflicts: readonly number[];
  /** How often it was confirmed to be of use, not how often it was shown. */
  readonly uses: number;
  /** Where it is a fact: what it is kept under. */
  readonly fact?: FactName;
}

/** What a caller gives to have something remembered. */
export interface NewFrame {
  /** 1 to 8,000 characters after trimming. */
  readonly content: string;
  readonly importance: Importance;
  readonly source: FrameSource;
  readonly trust: Trust;
  /** Default by source: tool_verified 0.9, user_stated 0.7, else 0.4. */
  readonly confidence?: number;
  readonly author: string | null;
  readonly scope: FrameScope;
  /** Session of the mind; without it, the newest active one, which is made when there is none. */
  readonly gop?: string;
  /** Chat (`chatKey`) and platform message that it comes from, for deletion and for citing. */
  readonly chat?: string;
  readonly message?: string;
  /** Turn in which it was saved: the same text of one turn is saved once, also after a takeover. */
  readonly turn?: string;
  readonly validFrom?: number;
  readonly expiresAt?: number;
  readonly now: number;
}

/** What became of a save. */
export type Saved =
  /** `conflicts`: frames that say otherwise about the same matter; nothing is superseded until the person confirms. */
  | { readonly outcome: 'saved'; readonly id: number; readonly conflicts: readonly MemoryFrame[] }
  /** Known already, word for word but for case, spacing and the last full stop, or nearly so. */
  | { readonly outcome: 'known'; readonly id: number };

/** What a caller gives to have a value kept under a key; the frame's content is made of both. */
export interface NewFact extends Omit<NewFrame, 'content'> {
  /** 1 to 100 characters; compared without regard to case and spacing. */
  readonly key: string;
  readonly value: string;
  /** Without it a known fact keeps what it was about; a new one is `general`. */
  readonly about?: FactScope;
}

/** What became of a fact. */
export type KeptFact =
  /** `old` stood there before and is superseded now. */
  | { readonly outcome: 'saved'; readonly id: number; readonly old: MemoryFrame | null }
  | { readonly outcome: 'known'; readonly id: number }
  /** Nobody vouches for the new value, and somebody does for the one that stands. */
  | { readonly outcome: 'refused'; readonly old: MemoryFrame };
