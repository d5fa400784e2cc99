import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import type { HookContext, HookEvent } from './hookEvent.js';
import type { HookRegistry } from './hookRegistry.js';

/** How long hooks may take to hear that something is over, in milliseconds. */
const GRACE_MS = 1000;

/** Tells hooks that something is over, also where it was stopped and its own signal speaks no more. Never rejects. */
export async function tellEnd(
  hooks: HookRegistry | null,
  event: Extract<HookEvent, `${string}:end`>,
  context: HookContext,
  { clock, log }: { readonly clock: Pick<Clock, 'after'>; readonly log: Log },
): Promise<void> {
  if (hooks === null || !hooks.has(event)) return;
  const grace = new AbortController();
  const stopTimer = clock.after(GRACE_MS, () => grace.abort());
  try {
    await hooks.fire(event, context, grace.signal);
  } catch (thrown) {
    log.warn({ err: thrown, event }, 'a hook took too long');
  } finally {
    stopTimer();
  }
}
