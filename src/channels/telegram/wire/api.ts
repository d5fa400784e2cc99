import { Api, type RawApi } from 'grammy';
import type { Clock } from '../../../core/clock.js';
import { failureOf, TelegramCallError } from './failure.js';
import { createTransport } from './transport.js';

export const DEFAULT_API_ROOT = 'https://api.telegram.org';

/** Time limit of a call, milliseconds (DESIGN.md section 4); uploads and long polls name their own. */
const CALL_TIMEOUT_MS = 30_000;

/** The client library's own type of abort signal, from a package older than the platform's. */
export type ApiSignal = NonNullable<Parameters<RawApi['getMe']>[0]>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds; 30,000 unless told. */
  readonly timeoutMs?: number;
}

/** The Bot API of one bot: each call is one HTTP request, never repeated, bounded in time, and stopped by its signal. */
export interface TelegramApi {
  /**
   * Makes one call.
   * @param method its name, for errors
   * @throws TelegramCallError in every case of failure, an abort included (then the failure is `lost`, or `unsent` when
   *   the signal had fired before)
   */
  call<T>(method: string, invoke: (raw: RawApi, signal: ApiSignal) => Promise<T>, options?: CallOptions): Promise<T>;
  /** Aborts what is in flight and closes all connections. */
  close(): void;
}

/**
 * @param options.apiRoot address of the Bot API server, with or without a closing slash
 */
export function createTelegramApi(options: { token: string; apiRoot?: string; clock: Clock }): TelegramApi {
  const { clock } = options;
  const apiRoot = (options.apiRoot ?? DEFAULT_API_ROOT).replace(/\/+$/, '');
  const transport = createTransport(apiRoot);
  const { raw } = new Api(options.token, { apiRoot, fetch: transport.fetch });
  const inFlight = new Set<AbortController>();
  let isClosed = false;

  return {
    call: async (method, invoke, { signal, timeoutMs = CALL_TIMEOUT_MS } = {}) => {
      if (isClosed || signal?.aborted) throw new TelegramCallError(method, { kind: 'unsent', reason: 'aborted' });
      const controller = new AbortController();
      const abort = () => controller.abort();
      signal?.addEventListener('abort', abort, { once: true });
      let isTimedOut = false;
      const stopTimer = clock.after(timeoutMs, () => {
        isTimedOut = true;
        controller.abort();
      });
      inFlight.add(controller);
      try {
        // The library only listens for `abort`; its typings predate the platform's class (grammY 1.46, core/client).
        return await invoke(raw, controller.signal as unknown as ApiSignal);
      } catch (thrown) {
        const failure = failureOf(thrown);
        const reason = isTimedOut ? `no answer within ${timeoutMs} ms` : 'aborted';
        throw new TelegramCallError(
          method,
          controller.signal.aborted && failure.kind === 'lost' ? { kind: 'lost', reason } : failure,
        );
      } finally {
        inFlight.delete(controller);
        stopTimer();
        signal?.removeEventListener('abort', abort);
      }
    },
    close: () => {
      isClosed = true;
      for (const controller of inFlight) controller.abort();
      transport.close();
    },
  };
}
