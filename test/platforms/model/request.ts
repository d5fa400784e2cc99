import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';

const contentPart = z.looseObject({ type: z.string(), text: z.string().exactOptional() });

const toolCall = z.looseObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.looseObject({ name: z.string().min(1), arguments: z.string() }),
});

const message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.enum(['system', 'developer']), content: z.union([z.string(), z.array(contentPart)]) }),
  z.looseObject({ role: z.literal('user'), content: z.union([z.string(), z.array(contentPart)]) }),
  z.looseObject({
    role: z.literal('assistant'),
    content: z.union([z.string(), z.array(contentPart), z.null()]).exactOptional(),
    tool_calls: z.array(toolCall).min(1).exactOptional(),
  }),
  z.looseObject({
    role: z.literal('tool'),
    tool_call_id: z.string().min(1),
    content: z.union([z.string(), z.array(contentPart)]),
  }),
]);

const tool = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    description: z.string().exactOptional(),
    parameters: z.looseObject({ type: z.literal('object') }).exactOptional(),
  }),
});

/** The body of a chat completion request; unknown fields are kept. */
export const chatBody = z.looseObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  stream: z.boolean().exactOptional(),
  stream_options: z.looseObject({ include_usage: z.boolean().exactOptional() }).exactOptional(),
  tools: z.array(tool).min(1).exactOptional(),
  temperature: z.number().min(0).max(2).exactOptional(),
  max_tokens: z.int().positive().exactOptional(),
});
export type ChatBody = z.infer<typeof chatBody>;
export type ChatMessage = ChatBody['messages'][number];

/** One request as the server saw it. `endedAt` is set when it was answered or given up. */
export interface ModelRequest {
  /** Counts all chat requests of this server from 1. */
  readonly n: number;
  /** The clock's milliseconds when the body was complete. */
  readonly at: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: ChatBody;
  /** The text of the newest user message, without a `<context>` block. */
  readonly lastUser: string;
  /** The text of all system messages. */
  readonly system: string;
  /** Contents of the tool messages since the newest assistant message, by tool call id. */
  readonly toolResults: ReadonlyMap<string, string>;
  /** The status answered, once it was. */
  status?: number;
  /** Events with content that were written so far. */
  chunksSent: number;
  /** When the first and the newest of them were written. */
  firstChunkAt?: number;
  lastChunkAt?: number;
  endedAt?: number;
  /** Whether the client went away before the end of the answer. */
  aborted: boolean;
}

/** The text of a message's content, parts joined. */
export function textOf(content: ChatMessage['content'] | undefined): string {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  return content.map((part) => part.text ?? '').join('');
}

/**
 * The rules an endpoint checks beyond the shape: tool results answer the calls directly before them, each call is answered.
 * Returns the complaint as OpenAI words it, or nothing.
 */
export function findMessageFault(body: ChatBody): string | undefined {
  let open: Set<string> | undefined;
  const unanswered = () =>
    open !== undefined && open.size > 0
      ? `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`
      : undefined;
  for (const message of body.messages) {
    if (message.role === 'tool') {
      if (open === undefined || !open.delete(message.tool_call_id))
        return "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
      continue;
    }
    const fault = unanswered();
    if (fault !== undefined) return fault;
    open = undefined;
    if (message.role !== 'assistant') continue;
    if (message.tool_calls !== undefined) {
      open = new Set(message.tool_calls.map((call) => call.id));
      if (open.size !== message.tool_calls.length) return 'Duplicate tool call ids in one assistant message.';
    } else if (message.content === undefined || message.content === null) {
      return "Invalid value for 'content': expected a string, got null.";
    }
  }
  const fault = unanswered();
  if (fault !== undefined) return fault;
  const names = (body.tools ?? []).map((entry) => entry.function.name);
  if (new Set(names).size !== names.length) return 'Tool names must be unique.';
  return undefined;
}

const contextBlock = /<context>[\s\S]*?<\/context>\s*/g;

/** Reads what a script chooses by out of a body that passed the checks. */
export function readRequest(body: ChatBody): Pick<ModelRequest, 'lastUser' | 'system' | 'toolResults'> {
  let lastUser = '';
  const toolResults = new Map<string, string>();
  for (const message of body.messages) {
    if (message.role === 'user') lastUser = textOf(message.content);
    if (message.role === 'assistant') toolResults.clear();
    if (message.role === 'tool') toolResults.set(message.tool_call_id, textOf(message.content));
  }
  const system = body.messages.filter((entry) => entry.role === 'system' || entry.role === 'developer');
  return {
    lastUser: lastUser.replace(contextBlock, '').trim(),
    system: system.map((entry) => textOf(entry.content)).join('\n'),
    toolResults,
  };
}
