import type { Clock } from '../../../core/clock.js';

/** Two chats refused within this time are not a coincidence: the account as a whole is too fast. */
const ACCOUNT_WINDOW_MS = 1_000;

/**
 * Telegram's 429 does not say whether the chat or the bot was too fast. A single one is put down to its chat; when two
 * different chats get one within a second, the second is put down to the account.
 */
export function createFloodScope(clock: Clock): (chat: string) => 'chat' | 'account' {
  let last: { chat: string; at: number } | null = null;
  return (chat) => {
    const now = clock.now();
    const isAccount = last !== null && last.chat !== chat && now - last.at <= ACCOUNT_WINDOW_MS;
    last = { chat, at: now };
    return isAccount ? 'account' : 'chat';
  };
}
