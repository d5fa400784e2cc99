import type { Clock } from './clock.js';
import type { Log } from './log.js';
import { pause } from './pause.js';
import type { Leases } from './ports/leases.js';

/** How long a crashed holder keeps others waiting, milliseconds. */
const TTL_MS = 10_000;

const RENEW_EVERY_MS = 3_000;

/** A refused lease is asked for again at its end, and at least this often unless told otherwise, for it may be given back early. */
const ASK_EVERY_MS = 1_000;
const LEAST_ASK_MS = 50;

export interface LeaseDeps {
  readonly leases: Leases;
  readonly name: string;
  /** Who we are, unique per process. */
  readonly owner: string;
  /** For work that is short, so that whoever waits is not long kept from it; milliseconds. */
  readonly askEveryMs?: number;
  /** What the log says of it, in the words of the work. */
  readonly words: { readonly heldElsewhere: string; readonly takenOver: string; readonly lost: string };
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Does `work` while the lease is ours, and waits while it is another's; ends when the signal aborts, or with what `work`
 * throws. The work's own signal aborts as soon as the lease is lost, or could not be renewed in time.
 */
export async function holdLease(
  deps: LeaseDeps,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { leases, name, owner, words, clock, log, askEveryMs = ASK_EVERY_MS } = deps;
  let announced: string | null = null;

  while (!signal.aborted) {
    const answer = await ask(deps);
    if (answer === 'failed') {
      await pause(clock, ASK_EVERY_MS, signal);
      continue;
    }
    if (answer !== 'ours') {
      if (answer.owner !== announced) log.warn({ lease: name, holder: answer.owner }, words.heldElsewhere);
      announced = answer.owner;
      await pause(clock, Math.max(LEAST_ASK_MS, Math.min(askEveryMs, answer.until - clock.now())), signal);
      continue;
    }
    if (announced !== null) log.info({ lease: name }, words.takenOver);
    announced = null;
    try {
      await workUnderLease(deps, signal, work);
    } finally {
      await leases.release({ name, owner }).catch((thrown: unknown) => {
        log.warn({ err: thrown, lease: name }, 'the lease could not be given back; it ends by itself');
      });
    }
  }
}

/** Takes or renews the lease, or says who has it. */
async function ask(deps: LeaseDeps): Promise<'ours' | 'failed' | { owner: string; until: number }> {
  const { leases, name, owner, clock, log } = deps;
  try {
    const answer = await leases.acquire({ name, owner, ttlMs: TTL_MS, now: clock.now() });
    return answer.ok ? 'ours' : { owner: answer.owner, until: answer.until };
  } catch (thrown) {
    log.error({ err: thrown, lease: name }, 'a lease could not be asked for');
    return 'failed';
  }
}

async function workUnderLease(
  deps: LeaseDeps,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { clock, log, name, words } = deps;
  const inner = new AbortController();
  const abort = () => inner.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();

  let renewedAt = clock.now();
  let renewal: Promise<void> | null = null;
  const lose = () => {
    if (inner.signal.aborted) return;
    log.warn({ lease: name }, words.lost);
    inner.abort(new DOMException('lease lost', 'AbortError'));
  };
  const renew = async () => {
    const askedAt = clock.now();
    const answer = await ask(deps);
    if (answer === 'ours') renewedAt = askedAt;
    else if (answer !== 'failed') lose();
  };
  const stopTimer = clock.every(RENEW_EVERY_MS, () => {
    // The store may fail or hang for a while, but not beyond the time that the lease was given for.
    if (clock.now() + RENEW_EVERY_MS > renewedAt + TTL_MS) lose();
    renewal ??= renew().finally(() => {
      renewal = null;
    });
  });
  try {
    await work(inner.signal);
  } finally {
    stopTimer();
    signal.removeEventListener('abort', abort);
    await renewal;
  }
}
