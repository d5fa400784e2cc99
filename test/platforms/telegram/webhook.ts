import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Clock } from '../../../src/core/clock.js';
import type { Update, UpdateQueue } from './updates.js';

/** Longest wait between two tries of one update. */
const MAX_RETRY_MS = 60_000;
/** How long a webhook may take to answer, real milliseconds. */
const ANSWER_TIMEOUT_MS = 60_000;

export interface WebhookOptions {
  url: string;
  secret: string | undefined;
  maxConnections: number;
}

/** What getWebhookInfo tells. */
export interface WebhookState {
  options: WebhookOptions | undefined;
  lastErrorAt: number | undefined;
  lastError: string | undefined;
}

/** Posts the updates of one bot to its webhook: in order within a chat, chats in parallel, again after a failure. */
export interface Webhook {
  readonly state: WebhookState;
  set(options: WebhookOptions | undefined): void;
  /** Looks for updates to post. */
  poke(): void;
  close(): void;
}

/** A call of the Bot API that a webhook may give as its answer. */
const replyCall = z.looseObject({ method: z.string() });
export type ReplyCall = (method: string, params: Record<string, unknown>) => void;

export function createWebhook(
  clock: Clock,
  queue: UpdateQueue,
  retryMs: number,
  replyCall_: ReplyCall,
  changed: () => void,
): Webhook {
  const agent = new Agent({ keepAlive: true });
  const state: WebhookState = { options: undefined, lastErrorAt: undefined, lastError: undefined };
  const busy = new Set<string>();
  const tries = new Map<number, number>();
  const stops = new Set<() => void>();
  let generation = 0;

  const fail = (update: Update, why: string, retryAfterMs: number | undefined) => {
    const count = (tries.get(update.id) ?? 0) + 1;
    tries.set(update.id, count);
    state.lastError = why;
    state.lastErrorAt = clock.now();
    const wait = retryAfterMs ?? Math.min(retryMs * 2 ** (count - 1), MAX_RETRY_MS);
    const stop = clock.after(wait, () => {
      stops.delete(stop);
      busy.delete(update.group);
      poke();
    });
    stops.add(stop);
    changed();
  };

  const succeed = (update: Update, body: string) => {
    tries.delete(update.id);
    queue.confirm(update.id);
    busy.delete(update.group);
    const parsed = replyCall.safeParse(parseJson(body));
    if (parsed.success) {
      const { method, ...params } = parsed.data;
      replyCall_(method, params);
    }
    changed();
    poke();
  };

  const post = (update: Update, options: WebhookOptions) => {
    const mine = generation;
    let settled = false;
    const settle = (run: () => void) => {
      if (settled || mine !== generation) return;
      settled = true;
      run();
    };
    const payload = Buffer.from(JSON.stringify(update.body));
    const headers = {
      'content-type': 'application/json',
      'content-length': payload.length,
      ...(options.secret === undefined ? {} : { 'x-telegram-bot-api-secret-token': options.secret }),
    };
    const outgoing = httpRequest(options.url, { method: 'POST', agent, headers, timeout: ANSWER_TIMEOUT_MS });
    const onAnswer = (response: IncomingMessage) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', (error) => settle(() => fail(update, error.message, undefined)));
      response.once('end', () => {
        const status = response.statusCode ?? 0;
        if (status >= 200 && status <= 299) settle(() => succeed(update, Buffer.concat(parts).toString('utf8')));
        else {
          const seconds = Number(response.headers['retry-after']);
          const after = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
          settle(() =>
            fail(update, `Wrong response from the webhook: ${status} ${response.statusMessage ?? ''}`, after),
          );
        }
      });
    };
    outgoing.once('response', onAnswer);
    outgoing.once('timeout', () => outgoing.destroy(new Error('Read timeout expired')));
    outgoing.once('error', (error) => settle(() => fail(update, error.message, undefined)));
    outgoing.end(payload);
  };

  const poke = () => {
    const { options } = state;
    if (options === undefined) return;
    for (const update of queue.pending()) {
      if (busy.size >= options.maxConnections) return;
      if (busy.has(update.group)) continue;
      busy.add(update.group);
      post(update, options);
    }
  };

  const forgetAll = () => {
    generation += 1;
    for (const stop of stops) stop();
    stops.clear();
    busy.clear();
    tries.clear();
    state.lastError = undefined;
    state.lastErrorAt = undefined;
  };

  queue.onPush(() => poke());
  return {
    state,
    set: (options) => {
      forgetAll();
      state.options = options;
      poke();
    },
    poke,
    close: () => {
      forgetAll();
      state.options = undefined;
      agent.destroy();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
