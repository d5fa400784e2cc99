import { z } from 'zod';

/**
 * The events of `POST /api/chat` and `GET /api/turns/{id}/events`, as their `data` is written and read. The event's name
 * is its key here. `final`, `error` and `stopped` end the stream.
 */
export const chatEventSchemas = {
  /** First in every stream that is not a resumed one. */
  turn: z.object({ turn: z.string(), conversation: z.string() }),
  /** More of the answer's text. */
  delta: z.object({ text: z.string() }),
  /**
   * Ends a stretch of text: what follows stands apart from it by a blank line; with `drop` it was narration that is not
   * part of the answer. Readers that show only `final.text` at the end may ignore it.
   */
  segment: z.object({ drop: z.boolean() }),
  tool: z.object({ phase: z.enum(['start', 'end']), name: z.string(), failed: z.boolean().exactOptional() }),
  /** A line about the state of the turn; `text` is it in words. */
  notice: z.object({ key: z.string(), args: z.record(z.string(), z.string()), text: z.string().exactOptional() }),
  /**
   * The turn waits for a person, until `expiresAt` (milliseconds UTC): whether `tool` may run with these arguments (`approval`), or
   * for an answer (`question`). `text`: the question, Markdown. `POST /api/questions/{id}` or a message decides it.
   */
  question: z.object({
    id: z.string(),
    kind: z.enum(['approval', 'question']),
    tool: z.string(),
    arguments: z.string(),
    text: z.string(),
    options: z.array(z.string()),
    expiresAt: z.number(),
  }),
  /** The question takes no answer any more, and the turn goes on. */
  decided: z.object({ id: z.string(), state: z.string(), by: z.string().nullable() }),
  /** A file that belongs to the answer. `url`: where holders of the token get it, below the gateway's address, for 30 days. */
  file: z.object({ name: z.string(), mime: z.string(), bytes: z.number(), url: z.string().exactOptional() }),
  /** The text so far is void; it stays shown until new text comes. */
  reset: z.object({ why: z.enum(['gate', 'retry', 'takeover']) }),
  /** The answer: the contract's `{content, toolsUsed, usage}`, and `text`, which is all that is shown. */
  final: z.object({
    content: z.string(),
    toolsUsed: z.array(z.string()),
    usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
    text: z.string(),
  }),
  error: z.object({ code: z.string(), message: z.string() }),
  /** Ended by a person; `text` is what had been written. */
  stopped: z.object({ text: z.string() }),
} as const;

type Schemas = typeof chatEventSchemas;
export type ChatEventName = keyof Schemas;

/** An event with its data, told apart by `name`. */
export type ChatEvent = {
  [Name in ChatEventName]: { readonly name: Name; readonly data: z.infer<Schemas[Name]> };
}[ChatEventName];

const anyChatEvent: z.ZodType<ChatEvent> = z.discriminatedUnion('name', [
  z.object({ name: z.literal('turn'), data: chatEventSchemas.turn }),
  z.object({ name: z.literal('delta'), data: chatEventSchemas.delta }),
  z.object({ name: z.literal('segment'), data: chatEventSchemas.segment }),
  z.object({ name: z.literal('tool'), data: chatEventSchemas.tool }),
  z.object({ name: z.literal('notice'), data: chatEventSchemas.notice }),
  z.object({ name: z.literal('file'), data: chatEventSchemas.file }),
  z.object({ name: z.literal('question'), data: chatEventSchemas.question }),
  z.object({ name: z.literal('decided'), data: chatEventSchemas.decided }),
  z.object({ name: z.literal('reset'), data: chatEventSchemas.reset }),
  z.object({ name: z.literal('final'), data: chatEventSchemas.final }),
  z.object({ name: z.literal('error'), data: chatEventSchemas.error }),
  z.object({ name: z.literal('stopped'), data: chatEventSchemas.stopped }),
]);

/** Reads an event as it came over the wire. Null: a kind of event that this version does not know. */
export function parseChatEvent(name: string, data: string): ChatEvent | null {
  const parsed = anyChatEvent.safeParse({ name, data: JSON.parse(data) });
  return parsed.success ? parsed.data : null;
}

export function endsTurn(event: ChatEvent): boolean {
  return event.name === 'final' || event.name === 'error' || event.name === 'stopped';
}

/**
 * The id of an event that ends a turn, whether it came from the live feed or from the store. A client that hands it back
 * has everything.
 */
export const END_ID = 'end';
