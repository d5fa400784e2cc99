import { type LeaseDeps as CoreLeaseDeps, holdLease as holdCoreLease } from '../../../core/holdLease.js';

const WORDS = {
  heldElsewhere: 'another process polls this Telegram bot; waiting for it to end',
  takenOver: 'polling of this Telegram bot taken over',
  lost: 'the lease for polling is lost; polling stops',
} as const;

/** Polls while the lease of the bot's poller is ours (`core/holdLease.ts`). */
export function holdLease(
  deps: Omit<CoreLeaseDeps, 'words'>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  return holdCoreLease({ ...deps, words: WORDS }, signal, work);
}
