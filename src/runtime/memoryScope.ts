import type { ChatAddress } from '../core/message.js';
import { chatKey } from '../core/ports/egress.js';
import type { MindOwner } from '../core/ports/mind.js';
import type { Principal } from '../core/ports/turnRunner.js';

/**
 * Whose memory a turn reads and writes: in a direct chat the person's own. A group has a memory of its own, so that what
 * somebody told in private never surfaces before others.
 */
export function memoryOwnerOf(principal: Pick<Principal, 'person'>, address: ChatAddress): MindOwner {
  return { person: address.kind === 'dm' ? principal.person : `group:${chatKey(address)}` };
}
