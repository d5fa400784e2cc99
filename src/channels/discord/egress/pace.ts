import type { ChatAddress } from '../../../core/message.js';
import { accountKey, chatKey } from '../../../core/ports/egress.js';
import type { CallKind, CallRank, RateLimit } from '../../../core/ports/ledger.js';

/**
 * "Create and edit are each about 5 per 5 s per channel" (spec/channels.md), in windows that begin with their first call. The
 * sums stay at 4 in any 5 s, and a fifth call only where it is the last word, so that the window is never used up.
 */
const CREATE_INTERVAL_MS = 2_500;
const CREATE_BURST = 2;
const EDIT_INTERVAL_MS = 1_300;
const LAST_EDIT_BURST = 2;

/** "5 a second" for removals, "5 in 5 s" for typing; both are counted apart. */
const REMOVE_INTERVAL_MS = 250;
const TYPING_INTERVAL_MS = 2_500;

/** "50 a second" for the bot as a whole. The gateway's own reads (history, menus) get the rest. */
const ACCOUNT_INTERVAL_MS = 30;
const ACCOUNT_BURST = 6;

/** Limits for one call, all of which must have room. Every channel, DM and thread has buckets of its own. */
export function limitsOfCall(address: ChatAddress, kind: CallKind, rank: CallRank): readonly RateLimit[] {
  const chat = chatKey(address);
  const account = { key: accountKey(address), intervalMs: ACCOUNT_INTERVAL_MS, burst: ACCOUNT_BURST };
  switch (kind) {
    case 'send':
    case 'upload':
      return [account, { key: `${chat}/creates`, intervalMs: CREATE_INTERVAL_MS, burst: CREATE_BURST }];
    case 'edit': {
      const burst = rank === 'edit' ? 1 : LAST_EDIT_BURST;
      return [account, { key: `${chat}/edits`, intervalMs: EDIT_INTERVAL_MS, burst }];
    }
    case 'remove':
      return [account, { key: `${chat}/removes`, intervalMs: REMOVE_INTERVAL_MS, burst: 2 }];
    case 'status':
      return [account, { key: `${chat}/typing`, intervalMs: TYPING_INTERVAL_MS, burst: 1 }];
    case 'other':
      return [account];
  }
}
