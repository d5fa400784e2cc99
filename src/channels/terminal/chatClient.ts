import { randomUUID } from 'node:crypto';
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import type { Clock } from '../../core/clock.js';
import { WaggleError } from '../../core/errors.js';
import { type ChatEvent, endsTurn, parseChatEvent } from '../../http/chatEvents.js';
import { commandListSchema } from '../../http/commandList.js';
import type { CompletableCommand } from './completer.js';

/** How long a gateway may be away before a message is given up: at first, and once it has answered. Milliseconds. */
const FIRST_PATIENCE_MS = 1_500;
const RESUME_PATIENCE_MS = 60_000;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5_000;
/** Commands come and go seldom: personas and skills are files. Milliseconds. */
const COMMANDS_GOOD_FOR_MS = 5_000;
/** Somebody waits with a finger on the key. Milliseconds. */
const COMMANDS_PATIENCE_MS = 1_000;
/** Bound on one event, characters: an answer and its escapes, with room to spare. */
const MAX_EVENT_CHARS = 16 * 1024 * 1024;

/** What a message's stream says; `waiting`: the connection broke and is made again. */
export type ClientEvent = ChatEvent | { readonly name: 'waiting' };

export interface ChatClient {
  /**
   * Sends a message and gives its events up to the one that ends the turn. A stream that breaks is resumed without loss or
   * doubles. Ends early, without an error, when the signal aborts; the turn goes on then.
   *
   * @throws WaggleError with a sentence for the person: `unreachable`, `token`, or what the gateway said
   */
  send(message: string, signal: AbortSignal): AsyncGenerator<ClientEvent, void, void>;
  /**
   * The commands that there are.
   *
   * @throws whatever keeps the gateway from saying so in a second
   */
  commands(): Promise<readonly CompletableCommand[]>;
  /** Stops a turn; without the token by the command that every chat has. */
  stop(turn: string | null): Promise<void>;
}

export interface ChatClientOptions {
  readonly baseUrl: string;
  readonly token?: string | undefined;
  readonly conversation: string;
  readonly clock: Clock;
}

interface Frame {
  readonly id: string | undefined;
  readonly event: ChatEvent;
}

/** A client of `/api/chat` for one conversation. */
export function createChatClient({ baseUrl, token, conversation, clock }: ChatClientOptions): ChatClient {
  const bearer = token === undefined ? {} : { Authorization: `Bearer ${token}` };

  const post = (message: string, key: string, lastId: string | undefined, signal: AbortSignal | null) =>
    fetch(`${baseUrl}/api/chat`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        'Idempotency-Key': key,
        ...bearer,
        ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }),
      },
      body: JSON.stringify({ message, conversation }),
      signal,
    });

  async function* send(message: string, signal: AbortSignal): AsyncGenerator<ClientEvent, void, void> {
    const key = randomUUID();
    let lastId: string | undefined;
    let heardAt = clock.now();
    let patience = FIRST_PATIENCE_MS;
    let wait = FIRST_WAIT_MS;
    let cause: unknown;
    while (!signal.aborted) {
      try {
        const response = await post(message, key, lastId, signal);
        if (response.status === 204) return;
        if (!response.ok && response.status !== 503) throw await errorOf(response);
        if (response.status === 503) cause = await errorOf(response);
        else {
          for await (const { id, event } of framesOf(response, signal)) {
            lastId = id ?? lastId;
            heardAt = clock.now();
            patience = RESUME_PATIENCE_MS;
            wait = FIRST_WAIT_MS;
            yield event;
            if (endsTurn(event)) return;
          }
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof WaggleError) throw error;
        cause = error;
      }
      if (signal.aborted) return;
      if (clock.now() + wait - heardAt > patience)
        throw cause instanceof WaggleError ? cause : unreachable(baseUrl, cause);
      if (patience === RESUME_PATIENCE_MS) yield { name: 'waiting' };
      await clock.sleep(wait, signal).catch(() => undefined);
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    }
  }

  let known: { readonly commands: readonly CompletableCommand[]; readonly at: number } | null = null;

  return {
    send,
    commands: async () => {
      if (known !== null && clock.now() - known.at < COMMANDS_GOOD_FOR_MS) return known.commands;
      const signal = AbortSignal.timeout(COMMANDS_PATIENCE_MS);
      const response = await fetch(`${baseUrl}/api/commands`, { headers: bearer, signal });
      if (!response.ok) throw await errorOf(response);
      const { commands } = commandListSchema.parse(await response.json());
      const listed = commands.map(({ name, usage, words }) => ({ name, words, takesWords: usage !== '' }));
      known = { commands: listed, at: clock.now() };
      return listed;
    },
    stop: async (turn) => {
      try {
        const isById = token !== undefined && turn !== null;
        const response = isById
          ? await fetch(`${baseUrl}/api/turns/${encodeURIComponent(turn)}`, { method: 'DELETE', headers: bearer })
          : await post('/stop', randomUUID(), undefined, null);
        await response.body?.cancel();
        if (!response.ok && response.status !== 409) throw await errorOf(response);
      } catch (error) {
        throw error instanceof WaggleError ? error : unreachable(baseUrl, error);
      }
    },
  };
}

/** The events of a stream as they come; kinds that this version does not know are left out. */
async function* framesOf(response: Response, signal: AbortSignal): AsyncGenerator<Frame> {
  if (response.body === null) return;
  const frames: Frame[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT_CHARS,
    onEvent: ({ id, event: name, data }) => {
      const event = parseChatEvent(name ?? '', data);
      if (event !== null) frames.push({ id, event });
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* frames.splice(0);
    if (signal.aborted) return;
  }
}

const errorSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

async function errorOf(response: Response): Promise<WaggleError> {
  if (response.status === 401) {
    return new WaggleError('token', 'the gateway refused the token', {
      sentence:
        'The gateway asks for its token. Set WAGGLE_HTTP_TOKEN, or start the chat with the data directory of the gateway (WAGGLE_DATA_DIR).',
    });
  }
  const parsed = errorSchema.safeParse(await response.json().catch(() => null));
  const { code, message } = parsed.success
    ? parsed.data.error
    : { code: 'not-a-gateway', message: `What answers there is not a Waggle gateway (HTTP ${response.status}).` };
  return new WaggleError(code, message, { sentence: message });
}

function unreachable(baseUrl: string, cause: unknown): WaggleError {
  return new WaggleError('unreachable', `the gateway at ${baseUrl} cannot be reached`, {
    sentence: `The gateway at ${baseUrl} cannot be reached. Is it running? "npm start" starts one.`,
    cause,
  });
}
