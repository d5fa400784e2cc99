import type { MemoryReach } from '../../core/memory/reach.js';
import type { Principal } from '../../core/ports/turnRunner.js';
import type { SeenFrame } from './memoryCall.js';

/** Who a frame may name as its author, for this caller. */
export const namesOf = ({ person, account }: Pick<Principal, 'person' | 'account'>): readonly string[] =>
  account === undefined ? [person] : [person, account];

/**
 * Whether somebody may change or forget a memory: everybody his own mind's; a workspace's whoever said it, and its admins in its own
 * chats. What a workspace shares with all its chats is only read from a direct chat.
 */
export function mayChange(seen: Pick<SeenFrame, 'ref' | 'frame'>, principal: Principal, reach: MemoryReach): boolean {
  if (seen.ref.store === 'personal') return !reach.isGroup;
  const { author } = seen.frame;
  if (author !== null && namesOf(principal).includes(author)) return true;
  return reach.isGroup && (principal.role === 'admin' || principal.role === 'owner');
}
