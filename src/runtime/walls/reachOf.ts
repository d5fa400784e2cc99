import { type MemoryReach, type MindView, placeOf, workspaceOf } from '../../core/memory/reach.js';
import type { ChatAddress } from '../../core/message.js';
import { chatKey } from '../../core/ports/egress.js';
import type { Principal } from '../../core/ports/turnRunner.js';

/**
 * What a turn may read of memory, and where it writes (DESIGN.md section 3; spec: memory, part E). Everything comes from
 * what the adapter verified: the sender and the address.
 *
 * - Direct chat: all of the person's own mind, and what is shared with everybody in the workspace that the person is of.
 *   What is said there stays private.
 * - Group: what was said in this chat and what its workspace shares; of the sender's own mind only what they shared
 *   themselves. What is said there stays in the chat.
 *
 * @param known the workspace that the person is known to be of, for direct chats whose address names none
 */
export function reachOf(
  principal: Pick<Principal, 'person' | 'account'>,
  address: ChatAddress,
  known: { readonly workspace: string | null } = { workspace: null },
): MemoryReach {
  const { person } = principal;
  const chat = chatKey(address);
  const isGroup = address.kind === 'group';
  const key = workspaceOf(address) ?? (isGroup ? null : known.workspace);
  const mine = { kind: 'person', person } as const;
  const personal: MindView = { mind: mine, scopes: isGroup ? ['shared'] : ['private', 'shared'] };
  const workspace: MindView | null =
    key === null
      ? null
      : {
          mind: { kind: 'workspace', workspace: key },
          scopes: isGroup ? [`chat:${chat}`, 'shared'] : ['shared'],
        };
  const home =
    isGroup && workspace !== null
      ? ({ mind: workspace.mind, scope: `chat:${chat}` } as const)
      : ({ mind: mine, scope: 'private' } as const);
  return {
    personal,
    workspace,
    home,
    person,
    author: principal.account ?? person,
    chat,
    place: placeOf(address),
    isGroup,
  };
}
