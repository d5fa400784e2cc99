import { mayDecide } from '../access/toolPolicy.js';
import type { Clock } from '../core/clock.js';
import type { Audit } from '../core/ports/audit.js';
import type { Decision, Questions } from '../core/ports/questions.js';
import type { TurnControl, Verdict } from '../core/ports/turnControl.js';
import type { Waker } from '../core/ports/waker.js';
import type { Question } from '../core/question.js';

export interface DecideDeps {
  readonly questions: Questions;
  readonly audit: Audit;
  readonly waker: Waker;
  readonly clock: Clock;
}

/** `TurnControl.decide`. Who may is asked here, so that every way to decide is held to the same rule. */
export function createDecide({ questions, audit, waker, clock }: DecideDeps): TurnControl['decide'] {
  return async ({ id, verdict, by }) => {
    const question = await questions.find(id);
    if (question === null) return { outcome: 'unknown' };
    const decision = decisionOf(question, verdict);
    const { lane, turn, tool, principal: about } = question;
    const line = {
      kind: 'tool',
      actor: by.person,
      about,
      lane,
      turn,
      call: tool,
      summary: question.arguments,
    } as const;
    const role = by.role === null ? {} : { role: by.role };
    if (decision === null || !mayDecide(question, decision.kind, by)) {
      await audit.record({ ...line, ...role, decision: 'refuse', reason: 'may not decide this', flood: true });
      return { outcome: 'refused', question };
    }
    // Before it counts: nothing is allowed that is not written down.
    if (question.state === 'open' && decision.kind !== 'answered') {
      const isYes = decision.kind === 'approved';
      await audit.record({ ...line, ...role, decision: isYes ? 'approve' : 'deny', reason: `question ${question.id}` });
    }
    const result = await questions.decide({ id, decision, by: by.person, byName: by.name, now: clock.now() });
    if (result.outcome === 'unknown') return result;
    waker.wake(result.lane);
    return { outcome: result.outcome, question: result.question };
  };
}

/** Null: nothing that this question could be answered with. */
function decisionOf({ kind, options }: Question, verdict: Verdict): Decision | null {
  if (verdict.kind !== 'option' && verdict.kind !== 'answered')
    return kind === 'approval' ? { kind: verdict.kind } : null;
  const answer = verdict.kind === 'answered' ? verdict.answer : options[verdict.option - 1];
  return kind === 'question' && answer !== undefined && answer.trim() !== '' ? { kind: 'answered', answer } : null;
}
