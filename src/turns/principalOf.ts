import { type AccessPolicy, personOf } from '../access/policy.js';
import type { InboundMessage } from '../core/message.js';
import { personIdOf } from '../core/person.js';
import type { Role } from '../core/ports/accessStore.js';
import type { Principal } from '../core/ports/turnRunner.js';

/** The verified sender of a message with the role that he has, `granted` being what the claim read. */
export async function principalOf(
  message: InboundMessage,
  granted: Role | null,
  access: AccessPolicy,
): Promise<Principal> {
  const decision = await access.decide(message, granted);
  return {
    person: personIdOf(personOf(message)),
    role: decision.allowed ? decision.role : 'guest',
    sender: message.sender,
  };
}
