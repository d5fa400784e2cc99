import type { BackgroundJob } from '../backgroundJob.js';
import type { TurnEventBody } from '../events.js';
import type { JournalStep } from '../journal.js';
import type { ChatAddress, InboundMessage, Sender } from '../message.js';
import type { TurnPreferences } from '../preferences.js';
import type { Question, QuestionDraft } from '../question.js';
import type { Wording } from '../wording.js';
import type { Role } from './accessStore.js';
import type { OverheardLine } from './overheard.js';
import type { HistoryEntry } from './transcripts.js';

/** The verified sender whose role, tools, memory and budget a turn uses. */
export interface Principal {
  /** The person's key across lanes (`People.personOf`): his account's, `platform:account:user`, until accounts are linked. */
  readonly person: string;
  /** Key of the account that he writes from, where it is not the person's. */
  readonly account?: string;
  readonly role: Role;
  readonly sender: Sender;
}

/** Everything that one turn needs; built by the worker from what it claimed. */
export interface TurnJob {
  readonly turn: string;
  readonly attempt: number;
  /** Goes on with an attempt that died after the reader had seen something of it, or after it had done something. */
  readonly continues?: true;
  readonly lane: string;
  readonly address: ChatAddress;
  readonly principal: Principal;
  readonly messages: readonly [InboundMessage, ...InboundMessage[]];
  readonly history: readonly HistoryEntry[];
  /** How its person, and in a group its admins, want to be answered. */
  readonly preferences?: TurnPreferences;
  /** Ids of the personas that were chosen for its place and person, what counts first first. */
  readonly personas?: readonly string[];
  /** Steps of earlier attempts, in order; empty in a fresh turn. */
  readonly journal: readonly JournalStep[];
  /** What it has asked people, and what they said; absent: nothing. */
  readonly questions?: readonly Question[];
  /** What was said around it in a group, not to the bot: data of trust 0, oldest first. */
  readonly overheard?: readonly OverheardLine[];
  /** Only tools that change nothing are on offer. */
  readonly readOnly?: true;
  /** The text is a command's, and not the person's own words. */
  readonly byCommand?: true;
}

/** The turn's ties to the outside. */
export interface TurnContext {
  /** Receives every event, in order; must not throw or wait. */
  emit(event: TurnEventBody): void;
  /** Appends a durable step; rejects (code `lane-lost`) when the lane has a newer owner: then end without another word. */
  journal(step: JournalStep): Promise<void>;
  /** Writes a question down before anybody sees it; rejects like `journal`. */
  ask(draft: QuestionDraft): Promise<Question>;
  /** Messages of the same sender that arrived meanwhile and are to be taken into this turn, or none. */
  takeMore(): Promise<readonly InboundMessage[]>;
  /** Our words to the turn's person, in the language of the chat or the person. */
  readonly wording: Wording;
  /** Aborted by `/stop`, by the loss of the lane, and at shutdown. The reason is a `WaggleError` that says which. */
  readonly signal: AbortSignal;
}

/** What a finished turn leaves behind besides its events. */
export interface TurnResult {
  /** `paused`: it waits for the answer to the question that it told of last. */
  readonly end: 'done' | 'failed' | 'stopped' | 'paused';
  /** Text of the answer, or of the error: what the conversation keeps. */
  readonly text: string;
  /** What was shown, where that was more than the text. */
  readonly shown?: string;
  /** Jobs for the lane's background lane, if there are any. */
  readonly background?: readonly BackgroundJob[];
}

/**
 * Runs one turn to its end and emits `final`, `failed` or `stopped` as its last event; or up to a question, which then is the last. Knows nothing of channels.
 * Rejects only when the lane is lost or the process shuts down (the signal's reason).
 */
export type RunTurn = (job: TurnJob, context: TurnContext) => Promise<TurnResult>;

/** A job of a lane that nobody waits for; its principal pays for it. */
export interface BackgroundTurn
  extends Pick<TurnJob, 'turn' | 'attempt' | 'lane' | 'address' | 'principal' | 'journal'> {
  readonly job: BackgroundJob;
}

/** One line for a chat, with buttons. The keys name entries of the message catalogue. */
export interface QuietLine {
  readonly key: string;
  readonly args: Readonly<Record<string, string>>;
  readonly choices: readonly { readonly key: string; readonly command: string }[];
}

/** What became of a background job. `text` is for the operator: no chat sees it. */
export interface BackgroundResult {
  readonly end: 'done' | 'failed';
  readonly text: string;
  readonly toolsUsed: readonly string[];
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
  /** What the chat that it came from is told, silently and without waiting; most jobs have nothing to tell. */
  readonly tell?: QuietLine;
}

/**
 * Runs one background job to its end. Rejects only when the job is stopped, the lane is lost or the
 * process shuts down (the signal's reason).
 */
export type RunBackground = (
  turn: BackgroundTurn,
  context: Pick<TurnContext, 'journal' | 'signal'>,
) => Promise<BackgroundResult>;
