import type { Choice } from './choice.js';
import type { Question, QuestionState } from './question.js';

/** What one run of the agent returns (contract: agent runtime 3.2). */
export interface AgentResponse {
  readonly content: string;
  /** Names of attempted tools in call order, with repeats. */
  readonly toolsUsed: readonly string[];
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

/** An error as a person may see it: a stable code and one sentence. Detail goes to the log under the turn id. */
export interface UserFacing {
  readonly code: string;
  readonly sentence: string;
}

/** A file that a turn gives to its chat. */
export interface SentFile {
  /** Place in the lane's workspace: `outbox/...`. */
  readonly path: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
}

/** Why text that was already shown is void and will be written again. */
export type ResetReason = 'gate' | 'retry' | 'takeover';

/** A question as it is shown. */
export type ShownQuestion = Pick<
  Question,
  'id' | 'kind' | 'tool' | 'arguments' | 'text' | 'options' | 'askedAt' | 'expiresAt' | 'state'
>;

/** What is told of a stored question. */
export function shownQuestion(question: Question): ShownQuestion {
  const { id, kind, tool, text, options, askedAt, expiresAt, state } = question;
  return { id, kind, tool, arguments: question.arguments, text, options, askedAt, expiresAt, state };
}

/** What happened in a turn, without its place in the turn. */
export type TurnEventBody =
  | { readonly type: 'started' }
  | { readonly type: 'text'; readonly delta: string }
  /** Ends a text segment; `drop` when its text is not part of the answer (short narration before a tool call). */
  | { readonly type: 'segmentEnd'; readonly drop: boolean }
  | { readonly type: 'reset'; readonly why: ResetReason }
  | { readonly type: 'toolStart'; readonly call: string; readonly name: string }
  | { readonly type: 'toolEnd'; readonly call: string; readonly name: string; readonly failed: boolean }
  /** A line for the person about the state of the turn; `key` names an entry of the message catalogue. */
  | { readonly type: 'notice'; readonly key: string; readonly args: Readonly<Record<string, string>> }
  /** A file for the chat. It comes after the answer, in the order of these events, however often a takeover repeats them. */
  | { readonly type: 'file'; readonly file: SentFile }
  /** The turn waits for a person: nothing more comes before the answer. */
  | {
      readonly type: 'question';
      readonly question: ShownQuestion;
      /** The whole call, where a message has no room for it. */
      readonly file?: SentFile;
    }
  /** It goes on, because its question was decided. `by`: name of whoever did. */
  | { readonly type: 'decided'; readonly id: string; readonly state: QuestionState; readonly by: string | null }
  | { readonly type: 'gate'; readonly gate: 'D3' | 'D4' | 'D1'; readonly why: string }
  /** The answer. `text` is everything that is shown; `response.content` is as the contract says. */
  | {
      readonly type: 'final';
      readonly response: AgentResponse;
      readonly text: string;
      /** Buttons below the answer. */
      readonly choices?: readonly Choice[];
    }
  | { readonly type: 'failed'; readonly error: UserFacing }
  /** Ended by a person; `text` is what had been written so far. */
  | { readonly type: 'stopped'; readonly text: string };

/** An event of a turn. `attempt` counts claims of the turn, `seq` the events of one attempt from 1. */
export type TurnEvent = { readonly turn: string; readonly attempt: number; readonly seq: number } & TurnEventBody;

/** Whether an attempt of a turn emits nothing more after it. */
export function isEndOfAttempt(event: TurnEventBody): boolean {
  return isEndOfTurn(event) || event.type === 'question';
}

/** The event types after which a turn emits nothing more. */
export function isEndOfTurn(event: TurnEventBody): boolean {
  return event.type === 'final' || event.type === 'failed' || event.type === 'stopped';
}
