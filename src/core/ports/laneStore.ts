import type { JournalStep } from '../journal.js';
import type { Json } from '../json.js';
import type { LaneKind, LaneRef } from '../lane.js';
import type { LaneMode } from '../laneMode.js';
import type { InboundMessage } from '../message.js';
import type { PersonaChoice } from '../personaChoice.js';
import type { TurnPreferences } from '../preferences.js';
import type { Question } from '../question.js';
import type { Standing } from './accessStore.js';
import type { Delivery } from './ledger.js';
import type { OverheardLine } from './overheard.js';
import type { HistoryEntry, TranscriptEntry } from './transcripts.js';

/** How a turn ended. `dead`: given up after its lease expired three times without a new journal step. */
export type TurnEnd = 'done' | 'failed' | 'stopped' | 'dead';
export type TurnState = 'queued' | 'running' | 'paused' | TurnEnd;

/** A message in a lane's inbox. `seq` is the arrival order over all lanes. */
export interface StoredMessage {
  readonly seq: number;
  readonly turn: string;
  readonly message: InboundMessage;
  /** When `accept` stored it, milliseconds UTC. */
  readonly acceptedAt: number;
}

export interface AcceptRequest {
  readonly message: InboundMessage;
  readonly kind: LaneKind;
  /** Id of the turn that this message starts, made at ingress; it becomes the turn's id unless a running turn takes the message in. */
  readonly turn: string;
  /** The message starts a turn of its own and takes no other in: a command, an answer in a message's place. */
  readonly alone?: boolean;
  /** What the message says, where it may be the answer to a question that a turn of its sender's waits for. */
  readonly answer?: string;
  readonly now: number;
}

export type AcceptResult =
  | { readonly outcome: 'stored'; readonly seq: number; readonly turn: string; readonly queued: number }
  /** It was the answer to the open question of this turn. */
  | { readonly outcome: 'answered'; readonly seq: number; readonly turn: string }
  | { readonly outcome: 'duplicate'; readonly seq: number; readonly turn: string };

export interface EditRequest {
  /** Its `edits` names the original. */
  readonly message: InboundMessage;
  /** As in `AcceptRequest`, for the new text. */
  readonly alone: boolean;
  readonly now: number;
}

export type EditResult =
  /** Still waiting: its turn will be about the new text. */
  | { readonly outcome: 'replaced'; readonly turn: string; readonly lane: LaneRef }
  /** Running, or just over: the turn begins anew with the new text. */
  | { readonly outcome: 'rerun'; readonly turn: string; readonly lane: LaneRef }
  /** The same edit came before. */
  | { readonly outcome: 'duplicate'; readonly turn: string }
  /** Unknown, too old, not the sender's last message, a command that ran, or nothing visible changed. */
  | { readonly outcome: 'nothing' };

/** A message that waits behind the running turn of its lane. */
export interface WaitingMessage {
  readonly lane: LaneRef;
  /** Of the claim that holds the lane now. */
  readonly token: number;
  readonly turn: string;
  /** The person's key. */
  readonly sender: string;
  readonly message: InboundMessage;
  /** How many messages are before it, those of the running turn included. */
  readonly ahead: number;
}

export interface WithdrawRequest {
  /** `accountKey` of the account. */
  readonly account: string;
  readonly identity: string;
  readonly now: number;
}

export interface ClaimRequest {
  readonly lane: LaneRef;
  /** Id of the claiming process. */
  readonly owner: string;
  readonly leaseMs: number;
  /**
   * As configured; what was set for the chat wins. `collect`: all queued messages of the first one's sender, up to the first
   * of another's, become one turn.
   */
  readonly mode: LaneMode;
  /** How many lines of the lane's history the turn is given at most. Default 0: also nothing of what was overheard. */
  readonly historyLines?: number;
  readonly now: number;
}

/** A lane in a worker's hands. Everything that it writes carries `token`; a newer owner makes it void. */
export interface ClaimedTurn {
  readonly lane: LaneRef;
  readonly token: number;
  readonly turn: string;
  /** 1 for the first claim of the turn, counted up by every claim. */
  readonly attempt: number;
  /** How often its lease expired without a new journal step (releases and pauses do not count). At 3 `dead` is set. */
  readonly expiries: number;
  readonly dead: boolean;
  /** `/stop` reached it before this claim: end it as stopped without running it. */
  readonly stopped: boolean;
  /** The message was deleted by its sender: the turn ends without running, and what the chat shows of it goes. */
  readonly withdrawn: boolean;
  /** What holds in this lane. */
  readonly mode: LaneMode;
  /** As it was set for the chat; null: it was not. */
  readonly language: string | null;
  /** What the store knows of the first message's sender there. */
  readonly standing: Standing;
  /** The person behind the first message's sender (`People.personOf`), with what he set for himself. */
  readonly person: { readonly key: string; readonly settings: Readonly<Record<string, string>> };
  /** What the person and, in a group, its admins set about the answers. */
  readonly preferences: TurnPreferences;
  /** The personas that were chosen, what counts first first. */
  readonly personas: readonly PersonaChoice[];
  /** As `Transcripts.history`: read with the claim, because a turn that begins has no time for a further trip to the store. */
  readonly history: readonly HistoryEntry[];
  /** As `Overheard.recent`; only in groups. */
  readonly overheard: readonly OverheardLine[];
  readonly messages: readonly [StoredMessage, ...StoredMessage[]];
  readonly journal: readonly JournalStep[];
  /** What the turn has asked people, oldest first. */
  readonly questions: readonly Question[];
  readonly deliveries: readonly Delivery[];
  /**
   * No outbound call of this chat may start before this time, unless the old owner settles its open call earlier
   * (`Ledger.earlierCallUntil`); 0: it has none.
   */
  readonly notBefore: number;
  readonly startedAt: number;
  /** The process whose lease on this turn ran out; null when the turn is new or was given back. */
  readonly previousOwner: string | null;
}

export interface FinishRequest {
  readonly lane: LaneRef;
  readonly token: number;
  readonly turn: string;
  readonly end: TurnEnd;
  /** What `GET /api/turns/{id}` shows afterwards. */
  readonly outcome: Json;
  /** Written to the lane's transcript in the same transaction. */
  readonly transcript: readonly Omit<TranscriptEntry, 'at' | 'turn'>[];
  /** Jobs for the lane's background lane, stored in the same transaction. */
  readonly background: readonly InboundMessage[];
  readonly now: number;
}

export interface LeaseReport {
  /** Lanes of this owner whose lease was renewed. */
  readonly held: readonly {
    readonly lane: LaneRef;
    readonly token: number;
    readonly stopped: boolean;
    /** As in `StopMark`. */
    readonly isVoid: boolean;
  }[];
}

/** A lane whose running attempt is to end. */
export interface StopMark {
  readonly lane: LaneRef;
  /** The message was edited or deleted: the lane is given back without a word. Otherwise the turn ends as stopped. */
  readonly isVoid: boolean;
}

/** A turn as lists and `/status` show it. */
export interface TurnRecord {
  readonly turn: string;
  readonly lane: LaneRef;
  readonly state: TurnState;
  readonly attempt: number;
  readonly acceptedAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly sender: string;
  readonly outcome: Json;
}

/**
 * The queue of Waggle: inbox, lanes, leases and journal. Each method is one transaction. Methods that carry a token
 * answer `false` (or `lost`) when a newer owner has the lane; the caller then stops without another write or call.
 */
export interface LaneStore {
  /** Stores dedupe rows (identity and aliases), inbox row and lane together, or says of which turn it is a duplicate. */
  accept(request: AcceptRequest): Promise<AcceptResult>;
  /**
   * Takes an edit in. A message that waits is replaced in place. The turn of the sender's last message, when it is running or
   * ended at most two minutes ago, begins anew with the new text: journal and transcript of the old one go, but for a
   * `voided` step; its delivered messages stay for the new answer to be written into.
   */
  edit(request: EditRequest): Promise<EditResult>;
  /**
   * A message is gone from its chat. Waiting, it is taken out; running, its turn is marked `withdrawn` and its attempt void.
   * Returns the lane to wake; null where nothing is to do. A turn that took in other messages too goes on.
   */
  withdraw(request: WithdrawRequest): Promise<LaneRef | null>;
  /** Whether a lane ever had a turn, as far as that is remembered. */
  hasTurns(lane: LaneRef): Promise<boolean>;
  /** Whether a message of this album was accepted from the person (its key), among the lane's last 50. */
  hasAlbum(request: { lane: LaneRef; sender: string; album: string }): Promise<boolean>;
  /**
   * Messages that wait behind a turn which this process runs: the oldest of each sender of a lane, where it was accepted at
   * `before` or earlier; oldest first.
   */
  waitingBehind(request: { owner: string; before: number; limit: number }): Promise<readonly WaitingMessage[]>;
  /**
   * Takes the lane's next turn, with all messages of an album once none has come for a second; null when there is none, it is
   * paused, or another owner's lease is live.
   */
  claim(request: ClaimRequest): Promise<ClaimedTurn | null>;
  /**
   * Lets the open calls of the lane's earlier owners end at `until` instead of their own time limit: for an owner that surely is
   * dead, whose requests reach the platform at once or never.
   */
  shortenCalls(request: { lane: LaneRef; token: number; until: number }): Promise<boolean>;
  /** Extends all live leases of a process in one UPDATE and reports stops. A lane missing from the report is lost. */
  renewAll(request: { owner: string; leaseMs: number; now: number }): Promise<LeaseReport>;
  /** Running lanes of this owner whose turn was asked to stop. Cheap: meant to be polled. */
  stopsOf(owner: string): Promise<readonly StopMark[]>;
  /** Appends a step at position `step` (0, 1, ...), checked by token. False: the lane is lost. */
  journal(request: {
    lane: LaneRef;
    token: number;
    turn: string;
    step: number;
    data: JournalStep;
    now: number;
  }): Promise<boolean>;
  /** Moves queued messages of the turn's own sender into the running turn (mode steer). Empty when there are none. */
  takeMore(request: { lane: LaneRef; token: number; turn: string; now: number }): Promise<readonly StoredMessage[]>;
  /** Ends the turn: state, rows, transcript, background jobs, lease, all at once. `more`: messages wait in the lane. */
  finish(request: FinishRequest): Promise<{ readonly ok: boolean; readonly more: boolean }>;
  /** Gives the lane back unfinished, to be taken over at once (shutdown). Not counted as an expiry. */
  release(request: { lane: LaneRef; token: number; now: number }): Promise<boolean>;
  /**
   * Gives the lane back after a fault of the process itself: counted like an expiry, so that a turn which always breaks off is
   * given up, and not claimable before `retryAt`.
   */
  breakOff(request: { lane: LaneRef; token: number; retryAt: number; now: number }): Promise<boolean>;
  /**
   * Stores the turn as waiting for a person and gives the lane back; `resume`, or the end of the question, makes it claimable again.
   * With a question that is closed already it only gives the lane back.
   */
  pause(request: {
    lane: LaneRef;
    token: number;
    turn: string;
    reason: string;
    /** Id of the question. */
    question?: string;
    now: number;
  }): Promise<boolean>;
  resume(request: { turn: string; now: number }): Promise<boolean>;
  /**
   * Marks what `/stop` means: with `all` every unfinished message before `beforeSeq`, else the oldest unfinished turn
   * before it. Returns the turns that are to stop and how many messages go on waiting.
   */
  stop(request: {
    lane: LaneRef;
    beforeSeq: number;
    all: boolean;
    now: number;
  }): Promise<{ readonly turns: readonly string[]; readonly waiting: number }>;
  /** Asks one turn to stop, wherever it is queued or running. False: it is unknown or already over. */
  stopTurn(request: { turn: string; now: number }): Promise<LaneRef | null>;
  /** Lanes with an unfinished row, not paused, and no live lease, oldest message first; then those whose question waited too long. */
  due(request: { now: number; limit: number; kinds: readonly LaneKind[] }): Promise<readonly LaneRef[]>;
  turnById(turn: string): Promise<TurnRecord | null>;
  /** Newest first. */
  turns(request: { lane?: LaneRef; limit: number }): Promise<readonly TurnRecord[]>;
  /** How many messages of the lane wait before `seq`. */
  queuedBefore(request: { lane: LaneRef; seq: number }): Promise<number>;
  /** Turns that were given up, newest first. */
  deadTurns(limit: number): Promise<readonly TurnRecord[]>;
}
