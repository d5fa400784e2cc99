import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import { untilAborted } from '../untilAborted.js';
import { type HookAnswer, type HookContext, type HookEvent, type HookHandler, isBefore } from './hookEvent.js';

/**
 * How long one hook may take, in milliseconds: a guard is a look-up or one short request, and the person waits for it.
 */
const ANSWER_LIMIT_MS = 10_000;

/** For the model and the person, behind what is blocked. */
const TOO_LATE = `a check that has to agree did not answer in time (${ANSWER_LIMIT_MS / 1000} s)`;
const BROKEN = 'a hook that has to agree failed';

/** What is asked, where, and how long: the signal is the turn's. */
interface HookQuestion {
  readonly event: HookEvent;
  readonly context: HookContext;
  readonly signal: AbortSignal;
}

/**
 * One handler's answer. Before something happens a handler that throws, or that is silent for ten seconds, counts as a
 * cancel: its signal is aborted, and whether it heeds that is of no concern. Afterwards a silent one is waited for as long, and
 * what it throws is logged.
 *
 * @throws the signal's reason when it aborts meanwhile
 */
export async function askHook(
  handler: HookHandler,
  { event, context, signal }: HookQuestion,
  { clock, log }: { readonly clock: Pick<Clock, 'after'>; readonly log: Log },
): Promise<HookAnswer | undefined> {
  const limit = new AbortController();
  const stopTimer = clock.after(ANSWER_LIMIT_MS, () => {
    limit.abort(new DOMException(`no answer within ${ANSWER_LIMIT_MS} ms`, 'TimeoutError'));
  });
  const until = AbortSignal.any([signal, limit.signal]);
  try {
    const answering = async () => handler(context, until);
    return (await untilAborted(answering(), until)) ?? undefined;
  } catch (error) {
    signal.throwIfAborted();
    const isLate = limit.signal.aborted;
    const facts = { err: error, event, turn: context.turnId, tool: context.toolName };
    log.warn(facts, isLate ? 'a hook did not answer in time' : 'a hook threw');
    return isBefore(event) ? { cancel: true, reason: isLate ? TOO_LATE : BROKEN } : undefined;
  } finally {
    stopTimer();
  }
}
