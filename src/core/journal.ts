import { z } from 'zod';

/** A tool call as the model asked for it. `arguments` is JSON text, `{}` where the model's own was not JSON. */
export const toolCallSchema = z.object({ id: z.string(), name: z.string(), arguments: z.string() });
export type ToolCall = z.infer<typeof toolCallSchema>;

/**
 * One durable step of a turn. There is one per finished model call and per start and end of a tool, never one per token.
 * Another worker rebuilds the turn from these: a result that stands here is not fetched again, a mutating call that
 * was started and has no result is not repeated.
 */
export const journalStepSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('model'),
    text: z.string(),
    toolCalls: z.array(toolCallSchema),
    usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
    model: z.string(),
  }),
  z.object({
    type: z.literal('toolStart'),
    call: z.string(),
    name: z.string(),
    arguments: z.string(),
    mutating: z.boolean(),
  }),
  z.object({
    type: z.literal('toolEnd'),
    call: z.string(),
    name: z.string(),
    result: z.string(),
    failed: z.boolean(),
    counted: z.boolean(),
  }),
  /** A message that the harness added after a model call (gate directive, nudge), with the text that it voids. */
  z.object({ type: z.literal('directive'), why: z.string(), text: z.string() }),
  /** The answer: a takeover that finds it only delivers it. */
  z.object({
    type: z.literal('final'),
    content: z.string(),
    text: z.string(),
    toolsUsed: z.array(z.string()),
    usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
  }),
]);
export type JournalStep = z.infer<typeof journalStepSchema>;
