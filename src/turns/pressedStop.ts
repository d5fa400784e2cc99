import { type AccessPolicy, personOf } from '../access/policy.js';
import type { ChatAddress, Sender } from '../core/message.js';
import { personIdOf } from '../core/person.js';
import type { LaneStore } from '../core/ports/laneStore.js';
import type { TurnControl } from '../core/ports/turnControl.js';

/** A press of a turn's stop button, as its channel reports it. */
export interface PressedStop {
  readonly turn: string;
  readonly lane: string;
  readonly address: ChatAddress;
  readonly by: Sender;
}

/**
 * Stops the turn behind a button when it belongs to this lane and to the presser, or the presser is owner or admin. Returns
 * the line that the presser is shown.
 */
export async function stopByButton(
  press: PressedStop,
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
