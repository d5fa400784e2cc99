import type { Clock } from '../../../src/core/clock.js';
import type { Watch } from '../watch.js';
import type { FileStore } from './files.js';
import type { Flood } from './flood.js';
import type { UpdateQueue } from './updates.js';
import type { Webhook } from './webhook.js';
import type { BotRecord, ChatRecord, StoredMessage, UserRecord, World } from './world.js';

/** A bot with its updates. */
export interface Account {
  readonly bot: BotRecord;
  readonly queue: UpdateQueue;
  readonly webhook: Webhook;
}

/** A button that a user pressed. */
export interface CallbackPress {
  readonly id: string;
  readonly data: string;
  readonly from: UserRecord;
  readonly message: StoredMessage;
  readonly at: number;
  /** What the bot answered; the client shows a spinner until then. */
  answer?: { text: string; alert: boolean; at: number };
}

/** What all parts of the server share. */
export interface ServerState {
  readonly world: World;
  readonly clock: Clock;
  readonly flood: Flood;
  readonly files: FileStore;
  readonly watch: Watch;
  /** By bot id. */
  readonly accounts: Map<number, Account>;
  readonly presses: Map<string, CallbackPress>;
  /** How long a callback query can be answered, milliseconds. */
  readonly callbackTtlMs: number;
  /** Folder in which a server in local mode keeps its files, whose absolute paths getFile then names; null: the public server. */
  readonly localFiles: string | null;
  /** Limit on the characters of all descriptions of a command list. */
  readonly commandListChars: number;
}

/** The names of a chat's updates: a webhook keeps their order. */
export const groupOf = (chat: ChatRecord) => `chat:${chat.id}`;
