import type { ModelReply, ScriptedToolCall, ScriptedUsage, ToolCallStyle } from './reply.js';
import { type ModelRequest, textOf } from './request.js';

/** One event of a stream: its JSON, and whether it carries text, reasoning or tool calls. */
export interface ReplyEvent {
  json: string;
  content: boolean;
}

interface WireCall {
  id: string;
  name: string;
  arguments: string;
}

/** The reply's tool calls with ids and arguments as they go over the wire. */
export function toWireCalls(calls: ScriptedToolCall[], n: number): WireCall[] {
  return calls.map((call, index) => ({
    id: call.id ?? `call_${n}_${index}`,
    name: call.name,
    arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
  }));
}

/** The finish reason of a reply; null when it is left out on purpose. */
export function finishOf(reply: ModelReply): string | null {
  if (reply.finish !== undefined) return reply.finish;
  return reply.toolCalls !== undefined && reply.toolCalls.length > 0 ? 'tool_calls' : 'stop';
}

/** The whole text of a reply. */
export function textOfReply(reply: ModelReply): string {
  return reply.chunks?.join('') ?? reply.text ?? '';
}

/** The usage a reply reports: as scripted, else four characters a token. */
export function usageOf(reply: ModelReply, request: ModelRequest): Required<ScriptedUsage> | undefined {
  if (reply.usage === null) return undefined;
  if (reply.usage !== undefined) {
    const { prompt_tokens, completion_tokens, total_tokens } = reply.usage;
    return { prompt_tokens, completion_tokens, total_tokens: total_tokens ?? prompt_tokens + completion_tokens };
  }
  const promptChars = request.body.messages.reduce((sum, message) => sum + textOf(message.content).length, 0);
  const prompt_tokens = Math.ceil(promptChars / 4);
  const completion_tokens = Math.ceil(textOfReply(reply).length / 4);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

function splitText(text: string, size: number): string[] {
  const points = [...text];
  const parts: string[] = [];
  for (let start = 0; start < points.length; start += size) parts.push(points.slice(start, start + size).join(''));
  return parts;
}

interface CallFragment {
  index?: number;
  id?: string;
  type?: 'function';
  function: { name?: string; arguments: string };
}

function fragmentCalls(calls: WireCall[], style: ToolCallStyle): CallFragment[] {
  const argumentSize = 7;
  const perCall = calls.map((call, index): CallFragment[] => {
    const { id, name } = call;
    if (style === 'whole' || style === 'same-index') {
      const shown = style === 'whole' ? index : 0;
      return [{ index: shown, id, type: 'function', function: { name, arguments: call.arguments } }];
    }
    const indexed = style === 'no-index' || style === 'id-only' ? {} : { index };
    const first: CallFragment = { ...indexed, id, type: 'function', function: { name, arguments: '' } };
    const repeated = style === 'id-only' ? { id } : {};
    const rest = splitText(call.arguments, argumentSize).map((part) => ({
      ...indexed,
      ...repeated,
      function: { arguments: part },
    }));
    return [first, ...rest];
  });
  if (style !== 'interleaved') return perCall.flat();
  const longest = Math.max(0, ...perCall.map((fragments) => fragments.length));
  const mixed: CallFragment[] = [];
  for (let row = 0; row < longest; row += 1) {
    for (const fragments of perCall) {
      const fragment = fragments[row];
      if (fragment !== undefined) mixed.push(fragment);
    }
  }
  return mixed;
}

/** Spreads a reply over the events of a stream, in order, without the closing `[DONE]`. */
export function toEvents(reply: ModelReply, request: ModelRequest, created: number): ReplyEvent[] {
  const model = JSON.stringify(request.body.model);
  const head = `{"id":"chatcmpl-${request.n}","object":"chat.completion.chunk","created":${created},"model":${model},"choices":`;
  const withDelta = (delta: string, finish = 'null', extra = '') =>
    `${head}[{"index":0,"delta":${delta},"finish_reason":${finish}}]${extra}}`;

  const events: ReplyEvent[] = [{ json: withDelta('{"role":"assistant","content":""}'), content: false }];
  const size = Math.max(1, reply.chunkChars ?? 8);
  for (const part of splitText(reply.reasoning ?? '', size)) {
    events.push({ json: withDelta(`{"reasoning_content":${JSON.stringify(part)}}`), content: true });
  }
  for (const part of reply.chunks ?? splitText(reply.text ?? '', size)) {
    events.push({ json: withDelta(`{"content":${JSON.stringify(part)}}`), content: true });
  }
  const calls = toWireCalls(reply.toolCalls ?? [], request.n);
  for (const fragment of fragmentCalls(calls, reply.toolCallStyle ?? 'split')) {
    events.push({ json: withDelta(`{"tool_calls":[${JSON.stringify(fragment)}]}`), content: true });
  }

  const usage = usageOf(reply, request);
  const asked = request.body.stream_options?.include_usage === true || reply.usage !== undefined;
  const usageJson = usage !== undefined && asked ? `,"usage":${JSON.stringify(usage)}` : '';
  const onFinish = reply.wire?.usageOn === 'finish-event';
  const finish = finishOf(reply);
  if (finish !== null || (onFinish && usageJson !== '')) {
    events.push({ json: withDelta('{}', JSON.stringify(finish), onFinish ? usageJson : ''), content: false });
  }
  if (!onFinish && usageJson !== '') events.push({ json: `${head}[]${usageJson}}`, content: false });
  return events;
}

/** A reply as one JSON answer, for requests that do not stream. */
export function toCompletion(reply: ModelReply, request: ModelRequest, created: number): string {
  const calls = toWireCalls(reply.toolCalls ?? [], request.n);
  const text = textOfReply(reply);
  const message = {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(reply.reasoning === undefined ? {} : { reasoning_content: reply.reasoning }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, arguments: args }) => ({
            id,
            type: 'function',
            function: { name, arguments: args },
          })),
        }),
  };
  const usage = usageOf(reply, request);
  return JSON.stringify({
    id: `chatcmpl-${request.n}`,
    object: 'chat.completion',
    created,
    model: request.body.model,
    ...(reply.fault?.kind === 'no-choices' ? {} : { choices: [{ index: 0, message, finish_reason: finishOf(reply) }] }),
    ...(usage === undefined ? {} : { usage }),
  });
}
