import { laneIdOf } from '../core/lane.js';
import type { InboundMessage } from '../core/message.js';
import { personIdOf } from '../core/person.js';
import type { AuditEvent } from '../core/ports/audit.js';
import { chatKey } from '../core/ports/egress.js';
import { personOf } from './policy.js';

/** Who and where, as the audit log says it of somebody who wrote or pressed something. */
export function auditOf(
  message: Pick<InboundMessage, 'address' | 'sender'>,
): Required<Pick<AuditEvent, 'actor' | 'chat' | 'lane'>> {
  return {
    actor: personIdOf(personOf(message)),
    chat: chatKey(message.address),
    lane: laneIdOf(message.address),
  };
}
