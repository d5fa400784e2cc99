import type { AgentImage } from '../llm/agentMessage.js';
import type { CompletionRequest } from '../llm/completion.js';

/**
 * Bytes of a token, chosen so that the estimate is rather high: English has about four, German and French three, Chinese
 * and Japanese three (one character), Russian four (two characters).
 */
const BYTES_PER_TOKEN = 3;

/** What the wire format adds to each message. */
const TOKENS_PER_MESSAGE = 4;

/** Pixels of a token of a picture (Anthropic's rule; other vendors charge less or about the same). */
const PIXELS_PER_TOKEN = 750;

/** Vendors scale larger pictures down before they read them; Anthropic's newest models to this long side, others to less. */
const MAX_READ_SIDE = 2576;

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

function tokensOfImage({ width, height }: AgentImage): number {
  const scale = Math.min(1, MAX_READ_SIDE / Math.max(width, height));
  return Math.ceil((width * height * scale ** 2) / PIXELS_PER_TOKEN);
}

/** About how many tokens a request's prompt has, tools and pictures included. Some ten microseconds for 100 KB. */
export function estimatePromptTokens(request: Pick<CompletionRequest, 'messages' | 'tools'>): number {
  const bytes = request.messages.reduce((sum, message) => {
    const calls = message.tool_calls ?? [];
    const asked = calls.reduce(
      (all, { function: call }) => all + call.name.length + Buffer.byteLength(call.arguments),
      0,
    );
    return sum + Buffer.byteLength(message.content ?? '') + asked;
  }, bytesOfTools(request.tools));
  const images = request.messages.flatMap((message) => message.images ?? []);
  const seen = images.reduce((sum, image) => sum + tokensOfImage(image), 0);
  return Math.ceil(bytes / BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE * request.messages.length + seen;
}
