import type { ChatAddress } from '../message.js';
import type { FrameScope } from './frame.js';

/** One mind: a person's (`person` is the linked person's key) or a workspace's (Slack team, Discord guild, Telegram group). */
export type MindId =
  | { readonly kind: 'person'; readonly person: string }
  | { readonly kind: 'workspace'; readonly workspace: string };

/** A mind and the rows of it that may be seen. The scopes stand in SQL, before any search. */
export interface MindView {
  readonly mind: MindId;
  readonly scopes: readonly FrameScope[];
}

/**
 * What a turn may read of memory and where it writes: made once, from the verified sender and the address, never from tool
 * arguments. See `reachOf`.
 */
export interface MemoryReach {
  readonly personal: MindView;
  /** Null in a direct chat with somebody of whom no workspace is known. */
  readonly workspace: MindView | null;
  /** Where what is said here is kept unless the person says otherwise. */
  readonly home: { readonly mind: MindId; readonly scope: FrameScope };
  /** The person and the chat, as authors and sources of what is saved. */
  readonly person: string;
  readonly chat: string;
  readonly isGroup: boolean;
}

/**
 * Key of the workspace of a chat, each part percent-encoded: the Slack team, the Discord guild, the Telegram group (a group
 * whose platform names no community is one itself). Null in direct chats of platforms whose account serves many communities.
 */
export function workspaceOf(address: ChatAddress): string | null {
  const { platform, account, chat, community, kind } = address;
  const key = (...parts: string[]) => [platform, account, ...parts].map(encodeURIComponent).join(':');
  if (platform === 'slack') return key(community ?? account);
  if (kind === 'dm') return null;
  return key(community ?? chat);
}
