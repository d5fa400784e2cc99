import type { CompletionRequest } from '../llm/completion.js';

/**
 * Bytes of a token, chosen so that the estimate is rather high: English has about four, German and French three, Chinese
 * and Japanese three (one character), Russian four (two characters).
 */
const BYTES_PER_TOKEN = 3;

/** What the wire format adds to each message. */
const TOKENS_PER_MESSAGE = 4;

/** Tool lists are the same objects from call to call. */
const toolBytes = new WeakMap<CompletionRequest['tools'], number>();

function bytesOfTools(tools: CompletionRequest['tools']): number {
  const known = toolBytes.get(tools);
  if (known !== undefined) return known;
  const bytes = tools.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(tools));
  toolBytes.set(tools, bytes);
  return bytes;
}

/** About how many tokens a text has. */
export function estimateTextTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** About how many tokens a request's prompt has, tools included. Some ten microseconds for 100 KB. */
export function estimatePromptTokens(request: Pick<CompletionRequest, 'messages' | 'tools'>): number {
  const bytes = request.messages.reduce((sum, message) => {
    const calls = message.tool_calls ?? [];
    const asked = calls.reduce(
      (all, { function: call }) => all + call.name.length + Buffer.byteLength(call.arguments),
      0,
    );
    return sum + Buffer.byteLength(message.content ?? '') + asked;
  }, bytesOfTools(request.tools));
  return Math.ceil(bytes / BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE * request.messages.length;
}
