import type { LaneRef } from '../lane.js';
import type { Question, QuestionDraft } from '../question.js';

/** What a person says to a question. */
export type Decision =
  | { readonly kind: 'approved' | 'denied' }
  /** Of a `question`: one of its options, or words. */
  | { readonly kind: 'answered'; readonly answer: string };

export type DecideResult =
  /** Decided now. The lane may be claimed again. */
  | { readonly outcome: 'decided'; readonly question: Question; readonly lane: LaneRef }
  /** Decided, expired or stopped before: nothing changed, except that a question whose time is over is closed. */
  | { readonly outcome: 'over'; readonly question: Question; readonly lane: LaneRef }
  | { readonly outcome: 'unknown' };

/**
 * Questions that turns wait for. Each method is one transaction; who may decide is for the caller to say. A question whose time is over
 * is closed by the claim of its lane, which is due then.
 */
export interface Questions {
  /**
   * Writes a question of a running turn down, before anybody sees it; one that the turn has asked already for the same call is
   * given back as it stands. Null: the lane has a newer owner.
   */
  ask(request: {
    readonly lane: LaneRef;
    readonly token: number;
    readonly turn: string;
    readonly id: string;
    readonly draft: QuestionDraft;
    readonly expiresAt: number;
    readonly now: number;
  }): Promise<Question | null>;
  /** Decides an open question, once, and lets its turn go on. */
  decide(request: {
    readonly id: string;
    readonly decision: Decision;
    /** Account key. */
    readonly by: string;
    readonly byName: string;
    readonly now: number;
  }): Promise<DecideResult>;
  find(id: string): Promise<Question | null>;
  /** The question that a lane's turn waits for. */
  openIn(lane: string): Promise<Question | null>;
}
