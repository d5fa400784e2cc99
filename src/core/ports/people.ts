import type { PersonKey } from './accessStore.js';

/** What became of a code that somebody gave on his second account. */
export type LinkEnd =
  /** From now on both accounts are `into`; what `from` remembered is to be moved there. */
  | { readonly outcome: 'linked'; readonly from: string; readonly into: string; readonly with: PersonKey }
  /** Both accounts are the same person already. */
  | { readonly outcome: 'same' }
  /** Not a code, used up, or too old. */
  | { readonly outcome: 'unknown' };

/** Where a person has left something besides the store: in minds and files. */
export interface PersonTrace {
  /** Keys of his accounts. */
  readonly accounts: readonly string[];
  /** His direct chats. */
  readonly lanes: readonly string[];
  /** Groups in which he was met. */
  readonly groups: readonly string[];
  /** Identities of his messages that had files. */
  readonly withFiles: readonly string[];
}

/** Memory that has to move from one person's mind to another's. */
export interface MindMove {
  readonly no: number;
  readonly from: string;
  readonly into: string;
  /** Only what this account gave to it; null: everything. */
  readonly author: string | null;
}

/**
 * Which platform accounts are one person. An account that was never linked is a person of its own, whose key is
 * `personIdOf` of the account.
 */
export interface People {
  /** The person behind an account. */
  personOf(account: PersonKey): Promise<string>;
  /** All accounts that are linked to a person, himself alone included; empty for a key that is nobody's. */
  accountsOf(person: string): Promise<readonly PersonKey[]>;
  /** Keeps a code with which another account can be linked to this one; an earlier code of the account no longer counts. */
  offerLink(request: PersonKey & { readonly code: string; readonly expiresAt: number }): Promise<void>;
  /** Takes a code: it can be used once. */
  link(request: PersonKey & { readonly code: string; readonly now: number }): Promise<LinkEnd>;
  /**
   * Makes an account a person of its own again. Null when it is linked to no other. `own` is its new key: what the
   * account itself gave to the common memory goes there.
   */
  unlink(
    request: PersonKey & { readonly now: number },
  ): Promise<{ readonly from: string; readonly own: string } | null>;

  /** Moves of memory that links and partings asked for and nobody has finished yet, in order. */
  pendingMoves(): Promise<readonly MindMove[]>;
  finishMove(no: number): Promise<void>;

  /**
   * Deletes for good what the store holds of a person and his accounts, but for roles, links and turns that run. Last, because
   * afterwards `traceOf` finds nothing. Returns how many rows that were.
   */
  forget(person: string): Promise<number>;
  /** By what the rest that is kept of a person can be found. */
  traceOf(person: string): Promise<PersonTrace>;

  /** What a person set for himself, by name: `instructions`, `tone`, `profile.role`. */
  settings(person: string): Promise<Readonly<Record<string, string>>>;
  /** Null takes it away. */
  set(entry: {
    readonly person: string;
    readonly name: string;
    readonly value: string | null;
    readonly now: number;
  }): Promise<void>;
}
