import { z } from 'zod';
import { type LaneKind, laneKindSchema } from '../../core/lane.js';

/** What a wake carries through the queue: which lane. Everything else is in the store. */
export const laneJobSchema = z.object({ id: z.string().min(1), kind: laneKindSchema });
export type LaneJob = z.infer<typeof laneJobSchema>;

/** BullMQ queue of a lane kind: each has its own, so that turns never take the slots of commands. No `:` allowed in it. */
export function queueNameOf(kind: LaneKind): string {
  return `lanes-${kind}`;
}
