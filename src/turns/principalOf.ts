import { type AccessPolicy, personOf } from '../access/policy.js';
import type { InboundMessage } from '../core/message.js';
import { personIdOf } from '../core/person.js';
import type { Role } from '../core/ports/accessStore.js';
import type { ClaimedTurn } from '../core/ports/laneStore.js';
import type { Principal } from '../core/ports/turnRunner.js';

/** The sender of a message, whose role was decided, as the person that the claim says he is. */
export function asPrincipal(message: InboundMessage, { person }: Pick<ClaimedTurn, 'person'>, role: Role): Principal {
  const account = personIdOf(personOf(message));
  return { person: person.key, ...(account === person.key ? {} : { account }), role, sender: message.sender };
}

/** The verified sender of a turn's first message with the role that he has. */
export async function principalOf(
  message: InboundMessage,
  claimed: Pick<ClaimedTurn, 'standing' | 'person'>,
  access: AccessPolicy,
): Promise<Principal> {
  const decision = await access.decide(message, claimed.standing);
  return asPrincipal(message, claimed, decision.allowed ? decision.role : 'guest');
}
