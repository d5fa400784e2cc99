import { z } from 'zod';
import { choiceSchema, MAX_CHOICES } from './choice.js';
import type { SentFile, ShownQuestion, TurnEventBody } from './events.js';

const usageSchema = z.object({ inputTokens: z.number(), outputTokens: z.number() });

/** `SentFile`; its path cannot lead out of the outbox. */
export const sentFileSchema = z.object({
  path: z.string().regex(/^outbox\/[0-9a-f]+\/[^/\\]+$/),
  name: z.string().min(1),
  mime: z.string(),
  bytes: z.number().int().nonnegative(),
}) satisfies z.ZodType<SentFile>;

const questionStateSchema = z.enum(['open', 'approved', 'denied', 'answered', 'expired', 'stopped', 'void']);

const shownQuestionSchema = z.object({
  id: z.string(),
  kind: z.enum(['approval', 'question']),
  tool: z.string(),
  arguments: z.string(),
  text: z.string(),
  options: z.array(z.string()).readonly(),
  askedAt: z.number(),
  expiresAt: z.number(),
  state: questionStateSchema,
}) satisfies z.ZodType<ShownQuestion>;

/** `TurnEventBody` as it is read back from outside the process. The types are checked against each other. */
export const turnEventBodySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started') }),
  z.object({ type: z.literal('text'), delta: z.string() }),
  z.object({ type: z.literal('segmentEnd'), drop: z.boolean() }),
  z.object({ type: z.literal('reset'), why: z.enum(['gate', 'retry', 'takeover']) }),
  z.object({ type: z.literal('toolStart'), call: z.string(), name: z.string() }),
  z.object({ type: z.literal('toolEnd'), call: z.string(), name: z.string(), failed: z.boolean() }),
  z.object({ type: z.literal('notice'), key: z.string(), args: z.record(z.string(), z.string()) }),
  z.object({ type: z.literal('file'), file: sentFileSchema }),
  z.object({ type: z.literal('question'), question: shownQuestionSchema, file: sentFileSchema.exactOptional() }),
  z.object({ type: z.literal('decided'), id: z.string(), state: questionStateSchema, by: z.string().nullable() }),
  z.object({ type: z.literal('gate'), gate: z.enum(['D3', 'D4', 'D1']), why: z.string() }),
  z.object({
    type: z.literal('final'),
    response: z.object({ content: z.string(), toolsUsed: z.array(z.string()).readonly(), usage: usageSchema }),
    text: z.string(),
    choices: z.array(choiceSchema).max(MAX_CHOICES).readonly().exactOptional(),
  }),
  z.object({ type: z.literal('failed'), error: z.object({ code: z.string(), sentence: z.string() }) }),
  z.object({ type: z.literal('stopped'), text: z.string() }),
]) satisfies z.ZodType<TurnEventBody>;

/** An event's body as JSON text. Does not compile when `TurnEventBody` has something that the schema has not. */
export function turnEventBodyToJson(body: TurnEventBody): string {
  const checked: z.infer<typeof turnEventBodySchema> = body;
  return JSON.stringify(checked);
}
