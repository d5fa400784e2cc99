import { z } from 'zod';

const messageSchema = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string().nullable(),
  tool_calls: z.array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) })).exactOptional(),
});

const bodySchema = z.object({
  messages: z.array(messageSchema),
  stream: z.boolean().exactOptional(),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).exactOptional(),
});

/** What the demo model looks at in a request. */
export interface DemoRequest {
  readonly stream: boolean;
  /** The newest user message without its context block. */
  readonly asked: string;
  /** Nothing was said before: the demo introduces itself. */
  readonly isFirst: boolean;
  /** The call that was just answered, with its result. */
  readonly answered: { readonly tool: string; readonly result: string } | null;
  /** The gateway objected to the last answer. */
  readonly isCorrected: boolean;
  readonly offers: (tool: string) => boolean;
  readonly promptChars: number;
}

function withoutContext(text: string): string {
  return text.replace(/<context>[\s\S]*<\/context>\s*$/, '').trim();
}

/**
 * Reads a chat completion request.
 *
 * @param isDirective whether a user message comes from a completion gate
 * @throws z.ZodError or SyntaxError when the body is no such request
 */
export function readDemoRequest(body: string, isDirective: (text: string) => boolean): DemoRequest {
  const { messages, tools, stream } = bodySchema.parse(JSON.parse(body));
  const users = messages.filter(({ role }) => role === 'user').map(({ content }) => withoutContext(content ?? ''));
  const newest = users.at(-1) ?? '';
  const isCorrected = isDirective(newest);
  const last = messages.at(-1);
  const calls = messages.findLast(({ tool_calls: asked }) => asked !== undefined)?.tool_calls;
  const names = new Set(tools?.map((tool) => tool.function.name));
  return {
    stream: stream ?? false,
    asked: (isCorrected ? users.at(-2) : newest) ?? '',
    isFirst: users.length - (isCorrected ? 1 : 0) === 1,
    answered: last?.role === 'tool' ? { tool: calls?.at(-1)?.function.name ?? '', result: last.content ?? '' } : null,
    isCorrected,
    offers: (tool) => names.has(tool),
    promptChars: body.length,
  };
}
