import { z } from 'zod';

/** Lines of the stand-alone Telegram server (test/platforms/README.md), as far as they matter here. */
export const telegramEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ready'), url: z.string(), token: z.string() }),
  z.object({ event: z.literal('said'), chat: z.int().exactOptional(), at: z.number() }),
  z.object({
    event: z.literal('call'),
    method: z.string(),
    at: z.number(),
    chat: z.int().exactOptional(),
    text: z.string().exactOptional(),
    ok: z.boolean().exactOptional(),
  }),
  z.object({ event: z.literal('poll'), at: z.number() }),
  z.object({ event: z.literal('done') }),
  z.object({ event: z.literal('error'), message: z.string() }),
]);
export type TelegramEvent = z.output<typeof telegramEvent>;

/** Text, or parts of it as models with prompt caches are given them. */
const content = z.union([
  z.string(),
  z.array(z.object({ text: z.string() })).transform((parts) => parts.map(({ text }) => text).join('')),
]);

/** What of a request costs prompt tokens. */
const promptBody = z.object({
  messages: z.array(z.object({ role: z.string(), content })),
  tools: z.array(z.json()).exactOptional(),
});
export type PromptBody = z.output<typeof promptBody>;

/** Lines of the stand-alone model server. */
export const modelEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ready'), url: z.string() }),
  z.object({ event: z.literal('request'), n: z.int(), at: z.number(), lastUser: z.string() }),
  z.object({
    event: z.literal('end'),
    n: z.int(),
    firstChunkAt: z.number().exactOptional(),
    lastChunkAt: z.number().exactOptional(),
  }),
  z.object({ event: z.literal('body'), body: promptBody }),
  z.object({ event: z.literal('done') }),
  z.object({ event: z.literal('error'), message: z.string() }),
]);
export type ModelEvent = z.output<typeof modelEvent>;
