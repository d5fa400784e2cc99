import { createHash } from 'node:crypto';
import type { Role } from './ports/accessStore.js';

/** `approval`: whether a call may run. `question`: what the turn's own person wants. */
export type QuestionKind = 'approval' | 'question';

/**
 * What became of a question. `stopped`: its turn was. `void`: its message was edited, so that the turn began anew; such a
 * question answers nothing.
 */
export type QuestionState = 'open' | 'approved' | 'denied' | 'answered' | 'expired' | 'stopped' | 'void';

/** What a turn wants to ask a person before it goes on. */
export interface QuestionDraft {
  readonly kind: QuestionKind;
  /** Id of the tool call within the turn. */
  readonly call: string;
  readonly tool: string;
  /** Of the call, exactly as it runs once it is approved. */
  readonly arguments: string;
  /** Of a `question`: Markdown by the model. */
  readonly text: string;
  /** Of a `question`: answers to choose from; often none, then it is answered in words. */
  readonly options: readonly string[];
  /** Of an `approval`: roles whose people may say yes. */
  readonly approvers: readonly Role[];
  /** The answer of the turn so far: it stands above the question, and what comes later goes below. */
  readonly shown: string;
}

/** A question as it is stored. It is answered at most once. */
export interface Question extends QuestionDraft {
  /** What people name it by: `/approve K7M2PQX`. No secret. */
  readonly id: string;
  readonly turn: string;
  readonly lane: string;
  /** Account key of the person whose turn asks. */
  readonly principal: string;
  /** Milliseconds UTC. */
  readonly askedAt: number;
  /** From then on the answer is no. Milliseconds UTC. */
  readonly expiresAt: number;
  readonly state: QuestionState;
  /** Of an answered `question`: the answer. */
  readonly answer: string | null;
  /** Account key and name of whoever decided; null where nobody did. The name is text from outside. */
  readonly decidedBy: string | null;
  readonly decidedByName: string | null;
}

/** Without 0/O, 1/I/L: ids are typed by hand. */
const ID_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** Shorter than a pairing code, so that the two are told apart. */
const ID_LENGTH = 7;

/** What an id looks like, in whatever case it was typed. */
export const QUESTION_ID = /^[A-HJKMNP-Z2-9]{7}$/i;

/** The id of a question: of its turn, the attempt that asks first, and the call. */
export function questionIdOf(turn: string, attempt: number, call: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([turn, attempt, call]))
    .digest();
  return Array.from({ length: ID_LENGTH }, (_, i) => ID_ALPHABET.charAt((hash[i] ?? 0) % ID_ALPHABET.length)).join('');
}
