import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import { untilAborted } from '../untilAborted.js';
import type { Completion, CompletionEvent, CompletionRequest, Llm, RetryCause } from './completion.js';
import { parseCompletionBody } from './completionBody.js';
import { readCompletion } from './completionStream.js';
import { errorOfNetwork, errorOfStatus, ModelError, ReportedError } from './modelError.js';
import { toRequestBody } from './requestBody.js';
import {
  handleNetworkError,
  handleNonOkResponse,
  NO_RETRIES,
  type RetryDecision,
  type RetryState,
} from './retryPolicy.js';
import { readBytes } from './sseReader.js';
import { addSpent, NOTHING_SPENT, type Spent, withSpent, withStatedCost } from './statedCost.js';
import { createThoughtFilter, withoutThought } from './thoughtFilter.js';

/** Contract default of `WAGGLE_LLM_TIMEOUT_MS`. */
export const DEFAULT_LLM_TIMEOUT_MS = 300_000;

/** Lets go of the connection when a reader left early; one object, because a new one per request costs time. */
const REQUEST_OVER = new Error('the request is over');

export interface ChatClientOptions {
  /** Requests go to `{baseUrl}/chat/completions`. */
  readonly baseUrl: string;
  /** Sent as bearer token when not empty; never logged. */
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly log: Log;
  /** Time limit of one request, answer included, in milliseconds; 0 or no number means the default. */
  readonly timeoutMs: number;
  /** Added to each wait, in milliseconds. */
  readonly jitter: (waitMs: number) => number;
}

/** Up to a quarter of the wait, at most a second: so that clients that failed together do not return together. */
export function randomJitter(waitMs: number): number {
  return Math.round(Math.random() * Math.min(waitMs / 4, 1000));
}

type Failure =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter: string | null; readonly body: string }
  | { readonly kind: 'network'; readonly cause: unknown };

/** How one request ended; `hasText`: some of its text has been handed on. */
type Outcome = { readonly hasText: boolean } & ({ readonly completion: Completion } | { readonly failure: Failure });

type TextEvents = AsyncGenerator<CompletionEvent, Outcome>;

const causeOf = (failure: Failure): RetryCause => {
  if (failure.kind === 'network') return 'network';
  return failure.status === 429 ? 'rateLimit' : 'server';
};

function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
}

/** A client of one OpenAI-compatible endpoint, with the retry policy inside. */
export function createChatClient(options: ChatClientOptions): Llm {
  const { clock, log, apiKey } = options;
  const url = `${options.baseUrl.replace(/\/+$/, '')}/chat/completions`;
  const timeoutMs = options.timeoutMs > 0 ? options.timeoutMs : DEFAULT_LLM_TIMEOUT_MS;
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  const mask = (text: string) => (apiKey.length < 6 ? text : text.replaceAll(apiKey, '***'));

  /** One request. Yields its text; the time limit covers all of it. */
  async function* attempt(request: CompletionRequest, turn: AbortSignal): TextEvents {
    const limit = new AbortController();
    const signal = AbortSignal.any([turn, limit.signal]);
    const stopTimer = clock.after(timeoutMs, () =>
      limit.abort(new DOMException(`no whole answer within ${timeoutMs} ms`, 'TimeoutError')),
    );
    let stopTail = () => {};
    let hasText = false;
    try {
      const init = { method: 'POST', headers, body: toRequestBody(request), signal };
      const response = await untilAborted(options.fetch(url, init), signal);
      if (!response.ok) {
        const body = mask(await untilAborted(response.text(), signal));
        const retryAfter = response.headers.get('retry-after');
        return { hasText, failure: { kind: 'status', status: response.status, retryAfter, body } };
      }
      if (!request.stream || response.body === null || isJson(response)) {
        const body = parseCompletionBody(await untilAborted(response.text(), signal));
        const stated = withStatedCost(body, response.headers, false);
        const completion = { ...stated, text: withoutThought(stated.text) };
        hasText = completion.text !== '';
        if (hasText) yield { type: 'text', delta: completion.text };
        return { hasText, completion };
      }
      const endWithin = (ms: number) => {
        stopTail();
        stopTail = clock.after(ms, () => limit.abort(new DOMException('nothing followed', 'TimeoutError')));
      };
      const pieces = readCompletion(readBytes(response.body, signal), endWithin);
      const thought = createThoughtFilter();
      for (;;) {
        const piece = await pieces.next();
        const delta = piece.done ? thought.end() : thought.push(piece.value);
        if (delta !== '') {
          hasText = true;
          yield { type: 'text', delta };
        }
        if (!piece.done) continue;
        const stated = withStatedCost(piece.value, response.headers, true);
        return { hasText, completion: { ...stated, text: withoutThought(stated.text) } };
      }
    } catch (error) {
      if (turn.aborted) throw turn.reason;
      if (error instanceof ModelError) throw error;
      if (error instanceof ReportedError) {
        return {
          hasText,
          failure: { kind: 'status', status: error.status, retryAfter: null, body: mask(error.message) },
        };
      }
      return { hasText, failure: { kind: 'network', cause: error } };
    } finally {
      stopTimer();
      stopTail();
      limit.abort(REQUEST_OVER);
    }
  }

  const decide = (failure: Failure, state: RetryState): RetryDecision =>
    failure.kind === 'network'
      ? handleNetworkError(mask(describe(failure.cause)), state)
      : handleNonOkResponse({ ...failure, now: clock.now() }, state);

  async function* complete(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<CompletionEvent, void> {
    let state = NO_RETRIES;
    let spent: Spent = NOTHING_SPENT;
    for (;;) {
      signal.throwIfAborted();
      let outcome = yield* attempt(request, signal);
      const { hasText } = outcome;
      if ('completion' in outcome) {
        const { completion } = outcome;
        spent = addSpent(spent, completion);
        const isEmpty = completion.text.trim() === '' && completion.toolCalls.length === 0;
        if (!isEmpty || request.acceptEmpty) {
          yield { type: 'done', completion: withSpent(completion, spent) };
          return;
        }
        outcome = { hasText, failure: { kind: 'status', status: 502, retryAfter: null, body: 'the answer is empty' } };
      }
      const { failure } = outcome;
      const decision = decide(failure, state);
      if (decision.kind === 'fatal') {
        throw failure.kind === 'network'
          ? errorOfNetwork(decision.reason, failure.cause)
          : errorOfStatus(failure.status, decision.reason);
      }
      if (hasText) yield { type: 'void' };
      const cause = causeOf(failure);
      const retry = cause === 'rateLimit' ? decision.rateLimitRetries : decision.serverErrorRetries;
      state = decision;
      const waitMs = decision.waitMs + options.jitter(decision.waitMs);
      const status = failure.kind === 'status' ? failure.status : null;
      const { turnId: turn } = request;
      log.warn({ turn, cause, status, waitMs, retry, detail: detailOf(failure, mask) }, 'the model is asked again');
      yield { type: 'retry', cause, waitMs, retry };
      await clock.sleep(waitMs, signal);
    }
  }

  return { complete };
}

function detailOf(failure: Failure, mask: (text: string) => string): string {
  return failure.kind === 'network' ? mask(describe(failure.cause)) : failure.body.slice(0, 200);
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.includes('application/json') ?? false;
}
