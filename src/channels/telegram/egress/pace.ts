import type { ChatAddress } from '../../../core/message.js';
import { accountKey, chatKey } from '../../../core/ports/egress.js';
import type { CallKind, CallRank, RateLimit } from '../../../core/ports/ledger.js';

/** Calls per second of the whole bot, or `off` (for measuring): then only the edits of a growing answer are paced. */
export type TelegramRate = number | 'off';

/** "About one message a second per chat" (spec/channels.md): an edit of a growing answer at most that often. */
const EDIT_INTERVAL_MS = 1_000;

/**
 * "Short bursts pass": how many calls of a chat may follow each other, so that a last edit or a next chunk need not wait.
 * How short is not published; calls bunch up on their way, so this stays below what is seen to pass (4 or 5).
 */
const CHAT_INTERVAL_MS = 1_000;
const CHAT_BURST = 3;

/**
 * "20 a minute in a group", whatever 60 seconds one looks at: 5 at once and 15 more in a minute. The same bucket lets an
 * answer's growing edits use only 2 of the 5, so that there is always room for its first and last words.
 */
const GROUP_INTERVAL_MS = 4_000;
const GROUP_BURST = 5;
const GROUP_EDIT_BURST = 2;

/**
 * Limits for one call, all of which must have room. Removals count for the account only: Telegram does not limit them
 * like messages, and a notice's removal must not hold up the text that replaces it. Typing is limited apart from messages.
 */
export function limitsOfCall(
  address: ChatAddress,
  kind: CallKind,
  rank: CallRank,
  rate: TelegramRate,
): readonly RateLimit[] {
  const chat = chatKey(address);
  const isGrowing = kind === 'edit' && rank === 'edit';
  const limits: RateLimit[] = [];
  if (isGrowing) limits.push({ key: `${chat}/edits`, intervalMs: EDIT_INTERVAL_MS, burst: 1 });
  if (rate === 'off') return limits;

  const account = accountKey(address);
  if (kind === 'status') return [accountLimit(`${account}/status`, rate)];
  limits.push(accountLimit(account, rate));
  if (kind === 'remove') return limits;
  limits.push({ key: `${chat}/calls`, intervalMs: CHAT_INTERVAL_MS, burst: CHAT_BURST });
  if (address.kind === 'group') {
    const burst = isGrowing ? GROUP_EDIT_BURST : GROUP_BURST;
    limits.push({ key: `${chat}/group`, intervalMs: GROUP_INTERVAL_MS, burst });
  }
  return limits;
}

/** At most `rate` calls in any one second: a sixth of them may come at once, the rest are spread. */
function accountLimit(key: string, rate: number): RateLimit {
  const burst = Math.max(1, Math.floor(rate / 6));
  return { key, intervalMs: Math.ceil(1_000 / Math.max(rate - burst, Math.min(rate, 1))), burst };
}
