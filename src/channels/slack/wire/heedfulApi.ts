import type { Clock } from '../../../core/clock.js';
import { heedGate } from '../../../core/heedGate.js';
import type { Log } from '../../../core/log.js';
import { accountKey } from '../../../core/ports/egress.js';
import type { Gates } from '../../../core/ports/gates.js';
import type { SlackApi } from './api.js';
import { SlackCallError } from './failure.js';

/** What waits for these calls is a person, or an acknowledgement that is due within 3 s: longer waits are not worth it, milliseconds. */
const LONGEST_WAIT_MS = 1_500;

const NEVER = new AbortController().signal;

export interface HeedfulDeps {
  readonly api: SlackApi;
  /** Id of the workspace. */
  readonly account: string;
  readonly gates: Gates;
  readonly clock: Clock;
  readonly log: Log;
}

/** Key of a method's gate: what one process was told of it, all heed. */
export function methodGate(account: string, method: string): string {
  return `${accountKey({ platform: 'slack', account })}/${method}`;
}

/** How long a 429 says to wait, milliseconds; null for other failures. */
export function limitedForMs(thrown: unknown): number | null {
  return thrown instanceof SlackCallError && thrown.failure.kind === 'limited' ? thrown.failure.retryAfterMs : null;
}

/** The same access, for calls that no turn makes and that take no permit: each heeds the limit of its method, which holds for the workspace. */
export function heedful({ api, account, gates, clock, log }: HeedfulDeps): Pick<SlackApi, 'call' | 'respond'> {
  const heeding = <T>(method: string, signal: AbortSignal = NEVER, call: () => Promise<T>): Promise<T> => {
    const key = methodGate(account, method);
    const limitOf = (thrown: unknown) => {
      const ms = limitedForMs(thrown);
      return ms === null ? null : { key, ms };
    };
    return heedGate({ gates, keys: [key], limitOf, longestWaitMs: LONGEST_WAIT_MS, clock, log, signal }, call);
  };
  return {
    call: (method, args, answer, options) =>
      heeding(method, options?.signal, () => api.call(method, args, answer, options)),
    respond: (url, body, options) => heeding('response_url', options?.signal, () => api.respond(url, body, options)),
  };
}
