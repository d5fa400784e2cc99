import type { Clock } from '../core/clock.js';
import type { Log } from '../core/log.js';
import type { Withdrawal } from '../core/ports/channelEvents.js';
import { accountKey } from '../core/ports/egress.js';
import type { LaneStore } from '../core/ports/laneStore.js';
import type { Overheard } from '../core/ports/overheard.js';
import type { Waker } from '../core/ports/waker.js';

/** `ChannelEvents.withdrawn`: whoever deletes a question calls it off, and what was only overheard is forgotten. */
export async function withdrawMessage(
  { address, identity }: Withdrawal,
  deps: {
    lanes: Pick<LaneStore, 'withdraw'>;
    overheard: Pick<Overheard, 'drop'>;
    waker: Waker;
    clock: Clock;
    log: Log;
  },
): Promise<void> {
  const account = accountKey(address);
  await deps.overheard.drop({ account, identity });
  const lane = await deps.lanes.withdraw({ account, identity, now: deps.clock.now() });
  if (lane === null) return;
  deps.log.info({ lane: lane.id, identity }, 'a message was deleted; its turn is called off');
  deps.waker.wake(lane);
}
