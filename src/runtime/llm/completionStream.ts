import { type Completion, NO_USAGE, type Usage } from './completion.js';
import { BrokenStream } from './modelError.js';
import { toReportedError } from './reportedError.js';
import { readEvents } from './sseReader.js';
import { createToolCallAssembler } from './toolCallAssembler.js';
import { chunkSchema, type WireUsage } from './wireSchema.js';

/** Bound on one answer, text and arguments together, in characters: longer ones count as cut off by length. */
export const MAX_ANSWER_CHARS = 1_000_000;

/** After the finish reason only usage can follow; an endpoint that then neither sends nor closes is left after this. */
const TAIL_MS = 2000;

/** After `[DONE]` only the end of the body can follow; reading it lets the connection be used again. */
const CLOSE_MS = 100;

/** Bound on all data of one stream, reasoning included, in characters: endless reasoning ends here. */
export const MAX_STREAM_CHARS = 16_000_000;

/** The cost that a usage block names, as a field of the completion. */
export function costOf(update: WireUsage | undefined): Pick<Completion, 'costUsd'> {
  const cost = update?.cost ?? null;
  return cost === null ? {} : { costUsd: cost };
}

export function mergeUsage(usage: Usage, update: WireUsage | undefined): Usage {
  return {
    inputTokens: update?.prompt_tokens ?? usage.inputTokens,
    outputTokens: update?.completion_tokens ?? usage.outputTokens,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads one streamed completion: yields text as it comes, returns the whole. Only the first choice counts. Events
 * whose data is no JSON are skipped. After a finish reason or `[DONE]` nothing that goes wrong with the connection
 * matters any more.
 *
 * @param endWithin called when the answer is whole but the body is not over: the source is to end within so many milliseconds
 * @throws BrokenStream when the stream fails or ends without either; `ReportedError` for an error event
 */
export async function* readCompletion(
  chunks: AsyncIterable<Uint8Array>,
  endWithin: (ms: number) => void = () => {},
): AsyncGenerator<string, Completion> {
  const calls = createToolCallAssembler();
  let text = '';
  let usage = NO_USAGE;
  let cost: Pick<Completion, 'costUsd'> = {};
  let finishReason: string | null = null;
  let isDone = false;
  let streamed = 0;

  const completion = (): Completion => ({ text, toolCalls: calls.calls(), finishReason, usage, ...cost });
  const cutOff = (): Completion => ({ ...completion(), finishReason: 'length' });

  try {
    for await (const event of readEvents(chunks)) {
      if (isDone) continue;
      if (event.data.trim() === '[DONE]') {
        isDone = true;
        endWithin(CLOSE_MS);
        continue;
      }
      const json = parseJson(event.data);
      if (json !== undefined && event.event === 'error') throw toReportedError(errorIn(json));
      const parsed = chunkSchema.safeParse(json);
      streamed += event.data.length;
      if (streamed > MAX_STREAM_CHARS) return cutOff();
      if (!parsed.success) continue;
      const { choices, error } = parsed.data;
      if (error !== undefined && error !== null) throw toReportedError(error);
      usage = mergeUsage(usage, parsed.data.usage);
      cost = { ...cost, ...costOf(parsed.data.usage) };
      const choice = choices?.[0];
      const delta = choice?.delta;
      if (delta?.content) {
        text += delta.content;
        yield delta.content;
      }
      for (const fragment of delta?.tool_calls ?? []) if (fragment !== null) calls.add(fragment);
      if (choice?.finish_reason) {
        if (finishReason === null) endWithin(TAIL_MS);
        finishReason = choice.finish_reason;
      }
      if (text.length + calls.size() > MAX_ANSWER_CHARS) return cutOff();
    }
  } catch (error) {
    if (isDone || finishReason !== null) return completion();
    if (error instanceof Error && error.name === 'ReportedError') throw error;
    throw new BrokenStream('the stream failed', error);
  }
  if (!isDone && finishReason === null) throw new BrokenStream('the stream ended without finish_reason or [DONE]');
  return completion();
}

/** The error object of an `event: error`: under `error`, or the data itself. */
function errorIn(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'error' in json ? json.error : json;
}
