import { z } from 'zod';
import type { Json } from '../../core/json.js';
import type { TurnRecord } from '../../core/ports/laneStore.js';

/** Most turns in one list, and how many there are when the caller does not say. */
const MAX_LIMIT = 200;
const DEFAULT_LIMIT = 50;

/** The query of `GET /api/turns`. */
export const turnsQuerySchema = z.object({
  limit: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(MAX_LIMIT, `may be at most ${MAX_LIMIT}`)
    .default(DEFAULT_LIMIT),
  conversation: z.string().min(1, 'must not be empty').exactOptional(),
});

/** A turn as the API shows it. Times are milliseconds UTC. */
export interface TurnView {
  readonly turn: string;
  readonly platform: string;
  /** Conversation id, chat id or channel id. */
  readonly conversation: string;
  readonly kind: string;
  readonly state: string;
  readonly attempt: number;
  readonly sender: string;
  readonly acceptedAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** A turn for lists: without what was said. */
export function viewOf(record: TurnRecord): TurnView {
  const { turn, lane, state, attempt, sender, acceptedAt, startedAt, endedAt } = record;
  const [platform = '', , conversation = ''] = lane.id.split(':').map(decodeURIComponent);
  return { turn, platform, conversation, kind: lane.kind, state, attempt, sender, acceptedAt, startedAt, endedAt };
}

/** One turn in full. */
export function detailOf(record: TurnRecord): TurnView & { readonly outcome: Json } {
  return { ...viewOf(record), outcome: record.outcome };
}
