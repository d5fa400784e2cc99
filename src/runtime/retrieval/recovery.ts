import type { Clock } from '../../core/clock.js';
import { toWaggleError, WaggleError } from '../../core/errors.js';
import { type RetrievalLoopConfig, runRetrievalAgentLoop } from './retrievalLoop.js';
import type { RetrievalResult } from './retrievalRun.js';

export interface RecoveryOptions {
  /** 0 to 20; default 2. */
  readonly maxRetries?: number;
  /** First wait in milliseconds, doubled by each try; default 1,000. */
  readonly baseMs?: number;
  /** Longest wait in milliseconds; default 30,000. */
  readonly capMs?: number;
  /** Share of a wait by which it varies at random, 0 to 1; default 0.25. */
  readonly jitter?: number;
  readonly clock: Clock;
  /** From 0 to 1; injectable for tests. */
  readonly random?: () => number;
  readonly onRetry?: (retry: {
    readonly attempt: number;
    readonly backoff_ms: number;
    readonly error: unknown;
  }) => void;
}

/**
 * A retrieval run that is tried again when it fails: with a checkpoint store it goes on from its last step, without one it starts
 * over.
 *
 * @throws WaggleError `recovery-options` for options out of range; the last error when all tries failed; the signal's reason
 */
export async function runRetrievalAgentLoopWithRecovery(
  config: RetrievalLoopConfig,
  options: RecoveryOptions,
): Promise<RetrievalResult> {
  const { maxRetries = 2, baseMs = 1000, capMs = 30_000, jitter = 0.25, clock, random = Math.random } = options;
  check('maxRetries', maxRetries, 0, 20);
  check('baseMs', baseMs, 0, 600_000);
  check('capMs', capMs, baseMs, 3_600_000);
  check('jitter', jitter, 0, 1);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runRetrievalAgentLoop(config);
    } catch (error) {
      config.signal.throwIfAborted();
      if (attempt > maxRetries) throw toWaggleError(error, 'retrieval');
      const backoff = Math.min(baseMs * 2 ** (attempt - 1), capMs) * (1 + jitter * (random() * 2 - 1));
      options.onRetry?.({ attempt, backoff_ms: backoff, error });
      await clock.sleep(backoff, config.signal);
    }
  }
}

function check(name: string, value: number, min: number, max: number): void {
  if (Number.isFinite(value) && value >= min && value <= max) return;
  throw new WaggleError('recovery-options', `${name} is ${value}, wants a number from ${min} to ${max}`);
}
