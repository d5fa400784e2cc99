import type { ChatAddress } from '../../core/message.js';
import { chatKey } from '../../core/ports/egress.js';
import type { Principal } from '../../core/ports/turnRunner.js';

/**
 * Whose skills a turn or command sees and writes besides everybody's: in a direct chat the person's own. A group has its own, so
 * that what was learned in private never shows before others.
 */
export function skillOwnerOf(principal: Pick<Principal, 'person'>, address: ChatAddress): string {
  return address.kind === 'dm' ? principal.person : `group:${chatKey(address)}`;
}

/** A group's skills steer everybody's turns there, so only its admins make them. */
export function mayKeepSkills({ role }: Pick<Principal, 'role'>, address: Pick<ChatAddress, 'kind'>): boolean {
  return address.kind === 'dm' || role === 'owner' || role === 'admin';
}
