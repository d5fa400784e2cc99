/**
 * Keys that begin so are about messages, and are forgotten when messages are (dedupe, 7 days) unless they are put anew; all others
 * stay.
 */
export const PASSING_KEYS = 'seen:';

/** Keys of what is wrong with an account and lasts until the operator does something; an empty value says that it is over. */
export const TROUBLE_KEYS = 'trouble:';

/** What may be wrong: Slack's app token is in use by a program of another data directory as well. */
export const SHARED_TOKEN = 'shared-token';

/**
 * What a channel has to remember of its account between restarts: the hash of the menu that it published, the newest message
 * seen in a channel, a group's new id. Small values; keys are the channel's own.
 */
export interface ChannelMemory {
  get(account: string, key: string): Promise<string | null>;
  put(entry: { account: string; key: string; value: string; now: number }): Promise<void>;
  /** All values whose key starts with `prefix`. */
  list(account: string, prefix: string): Promise<readonly { readonly key: string; readonly value: string }[]>;
  /** What is wrong with accounts just now: `SHARED_TOKEN`. `account` as it was put. */
  troubles(): Promise<readonly { readonly account: string; readonly trouble: string }[]>;
}

/** What people set for one chat, by name: `language`, `context`. */
export interface ChatSettings {
  get(chat: string, name: string): Promise<string | null>;
  /** Null takes the setting away. */
  set(entry: { chat: string; name: string; value: string | null; by: string; now: number }): Promise<void>;
}
