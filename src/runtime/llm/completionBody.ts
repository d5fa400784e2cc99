import { type Completion, NO_USAGE } from './completion.js';
import { costOf, mergeUsage } from './completionStream.js';
import { errorOfUnreadable } from './modelError.js';
import { toReportedError } from './reportedError.js';
import { completionBodySchema } from './wireSchema.js';

/** How much of an unreadable body an error quotes, in characters. */
const QUOTED_CHARS = 200;

/**
 * Reads a completion that came as one JSON body.
 *
 * @throws ModelError when it is no JSON or has no choices (quoting the first 200 characters); `ReportedError` when
 * it carries an error object instead
 */
export function parseCompletionBody(body: string): Completion {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (error) {
    throw errorOfUnreadable(`The model's answer is not JSON: ${body.slice(0, QUOTED_CHARS)}`, error);
  }
  const parsed = completionBodySchema.safeParse(json);
  const choice = parsed.data?.choices[0];
  if (choice === undefined) {
    if (typeof json === 'object' && json !== null && 'error' in json && json.error) throw toReportedError(json.error);
    throw errorOfUnreadable(`The model's answer has no choices: ${body.slice(0, QUOTED_CHARS)}`);
  }
  const calls = (choice.message.tool_calls ?? []).flatMap((call) =>
    call === null
      ? []
      : [{ id: call.id ?? '', name: call.function?.name ?? '', arguments: call.function?.arguments ?? '' }],
  );
  return {
    text: choice.message.content ?? '',
    toolCalls: calls,
    finishReason: choice.finish_reason ?? null,
    usage: mergeUsage(NO_USAGE, parsed.data?.usage),
    ...costOf(parsed.data?.usage),
  };
}
