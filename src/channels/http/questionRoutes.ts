import { z } from 'zod';
import { OWNER_USER, personIdOf } from '../../core/person.js';
import type { Decider, TurnControl, Verdict } from '../../core/ports/turnControl.js';
import type { Question } from '../../core/question.js';
import { HttpError } from '../../http/httpError.js';
import type { HttpApp } from '../../http/httpPart.js';
import { readJson } from '../../http/jsonBody.js';

export interface QuestionRouteDeps {
  readonly control: Pick<TurnControl, 'decide' | 'question'>;
}

const MAX_ANSWER_CHARS = 10_000;

/** One of three: a verdict on a call, one of the options (from 1), or words. */
const bodySchema = z.union(
  [
    z.strictObject({ decision: z.enum(['approve', 'deny']) }),
    z.strictObject({ option: z.number().int().min(1) }),
    z.strictObject({ answer: z.string().trim().min(1).max(MAX_ANSWER_CHARS) }),
  ],
  { error: 'must be {"decision": "approve" | "deny"}, {"option": 1} or {"answer": "..."}' },
);

/** `POST /api/questions/{id}`: decides what a turn waits for; for holders of the token, who speak as the owner. */
export function mountQuestionRoutes(app: HttpApp, { control }: QuestionRouteDeps): void {
  app.route({
    method: 'POST',
    path: '/api/questions/:id',
    auth: 'token',
    handle: async (context) => {
      const body = await readJson(context.env.incoming, bodySchema);
      const question = await control.question(context.req.param('id') ?? '');
      if (question === null) throw unknownQuestion();
      const decided = await control.decide({ id: question.id, verdict: verdictOf(body), by: callerFor(question) });
      switch (decided.outcome) {
        case 'decided':
          return context.json(viewOfQuestion(decided.question));
        case 'over':
          throw new HttpError(409, 'question-over', `This question is ${decided.question.state} already.`);
        case 'refused':
          throw new HttpError(
            403,
            'question-refused',
            'That is no answer to this question, or it is for somebody else to answer.',
          );
        case 'unknown':
          throw unknownQuestion();
      }
    },
  });
}

/** A question as the API shows it. */
export function viewOfQuestion(question: Question) {
  const { id, kind, tool, text, options, expiresAt, state } = question;
  return { id, kind, tool, arguments: question.arguments, text, options, expiresAt, state };
}

function verdictOf(body: z.infer<typeof bodySchema>): Verdict {
  if ('decision' in body) return { kind: body.decision === 'approve' ? 'approved' : 'denied' };
  if ('option' in body) return { kind: 'option', option: body.option };
  return { kind: 'answered', answer: body.answer };
}

/** Holders of the token name the senders of HTTP conversations, so they also speak for them; elsewhere they are the owner. */
function callerFor({ kind, lane, principal }: Question): Decider {
  const owner = personIdOf({ platform: 'http', account: 'local', user: OWNER_USER });
  const isOfHttp = lane.startsWith('http:');
  return { person: kind === 'question' && isOfHttp ? principal : owner, name: OWNER_USER, role: 'owner' };
}

function unknownQuestion(): HttpError {
  return new HttpError(404, 'question-unknown', 'There is no question with this id.');
}
