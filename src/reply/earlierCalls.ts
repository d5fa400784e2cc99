import type { Clock } from '../core/clock.js';
import { pause } from '../core/pause.js';
import type { Delivery, Ledger } from '../core/ports/ledger.js';
import type { ReplyTarget } from './replyTarget.js';
import type { Slot } from './slot.js';

/** How often it is looked whether an earlier owner's call is over, milliseconds. */
const LOOK_EVERY_MS = 100;

/**
 * Waits for the calls that the lane's earlier owners have on their way, no longer than needed: an owner that only lost its lane
 * settles them, and then the slots of the messages in question are put right. Ends early when the signal aborts.
 *
 * @param slots those of messages of earlier attempts
 */
export async function awaitEarlierCalls(
  { speaker, notBefore }: Pick<ReplyTarget, 'speaker' | 'notBefore'>,
  slots: readonly Slot[],
  { ledger, clock }: { readonly ledger: Ledger; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const { lane, token, turn } = speaker;
  let until = notBefore;
  while (until > clock.now() && !signal.aborted) {
    await pause(clock, Math.min(LOOK_EVERY_MS, until - clock.now()), signal);
    until = Math.min(until, await ledger.earlierCallUntil({ lane, token, now: clock.now() }));
  }
  if (notBefore === 0 || signal.aborted) return;
  const known = new Map((await ledger.deliveriesOf(turn)).map((delivery) => [delivery.chunk, delivery]));
  for (const slot of slots) if (slot.state === 'unknown') settleSlot(slot, known.get(slot.chunk));
}

/** A row that is gone says that the send surely failed. */
function settleSlot(slot: Slot, delivery: Delivery | undefined): void {
  if (delivery?.state === 'open') return;
  const isThere = delivery?.state === 'sent' && delivery.messageId !== null;
  slot.state = isThere ? 'sent' : 'empty';
  slot.messageId = isThere ? delivery.messageId : null;
  if (!isThere) slot.replaces = delivery?.messageId ?? slot.replaces;
}
