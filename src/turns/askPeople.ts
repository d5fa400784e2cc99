import type { Clock } from '../core/clock.js';
import type { TurnEventBody } from '../core/events.js';
import type { ClaimedTurn } from '../core/ports/laneStore.js';
import type { Questions } from '../core/ports/questions.js';
import type { TurnContext } from '../core/ports/turnRunner.js';
import { questionIdOf } from '../core/question.js';
import { isShownWhole } from '../reply/questionView.js';
import { putInOutbox } from '../runtime/workspace/outbox.js';
import { type HeldLane, laneLost } from './heldLanes.js';

export interface AskDeps {
  readonly questions: Pick<Questions, 'ask'>;
  /** `WAGGLE_APPROVAL_TTL_MINUTES` in milliseconds. */
  readonly approvalTtlMs: number;
  readonly dataDir: string;
  readonly clock: Clock;
}

type QuestionEvent = Extract<TurnEventBody, { type: 'question' }>;

/** The questions of one claimed turn: stored before they are shown, and with a file where a call is too long to be read in a message. */
export function createAsking(
  claimed: ClaimedTurn,
  held: HeldLane,
  { questions, approvalTtlMs, dataDir, clock }: AskDeps,
): { readonly ask: TurnContext['ask']; withFile(event: TurnEventBody): TurnEventBody } {
  const { lane, token, turn, attempt } = claimed;
  const files = new Map<string, NonNullable<QuestionEvent['file']>>();
  return {
    ask: async (draft) => {
      const now = clock.now();
      const id = questionIdOf(turn, attempt, draft.call);
      const question = await questions.ask({ lane, token, turn, id, draft, expiresAt: now + approvalTtlMs, now });
      if (question === null) {
        held.abort(laneLost());
        throw laneLost();
      }
      if (question.kind === 'approval' && !isShownWhole(question.arguments)) {
        const file = { name: `call-${question.id}.json`, mime: 'application/json', text: question.arguments };
        files.set(question.id, await putInOutbox(dataDir, lane.id, file));
      }
      return question;
    },
    withFile: (event) => {
      const file = event.type === 'question' ? files.get(event.question.id) : undefined;
      return event.type === 'question' && file !== undefined ? { ...event, file } : event;
    },
  };
}

/** What the last question of a turn came to, for those who follow the turn; null: it has asked nothing, or still waits. */
export function decidedEvent({ questions }: Pick<ClaimedTurn, 'questions'>): TurnEventBody | null {
  const last = questions.at(-1);
  if (last === undefined || last.state === 'open') return null;
  return { type: 'decided', id: last.id, state: last.state, by: last.decidedByName };
}

/** Answers in words as the conversation keeps them. */
export function answersIn({ questions }: Pick<ClaimedTurn, 'questions'>): readonly string[] {
  return questions.flatMap(({ kind, state, answer }) =>
    kind === 'question' && state === 'answered' && answer !== null ? [answer] : [],
  );
}
