import type { TelegramCall } from './calls.js';
import { ApiError } from './errors.js';
import { findMethod } from './methods/table.js';
import type { Account, ServerState } from './state.js';
import { createUpdateQueue } from './updates.js';
import { createWebhook } from './webhook.js';
import type { BotRecord, UserRecord } from './world.js';

export interface BotOptions {
  /** Default `<id>:test-token`. The part before the colon is the bot's id. */
  token?: string;
  username?: string;
  firstName?: string;
  /** Whether privacy mode is off. Default false. */
  canReadAllGroupMessages?: boolean;
}

/** A bot's account, for the test that configures a client. */
export interface TestBot {
  readonly id: number;
  readonly token: string;
  readonly username: string;
  readonly user: UserRecord;
  /** Updates that are not confirmed. */
  pendingUpdates(): number;
  /** Whether a long poll waits now. */
  isPolled(): boolean;
  /** The command list of a scope (`JSON.stringify([scope, language])`); default scope without one. */
  commands(key?: string): readonly { command: string; description: string }[];
  /** Its token is good no more: every call is answered 401. */
  revoke(): void;
}

/** What an account needs besides the server's state. */
interface AccountSettings {
  pollDelays: boolean;
  webhookRetryMs: number;
  record(call: Omit<TelegramCall, 'n'>): TelegramCall;
}

/** Opens a bot's account on the server. */
export function openAccount(state: ServerState, options: BotOptions, settings: AccountSettings): TestBot {
  const { clock, watch } = state;
  const id = Number((options.token ?? '').split(':')[0]) || 700_000_001 + state.accounts.size;
  const user: UserRecord = {
    id,
    firstName: options.firstName ?? 'Test bot',
    username: options.username ?? `test${id}_bot`,
    isBot: true,
    deactivated: false,
  };
  const bot: BotRecord = {
    user,
    token: options.token ?? `${id}:test-token`,
    canReadAllGroupMessages: options.canReadAllGroupMessages ?? false,
    isRevoked: false,
    lastMessageId: 0,
    commands: new Map(),
  };
  const queue = createUpdateQueue(clock, settings.pollDelays, () => watch.changed());
  const runReply = (method: string, params: Record<string, unknown>) =>
    runWebhookReply(state, account, settings, method, params);
  const webhook = createWebhook(clock, queue, settings.webhookRetryMs, runReply, () => watch.changed());
  const account: Account = { bot, queue, webhook };
  state.world.users.set(id, user);
  state.world.bots.set(bot.token, bot);
  state.accounts.set(id, account);
  return {
    id,
    token: bot.token,
    username: user.username ?? '',
    user,
    pendingUpdates: () => queue.pending().length,
    isPolled: () => queue.isPolled(),
    commands: (key = JSON.stringify([{ type: 'default' }, ''])) => bot.commands.get(key) ?? [],
    revoke: () => {
      bot.isRevoked = true;
    },
  };
}

/** A webhook may answer an update with a call; its result goes nowhere. */
function runWebhookReply(
  state: ServerState,
  account: Account,
  settings: AccountSettings,
  method: string,
  params: Record<string, unknown>,
): void {
  const found = findMethod(method);
  if (found === undefined || found.name.startsWith('get')) return;
  const chat = Number(params.chat_id);
  const call = settings.record({
    at: state.clock.now(),
    method: found.name,
    bot: account.bot.user.id,
    chat: Number.isSafeInteger(chat) ? chat : undefined,
    params,
    files: [],
  });
  try {
    const context = { state, account, bot: account.bot, uploads: new Map(), gone: new AbortController().signal };
    call.outcome = { ok: true, result: found.run(params, context) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    call.outcome = { ok: false, code: error.code, description: error.message, blame: error.blame };
  }
}
