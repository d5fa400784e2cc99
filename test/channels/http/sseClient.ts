import { createParser } from 'eventsource-parser';
import { z } from 'zod';

/** A received event, or a comment. */
export interface Received {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: unknown;
}

/** Posts to the chat endpoint. */
export function postChat(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${url}/api/chat`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The events of a stream as they come. Comments are events named `:`. */
export async function* receive(response: Response): AsyncGenerator<Received> {
  if (response.body === null) return;
  const queue: Received[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) => queue.push({ id, name: event ?? 'message', data: JSON.parse(data) }),
    onComment: (comment) => queue.push({ id: undefined, name: ':', data: comment }),
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* queue.splice(0);
  }
}

export async function receiveAll(response: Response): Promise<Received[]> {
  const all: Received[] = [];
  for await (const event of receive(response)) all.push(event);
  return all;
}

export function namesOf(events: readonly Received[]): string[] {
  return events.map(({ name }) => name);
}

/** The text of all deltas, joined. */
export function deltasOf(events: readonly Received[]): string {
  return events.flatMap(({ name, data }) => (name === 'delta' ? [textOf(data)] : [])).join('');
}

/** The `text` of an event's data. */
export function textOf(data: unknown): string {
  return z.object({ text: z.string() }).parse(data).text;
}

/** What the first event of a stream says. */
export function openingOf(event: Received | undefined): { turn: string; conversation: string } {
  return z.object({ turn: z.string(), conversation: z.string() }).parse(event?.data);
}
