import { z } from 'zod';
import type { ReceivedToolCall } from '../llm/completion.js';

/** Marks around a tool call that a model without native calls writes into its text (spec: turns and commands 5). */
export const CALL_START = '<<<TOOL>>>';
export const CALL_END = '<<<END>>>';

const callSchema = z.looseObject({
  name: z.string(),
  arguments: z
    .union([z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value)), z.string()])
    .optional(),
});

/** A name in a block that is no JSON, so that the error can say which call it was. */
const NAME = /"name"\s*:\s*"([^"]*)"/;

/** Reads what stands between the marks. An unreadable block becomes a call with unreadable arguments, which is refused. */
export function readCall(block: string): ReceivedToolCall {
  const text = block.replace(/^\s*```(?:json)?|```\s*$/g, '').trim();
  try {
    const call = callSchema.parse(JSON.parse(text));
    return { id: '', name: call.name, arguments: call.arguments ?? '{}' };
  } catch {
    return { id: '', name: NAME.exec(text)?.[1] ?? '', arguments: text === '' ? '?' : text };
  }
}
