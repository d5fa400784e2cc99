import { type BackgroundJob, backgroundJobSchema } from '../core/backgroundJob.js';
import { type InboundMessage, textOf } from '../core/message.js';

/** The background jobs of a turn as messages of its background lane: in the name of the sender whose turn it was. */
export function backgroundMessages(
  jobs: readonly BackgroundJob[],
  turn: string,
  origin: InboundMessage,
  now: number,
): readonly InboundMessage[] {
  return jobs.map((job, i) => ({
    identity: `${turn}.bg${i + 1}`,
    aliases: [],
    address: origin.address,
    lane: origin.lane,
    sender: origin.sender,
    addressed: true,
    parts: [{ type: 'text', text: JSON.stringify(job) }],
    sentAt: now,
  }));
}

/**
 * The job in a message of a background lane.
 *
 * @throws SyntaxError or z.ZodError when there is none
 */
export function readBackgroundJob(message: InboundMessage): BackgroundJob {
  return backgroundJobSchema.parse(JSON.parse(textOf(message)));
}
