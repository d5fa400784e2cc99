import { type AccessPolicy, personOf } from '../access/policy.js';
import { personIdOf } from '../core/person.js';
import type { StopPress } from '../core/ports/channelEvents.js';
import type { LaneStore } from '../core/ports/laneStore.js';
import type { TurnControl } from '../core/ports/turnControl.js';

/**
 * Stops the turn behind a button when it belongs to this lane and to the presser, or the presser is owner or admin. Returns
 * the line that the presser is shown.
 */
export async function stopByButton(
  press: StopPress,
  deps: { lanes: Pick<LaneStore, 'turnById'>; access: AccessPolicy; control: TurnControl },
): Promise<string> {
  const record = await deps.lanes.turnById(press.turn);
  if (record === null || record.lane.id !== press.lane) return 'This button is out of date.';
  const person = { address: press.address, sender: press.by };
  const decision = await deps.access.decide(person);
  const isPrincipal = record.sender === personIdOf(personOf(person));
  const mayStopOthers = decision.allowed && (decision.role === 'owner' || decision.role === 'admin');
  if (!decision.allowed || !(isPrincipal || mayStopOthers)) return 'Only the person who asked can stop this.';
  return (await deps.control.stopTurn(press.turn)) ? 'Stopping …' : 'It is over already.';
}
