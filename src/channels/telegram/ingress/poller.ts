import { z } from 'zod';
import { createBackOff } from '../../../core/backOff.js';
import type { Clock } from '../../../core/clock.js';
import type { Log } from '../../../core/log.js';
import { pause } from '../../../core/pause.js';
import { ALLOWED_UPDATES, type NumberedUpdate, numberedSchema } from '../updates/schema.js';
import type { TelegramApi } from '../wire/api.js';
import { says, WEBHOOK_ACTIVE } from '../wire/descriptions.js';
import { isTokenRefused, TelegramCallError } from '../wire/failure.js';
import { retryAfterOf, tokenRefused } from '../wire/fault.js';
import { takeBatch } from './batch.js';
import { createFailureBook } from './failureBook.js';
import type { Intake } from './intake.js';

/** How long Telegram holds an empty poll open, seconds; the documented way to poll, at most 50. */
const POLL_SECONDS = 30;

/** Time beyond that before the connection counts as dead, milliseconds. */
const POLL_GRACE_MS = 10_000;

const BASE_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

export interface PollerDeps {
  readonly api: TelegramApi;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a webhook keeps us from polling; resolves when it may have gone, or rejects on a fault for good. */
  readonly clearWebhook: (signal: AbortSignal) => Promise<void>;
}

/**
 * Polls until the signal aborts. The offset moves past an update only once it is stored, so whatever a crash or a full
 * disk interrupts comes again.
 *
 * @throws WaggleError `telegram-token` when Telegram refuses the token
 */
export async function poll(deps: PollerDeps, signal: AbortSignal): Promise<void> {
  const { api, intake, clock, log } = deps;
  const failures = createFailureBook();
  const done = new Set<number>();
  const callPause = createBackOff({ baseMs: BASE_PAUSE_MS, capMs: MAX_PAUSE_MS });
  const storePause = createBackOff({ baseMs: BASE_PAUSE_MS, capMs: MAX_PAUSE_MS });
  let offset: number | null = null;

  while (!signal.aborted) {
    let updates: readonly NumberedUpdate[];
    try {
      const request = {
        timeout: POLL_SECONDS,
        allowed_updates: ALLOWED_UPDATES,
        ...(offset === null ? {} : { offset }),
      };
      const timeoutMs = POLL_SECONDS * 1000 + POLL_GRACE_MS;
      const answer = await api.call('getUpdates', (raw, s) => raw.getUpdates(request, s), { signal, timeoutMs });
      updates = z.array(numberedSchema).parse(answer);
      callPause.reset();
    } catch (thrown) {
      if (signal.aborted) return;
      await waitAfter(thrown, () => callPause.next(), deps, signal);
      continue;
    }

    const batch = await takeBatch(updates, { intake, failures, done, log });
    offset = batch.nextOffset ?? offset;
    if (batch.failure === null) {
      storePause.reset();
      continue;
    }
    const ms = storePause.next();
    log.error(
      { err: batch.failure, ms },
      'messages cannot be stored; polling Telegram is held up, nothing is confirmed',
    );
    await pause(clock, ms, signal);
  }
}

async function waitAfter(
  thrown: unknown,
  nextPause: () => number,
  deps: PollerDeps,
  signal: AbortSignal,
): Promise<void> {
  const { clock, log } = deps;
  if (!(thrown instanceof TelegramCallError)) {
    const ms = nextPause();
    log.error({ err: thrown, ms }, 'the answer to getUpdates is not one of the Bot API; trying again');
    await pause(clock, ms, signal);
    return;
  }
  const { failure } = thrown;
  if (isTokenRefused(failure)) throw tokenRefused(thrown);
  if (failure.kind === 'answered' && failure.status === 409 && says(failure.description, WEBHOOK_ACTIVE)) {
    await deps.clearWebhook(signal);
    return;
  }
  const ms = Math.max(nextPause(), retryAfterOf(failure));
  const why =
    failure.kind === 'answered' && failure.status === 409
      ? 'another program polls this Telegram bot; waiting for it to end'
      : 'polling Telegram failed; trying again';
  log.warn({ err: thrown, ms }, why);
  await pause(clock, ms, signal);
}
