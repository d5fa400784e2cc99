import type { SessionNote } from './sessionNotes.js';

/** One line of a conversation as it is kept and shown to the model again. */
export interface TranscriptEntry {
  readonly turn: string;
  readonly role: 'user' | 'assistant';
  /** What the model is given again: the bare text, never an old context block. */
  readonly content: string;
  /** What the user typed or saw, where it differs. */
  readonly shown: string | null;
  readonly at: number;
}

/** A line of the history as a turn gets it: a transcript line, or the summary of lines that stood in its place. */
export interface HistoryEntry extends Omit<TranscriptEntry, 'role'> {
  readonly role: TranscriptEntry['role'] | 'summary';
  /** Names the line within its lane. */
  readonly no: number;
}

export interface Transcripts {
  /** The newest `limit` lines of a lane since its last `startAfresh`, oldest first, with summaries in place of what they sum up. */
  history(request: { lane: string; limit: number }): Promise<readonly HistoryEntry[]>;
  /** `/new`: later turns do not see what was said before; nothing is deleted. */
  startAfresh(request: { lane: string; now: number }): Promise<void>;
  /** Puts a summary in place of the lines `from` to `to` of the history; they are kept, but no longer part of it. */
  compact(request: {
    lane: string;
    turn: string;
    from: number;
    to: number;
    summary: string;
    now: number;
  }): Promise<HistoryEntry>;
  /**
   * Lines of conversations that fit a query, best first, those before `startAfresh` and those that were summed up included;
   * an empty query gives the newest. Only of lanes of one chat, its threads included, or of the direct chats of one person
   * in which nobody else wrote.
   */
  search(request: {
    readonly of: { readonly chatLane: string } | { readonly person: string };
    readonly query: string;
    readonly limit: number;
  }): Promise<readonly FoundLine[]>;
  /**
   * What a person and the assistant said last besides the conversation that goes on in a lane: in the same lane before
   * `startAfresh`, or in another one. Only of direct chats in which nobody but the person was ever met; null where the lane
   * itself is none, or nothing was said.
   *
   * @param request.limit of lines
   */
  prior(request: {
    readonly person: string;
    readonly lane: string;
    readonly limit: number;
  }): Promise<PriorConversation | null>;
}

/** The end of a conversation that is over, or goes on elsewhere. */
export interface PriorConversation {
  /** Oldest first, at least one; what was taken back (`/undo`) is not among them. */
  readonly lines: readonly TranscriptEntry[];
  /** The newest of its lane, oldest first. */
  readonly notes: readonly SessionNote[];
  /** How its last turn ended, and with which tools as long as that is on record; null where the turn is not. */
  readonly lastRun: { readonly end: string; readonly toolsUsed: readonly string[] } | null;
}

/** A line that a search found, with the text around the words that were found. */
export interface FoundLine {
  readonly lane: string;
  readonly role: TranscriptEntry['role'];
  readonly excerpt: string;
  readonly at: number;
}
