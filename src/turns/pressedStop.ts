import { auditOf } from '../access/auditOf.js';
import { type AccessPolicy, personOf } from '../access/policy.js';
import type { InboundMessage } from '../core/message.js';
import { personIdOf } from '../core/person.js';
import type { Audit } from '../core/ports/audit.js';
import type { StopPress } from '../core/ports/channelEvents.js';
import type { LaneStore } from '../core/ports/laneStore.js';
import type { TurnControl } from '../core/ports/turnControl.js';
import type { Wording } from '../core/wording.js';

/**
 * Stops the turn behind a button when it belongs to this lane and to the presser, or the presser is owner or admin. Returns
 * the line that the presser is shown.
 */
export async function stopByButton(
  press: StopPress,
  deps: {
    lanes: Pick<LaneStore, 'turnById'>;
    access: AccessPolicy;
    audit: Audit;
    control: TurnControl;
    wordingFor: (of: Pick<InboundMessage, 'address' | 'sender'>) => Promise<Wording>;
  },
): Promise<string> {
  const person = { address: press.address, sender: press.by };
  const { text } = await deps.wordingFor(person);
  const record = await deps.lanes.turnById(press.turn);
  if (record === null || record.lane.id !== press.lane) return text('stop-stale', {});
  const decision = await deps.access.decide(person);
  const isPrincipal = record.sender === personIdOf(personOf(person));
  const mayStopOthers = decision.allowed && (decision.role === 'owner' || decision.role === 'admin');
  if (!decision.allowed || !(isPrincipal || mayStopOthers)) {
    await deps.audit.record({
      kind: 'button',
      decision: 'refuse',
      ...auditOf(person),
      ...(decision.allowed ? { role: decision.role } : {}),
      turn: press.turn,
      call: 'stop',
      reason: decision.allowed ? "another person's turn" : 'a stranger',
      flood: true,
    });
    return text('stop-refused', {});
  }
  return (await deps.control.stopTurn(press.turn)) ? text('stop-stopping', {}) : text('stop-over', {});
}
