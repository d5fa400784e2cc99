import { Api, type RawApi } from 'grammy';
import { type CallBounds, type CallErrors, createBoundedCalls } from '../../../core/boundedCalls.js';
import type { Clock } from '../../../core/clock.js';
import { WaggleError } from '../../../core/errors.js';
import { saveBounded } from '../files/saveBounded.js';
import { failureOf, TelegramCallError } from './failure.js';
import { createTransport } from './transport.js';

export const DEFAULT_API_ROOT = 'https://api.telegram.org';

/** Time limit of a call, milliseconds (DESIGN.md section 4); uploads and long polls name their own. */
const CALL_TIMEOUT_MS = 30_000;

/** The client library's own type of abort signal, from a package older than the platform's. */
export type ApiSignal = NonNullable<Parameters<RawApi['getMe']>[0]>;

/** The Bot API of one bot: each call is one HTTP request, never repeated, bounded in time, and stopped by its signal. */
export interface TelegramApi {
  /**
   * Makes one call.
   * @param method its name, for errors
   * @throws TelegramCallError in every case of failure, an abort included (then the failure is `lost`, or `unsent` when
   *   the signal had fired before)
   */
  call<T>(method: string, invoke: (raw: RawApi, signal: ApiSignal) => Promise<T>, options?: CallBounds): Promise<T>;
  /**
   * Fetches a file that getFile named, to a path that must not exist yet, and returns its size in bytes. A file that broke off
   * may be left behind.
   *
   * @throws TelegramCallError as `call`; WaggleError `file-too-large` beyond `maxBytes`
   */
  download(
    path: string,
    to: string,
    options: { readonly signal: AbortSignal; readonly timeoutMs: number; readonly maxBytes: number },
  ): Promise<number>;
  /** Aborts what is in flight and closes all connections. */
  close(): void;
}

const ERRORS: CallErrors = {
  unsent: (method) => new TelegramCallError(method, { kind: 'unsent', reason: 'aborted' }),
  failed: (method, thrown, endedBy) => {
    if (thrown instanceof WaggleError) return thrown;
    const failure = failureOf(thrown);
    const isOurs = endedBy !== null && failure.kind === 'lost';
    return new TelegramCallError(method, isOurs ? { kind: 'lost', reason: endedBy } : failure);
  },
};

/**
 * @param options.apiRoot address of the Bot API server, with or without a closing slash
 */
export function createTelegramApi(options: { token: string; apiRoot?: string; clock: Clock }): TelegramApi {
  const { clock } = options;
  const apiRoot = (options.apiRoot ?? DEFAULT_API_ROOT).replace(/\/+$/, '');
  const transport = createTransport(apiRoot);
  const { raw } = new Api(options.token, { apiRoot, fetch: transport.fetch });
  const calls = createBoundedCalls({ clock, timeoutMs: CALL_TIMEOUT_MS, errors: ERRORS });

  return {
    // The library only listens for `abort`; its typings predate the platform's class (grammY 1.46, core/client).
    call: (method, invoke, options = {}) =>
      calls.run(method, options, (signal) => invoke(raw, signal as unknown as ApiSignal)),
    download: (path, to, { signal, timeoutMs, maxBytes }) =>
      calls.run('download', { signal, timeoutMs }, async (limit) => {
        const { status, body } = await transport.get(`${apiRoot}/file/bot${options.token}/${path}`, limit);
        if (status !== 200) {
          body.destroy();
          const failure = {
            kind: 'answered',
            status,
            description: 'no file',
            retryAfterMs: null,
            migrateTo: null,
          } as const;
          throw new TelegramCallError('download', failure);
        }
        return saveBounded(body, to, maxBytes);
      }),
    close: () => {
      calls.close();
      transport.close();
    },
  };
}
