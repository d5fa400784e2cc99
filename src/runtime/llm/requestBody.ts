import { isClaude } from '../model/modelName.js';
import type { AgentImage, AgentMessage } from './agentMessage.js';
import type { CompletionRequest } from './completion.js';

/** Half of a surrogate pair in JSON text: real endpoints refuse such a body. */
const LONE_SURROGATE =
  /\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}/;

/** The text with half surrogate pairs replaced by the replacement character. */
function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

const BREAKPOINT = { cache_control: { type: 'ephemeral' } } as const;

/** Pictures come before the text that speaks of them, as Anthropic advises; other vendors have no preference. */
function toParts(images: readonly AgentImage[]) {
  return images.map(({ url }) => ({ type: 'image_url', image_url: { url } }));
}

function toPlain({ context, images = [], ...message }: AgentMessage) {
  const text = context === undefined ? message.content : `${message.content ?? ''}\n\n${context}`;
  if (images.length === 0) return context === undefined ? message : { ...message, content: text };
  return { ...message, content: [...toParts(images), { type: 'text', text: text ?? '' }] };
}

/**
 * The messages for Anthropic's prompt cache: breakpoints end the system text, the newest text of the user before its
 * context block, and the whole request, so that later turns and later rounds of this one find what they have in common.
 * User messages have parts always, or their bytes would differ once they are history.
 */
function toCached(messages: readonly AgentMessage[]) {
  const newest = messages.findLastIndex(({ context }) => context !== undefined);
  const last = messages.length - 1;
  return messages.map(({ context, images = [], ...message }, i) => {
    const { role, content } = message;
    const isMarked = i === newest || i === last || role === 'system';
    if (role === 'assistant' || (role === 'tool' && !isMarked) || content === null || content === '') return message;
    const text = { type: 'text', text: content, ...(isMarked ? BREAKPOINT : {}) };
    const said = [...toParts(images), text];
    return { ...message, content: context === undefined ? said : [...said, { type: 'text', text: context }] };
  });
}

/**
 * The JSON body of a chat completion request (spec runtime 1.2): nothing in it that an endpoint would not need. The
 * messages come last, so that a conversation's next body begins with the bytes of the one before.
 */
export function toRequestBody(request: CompletionRequest): string {
  const { model, messages, tools, stream } = request;
  const body = {
    model,
    ...(stream ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...(tools.length > 0 ? { tools } : {}),
    messages: isClaude(model) ? toCached(messages) : messages.map(toPlain),
  };
  const json = JSON.stringify(body);
  if (!LONE_SURROGATE.test(json)) return json;
  return JSON.stringify(body, (_key, value) => (typeof value === 'string' ? toWellFormed(value) : value));
}
