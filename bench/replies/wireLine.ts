import { z } from 'zod';

const id = z.union([z.int(), z.string()]).transform(String);
const place = { chat: id.exactOptional(), channel: id.exactOptional() };

/** Lines of the stand-alone servers of all platforms (test/platforms/README.md), as far as they matter here. */
export const wireLine = z.discriminatedUnion('event', [
  z.looseObject({ event: z.literal('ready') }),
  z.object({ event: z.literal('said'), ...place }),
  z.object({
    event: z.literal('call'),
    at: z.number(),
    /** Name of the method, or (Discord) of the route. */
    method: z.string().exactOptional(),
    route: z.string().exactOptional(),
    ...place,
    message: id.exactOptional(),
    text: z.string().exactOptional(),
    /** Slack: as they were sent. */
    blocks: z.unknown().optional(),
    ok: z.boolean().exactOptional(),
    /** Why it was not taken: Slack's word, or the words of the others. */
    error: z.string().exactOptional(),
    description: z.string().exactOptional(),
  }),
  z.object({ event: z.literal('chat'), messages: z.array(z.json()) }),
  z.object({ event: z.literal('done') }),
  z.object({ event: z.literal('error'), message: z.string() }),
]);
export type WireLine = z.output<typeof wireLine>;
export type CallLine = Extract<WireLine, { event: 'call' }>;
