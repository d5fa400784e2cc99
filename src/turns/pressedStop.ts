import { auditOf } from '../access/auditOf.js';
import { type AccessPolicy, personOf } from '../access/policy.js';
import type { InboundMessage } from '../core/message.js';
import { personIdOf } from '../core/person.js';
import type { Audit } from '../core/ports/audit.js';
import type { StopPress } from '../core/ports/channelEvents.js';
import type { LaneStore } from '../core/ports/laneStore.js';
import type { TurnControl } from '../core/ports/turnControl.js';
import type { Wording } from '../core/wording.js';

export interface StopByButtonDeps {
  readonly lanes: Pick<LaneStore, 'turnById'>;
  readonly access: AccessPolicy;
  readonly audit: Audit;
  readonly control: TurnControl;
  readonly wordingFor: (of: Pick<InboundMessage, 'address' | 'sender'>) => Promise<Wording>;
}

/**
 * Stops the turn behind a button when it belongs to this lane and to the presser, or the presser is owner or admin. Returns
 * the line that the presser is shown; null: a stranger is told nothing.
 */
export async function stopByButton(press: StopPress, deps: StopByButtonDeps): Promise<string | null> {
  const person = { address: press.address, sender: press.by };
  const decision = await deps.access.decide(person);
  const refuse = (reason: string) =>
    deps.audit.record({
      kind: 'button',
      decision: 'refuse',
      ...auditOf(person),
      ...(decision.allowed ? { role: decision.role } : {}),
      call: 'stop',
      reason,
      flood: true,
    });
  if (!decision.allowed) {
    await refuse('a stranger');
    return null;
  }
  const { text } = await deps.wordingFor(person);
  const record = await deps.lanes.turnById(press.turn);
  if (record === null || record.lane.id !== press.lane) return text('stop-stale', {});
  const isPrincipal = record.sender === personIdOf(personOf(person));
  if (!isPrincipal && decision.role !== 'owner' && decision.role !== 'admin') {
    await refuse("another person's turn");
    return text('stop-refused', {});
  }
  return (await deps.control.stopTurn(press.turn)) ? text('stop-stopping', {}) : text('stop-over', {});
}
