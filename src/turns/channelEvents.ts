import { auditOf } from '../access/auditOf.js';
import type { AccessPolicy } from '../access/policy.js';
import type { Clock } from '../core/clock.js';
import type { Log } from '../core/log.js';
import { type Audit, NOBODY } from '../core/ports/audit.js';
import type { ChannelEvents } from '../core/ports/channelEvents.js';
import type { DeadUpdates } from '../core/ports/deadUpdates.js';
import type { LaneStore } from '../core/ports/laneStore.js';
import type { Overheard } from '../core/ports/overheard.js';
import type { TurnControl } from '../core/ports/turnControl.js';
import type { Waker } from '../core/ports/waker.js';
import { keptUpdate } from './keptUpdate.js';
import { type StopByButtonDeps, stopByButton } from './pressedStop.js';
import { withdrawMessage } from './withdrawMessage.js';

export interface ChannelEventsDeps {
  readonly lanes: LaneStore;
  readonly overheard: Overheard;
  readonly deadUpdates: DeadUpdates;
  readonly access: AccessPolicy;
  readonly audit: Audit;
  readonly control: TurnControl;
  readonly wordingFor: StopByButtonDeps['wordingFor'];
  readonly waker: Waker;
  readonly clock: Clock;
  readonly log: Log;
}

/** Why an event cannot be used names each wrong field of it, and there may be thousands. */
const MAX_REASON_CHARS = 2_000;

/** What becomes of everything that channels tell besides messages. */
export function createChannelEvents(deps: ChannelEventsDeps): ChannelEvents {
  const { access, audit, clock, log } = deps;
  return {
    stopPressed: (press) => stopByButton(press, deps),
    withdrawn: (withdrawal) => withdrawMessage(withdrawal, deps),
    membershipChanged: async ({ address, status }) => log.info({ ...address, status }, 'membership changed'),
    mayWrite: async ({ what, ...of }) => {
      const { allowed } = await access.decide(of);
      if (!allowed) {
        const event = { kind: 'button', decision: 'refuse', ...auditOf(of), reason: 'a stranger', call: what } as const;
        await audit.record({ ...event, flood: true });
      }
      return allowed;
    },
    forged: async (platform, reason) => {
      await audit
        .record({ kind: 'webhook', decision: 'refuse', actor: NOBODY, call: platform, reason, flood: true })
        .catch((thrown: unknown) => log.error({ err: thrown }, 'a refusal is not in the audit log'));
    },
    dead: async (update, error, account) => {
      log.error({ err: error, account }, 'an event cannot be used; it is kept for the operator');
      const reason = error.message.slice(0, MAX_REASON_CHARS);
      await deps.deadUpdates.bury({ source: account, update: keptUpdate(update), error: reason, at: clock.now() });
    },
  };
}
