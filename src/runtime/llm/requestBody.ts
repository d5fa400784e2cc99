import type { CompletionRequest } from './completion.js';

/** Half of a surrogate pair in JSON text: real endpoints refuse such a body. */
const LONE_SURROGATE =
  /\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}/;

/** The text with half surrogate pairs replaced by the replacement character. */
function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** The JSON body of a chat completion request (spec runtime 1.2): nothing in it that an endpoint would not need. */
export function toRequestBody(request: CompletionRequest): string {
  const body = {
    model: request.model,
    messages: request.messages,
    ...(request.tools.length > 0 ? { tools: request.tools } : {}),
    ...(request.stream ? { stream: true, stream_options: { include_usage: true } } : {}),
  };
  const json = JSON.stringify(body);
  if (!LONE_SURROGATE.test(json)) return json;
  return JSON.stringify(body, (_key, value) => (typeof value === 'string' ? toWellFormed(value) : value));
}
