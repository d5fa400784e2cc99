import type { LaneStore, TurnRecord } from '../../core/ports/laneStore.js';
import type { TraceStore } from '../../core/ports/traces.js';
import type { TurnControl } from '../../core/ports/turnControl.js';
import { HttpError } from '../../http/httpError.js';
import type { HttpApp } from '../../http/httpPart.js';
import { describe } from '../../http/jsonBody.js';
import { laneOfConversation } from './chatRequest.js';
import { viewOfQuestion } from './questionRoutes.js';
import { answerWithTurn, resumePoint } from './turnAnswer.js';
import type { TurnStreamDeps } from './turnStream.js';
import { detailOf, turnsQuerySchema, viewOf } from './turnView.js';
import { isOver } from './wire.js';

export interface TurnRouteDeps extends TurnStreamDeps {
  readonly control: Pick<TurnControl, 'stopTurn' | 'decide' | 'question' | 'openQuestion'>;
  readonly lanes: Pick<LaneStore, 'turnById' | 'turns'>;
  readonly traces: Pick<TraceStore, 'of'>;
}

/** Lists, shows, follows and stops turns; all for holders of the token only. */
export function mountTurnRoutes(app: HttpApp, deps: TurnRouteDeps): void {
  app.route({
    method: 'GET',
    path: '/api/turns',
    auth: 'token',
    handle: async (context) => {
      const query = turnsQuerySchema.safeParse(context.req.query());
      if (!query.success) throw new HttpError(400, 'bad-request', describe(query.error));
      const { limit, conversation } = query.data;
      const lane =
        conversation === undefined ? {} : { lane: { id: laneOfConversation(conversation), kind: 'main' as const } };
      const turns = await deps.lanes.turns({ limit, ...lane });
      return context.json({ turns: turns.map(viewOf) });
    },
  });
  app.route({
    method: 'GET',
    path: '/api/turns/:id',
    auth: 'token',
    handle: async (context) => {
      const record = await find(deps.lanes, context.req.param('id'));
      const open = record.state === 'paused' ? await deps.control.openQuestion(record.lane.id) : null;
      const question = open?.turn === record.turn ? { question: viewOfQuestion(open) } : {};
      return context.json({ ...detailOf(record), ...question });
    },
  });
  app.route({
    method: 'GET',
    path: '/api/turns/:id/trace',
    auth: 'token',
    handle: async (context) => {
      const { turn } = await find(deps.lanes, context.req.param('id'));
      return context.json({ turn, attempts: await deps.traces.of(turn) });
    },
  });
  app.route({
    method: 'GET',
    path: '/api/turns/:id/events',
    auth: 'token',
    handle: async (context) => {
      const record = await find(deps.lanes, context.req.param('id'));
      const { turn, conversation } = viewOf(record);
      return answerWithTurn({ turn, conversation, record, afterId: resumePoint(context), closing: app.closing }, deps);
    },
  });
  app.route({
    method: 'DELETE',
    path: '/api/turns/:id',
    auth: 'token',
    handle: async (context) => {
      const record = await find(deps.lanes, context.req.param('id'));
      if (isOver(record.state)) throw over(record.state);
      if (!(await deps.control.stopTurn(record.turn))) throw over('over');
      return context.json({ turn: record.turn, stopping: true }, 202);
    },
  });
}

async function find(lanes: Pick<LaneStore, 'turnById'>, id: string | undefined): Promise<TurnRecord> {
  const record = id === undefined ? null : await lanes.turnById(id);
  if (record === null)
    throw new HttpError(404, 'turn-unknown', 'There is no turn with this id. GET /api/turns lists them.');
  return record;
}

function over(state: string): HttpError {
  return new HttpError(409, 'turn-over', `The turn is ${state} already; there is nothing to stop.`);
}
