import type { Clock } from '../core/clock.js';
import type { Rendered } from '../core/ports/egress.js';
import { heldBy, NO_BUTTONS, type Slot, shows } from './slot.js';
import type { CallStep, StepRunner } from './stepRunner.js';

/** From when nothing is in flight any more: a turn that was stopped waits no longer than this for its notices and buttons to go, milliseconds. */
const TIDY_MS = 5_000;

/**
 * Nobody goes on with a turn that was stopped while its last word waited: what would have gone with that word goes now, its notices,
 * the stop button below what was written, and the buttons of its questions.
 */
export async function tidyUp(
  {
    notices,
    chunks,
    closed,
  }: {
    readonly notices: readonly Slot[];
    readonly chunks: readonly Slot[];
    readonly closed: readonly { readonly slot: Slot; readonly rendered: Rendered }[];
  },
  {
    runner,
    clock,
    findsSends,
  }: { readonly runner: Pick<StepRunner, 'run'>; readonly clock: Clock; readonly findsSends: boolean },
): Promise<void> {
  const deadline = clock.now() + TIDY_MS;
  const finish = async (slot: Slot, step: CallStep) => {
    while (slot.state === 'sent') {
      const result = await runner.run(step);
      if (result.kind !== 'wait') return;
      const ms = Math.max(result.ms, slot.retryAt - clock.now(), 1);
      if (clock.now() + ms > deadline) return;
      await clock.sleep(ms);
    }
  };
  for (const { slot, rendered } of closed) {
    if (!shows(slot, rendered))
      await finish(slot, { do: 'edit', slot, rendered, buttons: NO_BUTTONS, rank: 'approval' });
  }
  for (const slot of notices) await finish(slot, { do: 'remove', slot, rank: 'notice' });
  for (const slot of chunks) {
    if (!slot.mayStop) continue;
    // A send that a dead process left behind: once its call is over, it can be looked for.
    if (slot.state === 'unknown' && findsSends) await runner.run({ do: 'find', slot, rank: 'notice' });
    await finish(slot, { do: 'edit', slot, rendered: heldBy(slot), buttons: NO_BUTTONS, rank: 'notice' });
  }
}
