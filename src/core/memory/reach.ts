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
  readonly person: string;
  /** Who is named as the author of what is saved: the account, which may part from its person again. */
  readonly author: string;
  /** The chat that it is saved from. */
  readonly chat: string;
  /** The chat as the key of a mind (`placeOf`). */
  readonly place: string;
  readonly isGroup: boolean;
}

const mindKey = (...parts: string[]) => parts.map(encodeURIComponent).join(':');

/** Key of the mind that belongs to one chat alone. */
export function placeOf({ platform, account, chat }: ChatAddress): string {
  return mindKey(platform, account, chat);
}

/**
 * Key of the workspace of a chat, each part percent-encoded: the Slack team, the Discord guild, the Telegram group (a group
 * whose platform names no community is one itself). Null in direct chats of platforms whose account serves many communities.
 */
export function workspaceOf(address: ChatAddress): string | null {
  const { platform, account, chat, community, kind } = address;
  if (platform === 'slack') return mindKey(platform, account, community ?? account);
  if (kind === 'dm') return null;
  return mindKey(platform, account, community ?? chat);
}

/** The mind of the gateway itself: it holds the identity that holds where a workspace has none of its own. */
export const GATEWAY_MIND: MindId = { kind: 'workspace', workspace: 'gateway' };

/**
 * The mind that holds what a place is busy with (awareness, signals), which has no scope of its own: in a direct chat the
 * person's; in a group the chat's, so that no channel of a workspace sees what another one is at. In a Telegram group it is
 * the workspace's.
 */
export function stateMindOf(reach: Pick<MemoryReach, 'personal' | 'isGroup' | 'place'>): MindId {
  return reach.isGroup ? { kind: 'workspace', workspace: reach.place } : reach.personal.mind;
}
