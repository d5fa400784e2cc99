import { z } from 'zod';

/**
 * What OpenAI-compatible endpoints send, read leniently: a field of the wrong kind counts as missing, so that one odd
 * field of one provider never costs an answer.
 */

const optionalText = z.string().nullish().catch(null);

/** Text, or the list of parts that some providers send instead. */
const contentSchema = z
  .union([
    z.string(),
    z.array(z.looseObject({ text: optionalText })).transform((parts) => parts.map((part) => part.text ?? '').join('')),
  ])
  .nullish()
  .catch(null);

/** JSON text; some local servers send the object itself. */
const argumentsSchema = z
  .union([z.string(), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))])
  .nullish()
  .catch(null);

const functionSchema = z.object({ name: optionalText, arguments: argumentsSchema }).nullish().catch(null);

const fragmentSchema = z.object({
  index: z.number().int().nonnegative().nullish().catch(null),
  id: optionalText,
  function: functionSchema,
});
/** A piece of a streamed tool call. */
export type ToolCallFragment = z.infer<typeof fragmentSchema>;

const fragmentsSchema = z.array(fragmentSchema.nullable().catch(null)).nullish().catch(null);

const tokens = z.number().nonnegative().nullish().catch(null);
/** `cost`, USD: LiteLLM and OpenRouter put it into the usage of streams, whose headers are sent before anything is known. */
const usageSchema = z.object({ prompt_tokens: tokens, completion_tokens: tokens, cost: tokens }).nullish().catch(null);
/** A usage block; a missing part keeps the value of an earlier block. */
export type WireUsage = z.infer<typeof usageSchema>;

const messageSchema = z.object({ content: contentSchema, tool_calls: fragmentsSchema });

/** One event of a streamed completion. */
export const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: messageSchema.nullish().catch(null),
        finish_reason: optionalText,
      }),
    )
    .nullish()
    .catch(null),
  usage: usageSchema,
  error: z.unknown().optional(),
});

/** The body of a completion that was not streamed. */
export const completionBodySchema = z.object({
  choices: z.array(z.object({ message: messageSchema, finish_reason: optionalText })).min(1),
  usage: usageSchema,
});

/** An error object inside an event or a body. */
export const wireErrorSchema = z.object({
  message: optionalText,
  type: optionalText,
  code: z.union([z.string(), z.number()]).nullish().catch(null),
  status: z.union([z.string(), z.number()]).nullish().catch(null),
});
export type WireError = z.infer<typeof wireErrorSchema>;
