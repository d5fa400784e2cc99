import type { ChatAddress } from '../../../core/message.js';
import { accountKey, chatKey } from '../../../core/ports/egress.js';
import type { CallKind, CallRank, RateLimit } from '../../../core/ports/ledger.js';
import { methodGate } from '../wire/heedfulApi.js';

/** "1 per second per channel, short bursts allowed"; how short is not published, 4 is seen to pass. */
const POST_INTERVAL_MS = 1_000;
const POST_BURST = 3;

/** "Several hundred messages a minute" for a whole workspace. */
const ALL_POSTS_INTERVAL_MS = 150;
const ALL_POSTS_BURST = 20;

/**
 * chat.update and chat.delete are "50+ per minute" each for a whole workspace. The edits of growing answers use a part of the
 * burst only, so that last words never wait for them.
 */
const TIER_3_INTERVAL_MS = 1_250;
const TIER_3_BURST = 30;
const GROWING_BURST = 15;

/** An edit of a growing answer at most that often, whatever the workspace has left. */
const EDIT_INTERVAL_MS = 1_000;

/** assistant.threads.setStatus is allowed 600 times a minute. */
const STATUS_INTERVAL_MS = 150;
const STATUS_BURST = 20;

/**
 * Where there is no status, a reaction is given and taken back, which is allowed 20 times a minute for a whole workspace: both
 * count, so as many go as come, and there are always some left for taking back.
 */
const REACTION_INTERVAL_MS = 2_000;
const REACTION_BURST = 19;
const GIVEN_BURST = 10;

/** files.getUploadURLExternal is "100+ per minute" (tier 4); nothing else is an `other` call here. */
const FILES_INTERVAL_MS = 650;
const FILES_BURST = 20;

/** Limits for one call, all of which must have room. */
export function limitsOfCall(address: ChatAddress, kind: CallKind, rank: CallRank): readonly RateLimit[] {
  const chat = chatKey(address);
  const account = accountKey(address);
  const isGrowing = rank === 'edit';
  switch (kind) {
    case 'send':
    case 'upload':
      return [
        { key: `${chat}/posts`, intervalMs: POST_INTERVAL_MS, burst: POST_BURST },
        { key: `${account}/posts`, intervalMs: ALL_POSTS_INTERVAL_MS, burst: ALL_POSTS_BURST },
      ];
    case 'edit': {
      const burst = isGrowing ? GROWING_BURST : TIER_3_BURST;
      const all = { key: `${account}/updates`, intervalMs: TIER_3_INTERVAL_MS, burst };
      return isGrowing ? [{ key: `${chat}/edits`, intervalMs: EDIT_INTERVAL_MS, burst: 1 }, all] : [all];
    }
    case 'remove':
      return [{ key: `${account}/deletes`, intervalMs: TIER_3_INTERVAL_MS, burst: TIER_3_BURST }];
    case 'status':
      if (address.thread === undefined) {
        const burst = rank === 'typing' ? GIVEN_BURST : REACTION_BURST;
        return [{ key: `${account}/reactions`, intervalMs: REACTION_INTERVAL_MS, burst }];
      }
      return [{ key: `${account}/status`, intervalMs: STATUS_INTERVAL_MS, burst: STATUS_BURST }];
    case 'other':
      return [{ key: `${account}/files`, intervalMs: FILES_INTERVAL_MS, burst: FILES_BURST }];
  }
}

/** Reading the chat back for a lost send: by the method's limit, which other processes' reading has as well. */
export function limitsOfFind({ account, thread }: ChatAddress): readonly RateLimit[] {
  const method = thread === undefined ? 'conversations.history' : 'conversations.replies';
  return [{ key: methodGate(account, method), intervalMs: TIER_3_INTERVAL_MS, burst: TIER_3_BURST }];
}
