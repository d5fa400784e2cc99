export const SESSION_NOTE_KINDS = ['decision', 'note', 'artifact'] as const;
export type SessionNoteKind = (typeof SESSION_NOTE_KINDS)[number];

/** How many notes a lane keeps, and how long one may be in characters (spec: turns and commands 7). */
export const SESSION_NOTE_LIMIT = 50;
export const SESSION_NOTE_CHARS = 8000;

/** Something that a conversation's work came to. */
export interface SessionNote {
  readonly kind: SessionNoteKind;
  readonly content: string;
  readonly at: number;
}

/** Notes of a lane about the work of its conversation; no memories, and seen by nobody else. */
export interface SessionNotes {
  /** Keeps a note, the same of one turn once; the oldest beyond `SESSION_NOTE_LIMIT` go. */
  add(note: {
    readonly lane: string;
    readonly turn: string;
    readonly person: string;
    readonly kind: SessionNoteKind;
    readonly content: string;
    readonly now: number;
  }): Promise<void>;
  /** The newest of a lane, oldest first. */
  list(request: { lane: string; limit: number }): Promise<readonly SessionNote[]>;
}
