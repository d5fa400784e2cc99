import { type Clock, systemClock } from '../../../src/core/clock.js';
import { startListener } from '../listener.js';
import { createWatch, type WaitOptions } from '../watch.js';
import { type BotOptions, openAccount, type TestBot } from './account.js';
import type { TelegramCall } from './calls.js';
import { createFaults, type FaultOptions, type Injected } from './faults.js';
import { createFileStore } from './files.js';
import { createFlood, documentedRates, type FloodRates } from './flood.js';
import { DOWNLOAD, findMethod } from './methods/table.js';
import { type GroupChat, groupChatOf, type PrivateChat, privateChatOf } from './people.js';
import { serve } from './serve.js';
import type { ServerState } from './state.js';
import { type ChatRecord, createWorld, type UserRecord } from './world.js';

export interface TelegramServerOptions {
  /** The first bot; more by `addBot`. */
  bot?: BotOptions;
  /** Flood limits: none (default), the published ones, or your own. */
  rates?: 'off' | 'documented' | FloodRates;
  /** Keeps the server's own delays of getUpdates (3 s for a repeated short poll, between conflicts). Default false. */
  pollDelays?: boolean;
  /** First wait before a webhook gets an update again; doubles. Default 1000 ms. */
  webhookRetryMs?: number;
  /** How long a pressed button waits for its answer. Default 15,000 ms. */
  callbackTtlMs?: number;
  /** Characters that all descriptions of a command list may have. Default 4,900: measured between 4,914 and 5,021. */
  commandListChars?: number;
  /** Runs as a local Bot API server does with `--local`: files lie in this folder, of any size. */
  localFiles?: string;
  /** Keep every call in `calls` (default). Off for long benchmarks: then only refused calls are kept. */
  recordCalls?: boolean;
  /** Told of each call when it is decided, before its answer goes out. */
  onCall?: (call: TelegramCall) => void;
  /** For dates, limits, delays and polls. Default the machine's clock. */
  clock?: Clock;
  port?: number;
}

export interface UserOptions {
  name?: string;
  lastName?: string;
  username?: string;
  languageCode?: string;
}

export interface GroupOptions {
  title?: string;
  username?: string;
  /** Default `supergroup`. */
  type?: 'group' | 'supergroup';
  forum?: boolean;
  /** Bots in it. Default all. */
  bots?: readonly TestBot[];
  /** What the bots are in it. Default `member`. */
  botStatus?: 'member' | 'administrator';
}

/** A Bot API server under the control of a test. */
export interface TelegramServer {
  /** For `client.apiRoot`. Files are at `{url}/file/bot<token>/<path>`. */
  readonly url: string;
  /** The first bot. */
  readonly bot: TestBot;
  addBot(options?: BotOptions): TestBot;
  user(id: number, options?: UserOptions): UserRecord;
  /** The private chat of a user (or a new user with that id) with a bot, opened by `/start` without a message. */
  privateChat(user: UserRecord | number, bot?: TestBot): PrivateChat;
  group(options?: GroupOptions): GroupChat;
  inject(fault: FaultOptions): Injected;
  /** Closes a chat for the first bot, as a flood limit does. */
  closeChat(chat: { id: number }, ms: number): void;
  clearFaults(): void;
  /** Name of a file by its id, as calls have it; empty when there is none. */
  nameOfFile(id: string): string;
  readonly calls: readonly TelegramCall[];
  callsOf(method: string | readonly string[], chat?: { id: number }): TelegramCall[];
  /** Calls that were wrong in themselves: empty or too long text, broken entities, unknown chats, wrong tokens. */
  refused(): TelegramCall[];
  /** Looks again after each change of the server. */
  waitFor<T>(probe: () => T | false | null | undefined, options?: WaitOptions): Promise<T>;
  waitForCall(fits: (call: TelegramCall) => boolean, options?: WaitOptions): Promise<TelegramCall>;
  /** Drops the record of calls. */
  forget(): void;
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a Bot API server on the loopback address. */
export async function startTelegramServer(options: TelegramServerOptions = {}): Promise<TelegramServer> {
  const clock = options.clock ?? systemClock;
  const rates = options.rates === 'documented' ? documentedRates : options.rates === 'off' ? {} : (options.rates ?? {});
  const calls: TelegramCall[] = [];
  const wrong: TelegramCall[] = [];
  const faults = createFaults();
  const recent = () => calls.slice(-8).map((call) => `${call.method} ${call.chat ?? ''} ${outcomeOf(call)}`);
  const watch = createWatch(() => `The last calls were: ${recent().join('; ')}`);
  const state: ServerState = {
    world: createWorld(),
    clock,
    flood: createFlood(clock, rates),
    files: createFileStore(),
    watch,
    accounts: new Map(),
    presses: new Map(),
    callbackTtlMs: options.callbackTtlMs ?? 15_000,
    localFiles: options.localFiles ?? null,
    commandListChars: options.commandListChars ?? 4_900,
  };
  let count = 0;

  const record = (fields: Omit<TelegramCall, 'n'>): TelegramCall => {
    count += 1;
    const call: TelegramCall = { n: count, ...fields };
    if (options.recordCalls !== false) calls.push(call);
    return call;
  };

  const listener = await startListener(async (request, response) => {
    let current: TelegramCall | undefined;
    const keep = (fields: Omit<TelegramCall, 'n'>) => {
      current = record(fields);
      return current;
    };
    await serve({ state, faults, record: keep, decided: options.onCall ?? (() => {}) }, request, response);
    if (current?.outcome?.ok === false && current.outcome.blame === 'client') wrong.push(current);
  }, options.port);

  const addBot = (botOptions: BotOptions = {}): TestBot =>
    openAccount(state, botOptions, {
      pollDelays: options.pollDelays ?? false,
      webhookRetryMs: options.webhookRetryMs ?? 1000,
      record,
    });
  const firstBot = addBot(options.bot);

  const user = (id: number, userOptions: UserOptions = {}): UserRecord => {
    const known = state.world.users.get(id);
    const { name, lastName, username, languageCode } = userOptions;
    const made: UserRecord = known ?? { id, firstName: name ?? `User ${id}`, isBot: false, deactivated: false };
    if (name !== undefined) made.firstName = name;
    if (lastName !== undefined) made.lastName = lastName;
    if (username !== undefined) made.username = username;
    if (languageCode !== undefined) made.languageCode = languageCode;
    state.world.users.set(id, made);
    return made;
  };

  const makeChat = (fields: Pick<ChatRecord, 'id' | 'type'> & Partial<ChatRecord>): ChatRecord => ({
    forum: false,
    topics: new Map(),
    messages: new Map(),
    members: new Map(),
    blocked: false,
    lastMessageId: 0,
    actions: new Map(),
    ...fields,
  });

  const makeGroup = (fields: Omit<ChatRecord, 'id'>): ChatRecord => {
    state.world.lastGroupId += 1;
    const number = state.world.lastGroupId;
    const chat = { ...fields, id: fields.type === 'supergroup' ? -1_000_000_000_000 - number : -number };
    state.world.groups.set(chat.id, chat);
    return chat;
  };

  const owner = user(600_000_001, { name: 'Group owner' });

  return {
    url: listener.url,
    bot: firstBot,
    addBot,
    user,
    privateChat: (userOrId, bot = firstBot) => {
      const person = typeof userOrId === 'number' ? user(userOrId) : userOrId;
      const account = state.accounts.get(bot.id);
      if (account === undefined) throw new Error(`No bot ${bot.id} on this server`);
      const key = `${bot.id}:${person.id}`;
      const chat =
        state.world.privateChats.get(key) ??
        makeChat({ id: person.id, type: 'private', user: person, bot: account.bot });
      state.world.privateChats.set(key, chat);
      return privateChatOf(state, chat, person, account);
    },
    group: (groupOptions = {}) => {
      const { title = 'Test group', username, type = 'supergroup', forum = false, botStatus = 'member' } = groupOptions;
      const bots = groupOptions.bots?.map((bot) => bot.id) ?? [...state.accounts.keys()];
      const chat = makeGroup({
        ...makeChat({ id: 0, type, title, forum, ...(username === undefined ? {} : { username }) }),
        members: new Map([[owner.id, 'creator'], ...bots.map((id) => [id, botStatus] as const)]),
      });
      // Message 1 of a supergroup is its founding; that is why General is topic 1.
      if (forum) {
        chat.lastMessageId = 1;
        chat.topics.set(1, { id: 1, name: 'General', closed: false, deleted: false });
      }
      const upgrade = (old: ChatRecord) =>
        makeGroup({ ...makeChat({ id: 0, type: 'supergroup', title }), members: new Map(old.members) });
      return groupChatOf(state, chat, owner, upgrade);
    },
    inject: (fault) => {
      const methods = fault.method === undefined ? [] : [fault.method].flat();
      const unknown = methods.find((name) => name !== DOWNLOAD && findMethod(name)?.name !== name);
      if (unknown !== undefined) throw new Error(`No method ${unknown}: this fault would never strike`);
      return faults.inject(fault);
    },
    nameOfFile: (id) => state.files.byId(id)?.name ?? '',
    closeChat: (chat, ms) => state.flood.close(firstBot.id, chat.id, ms),
    clearFaults: () => faults.clear(),
    calls,
    callsOf: (method, chat) =>
      calls.filter((call) => [method].flat().includes(call.method) && (chat === undefined || call.chat === chat.id)),
    refused: () => [...wrong],
    waitFor: (probe, waitOptions) => watch.waitFor(probe, waitOptions),
    waitForCall: (fits, waitOptions = {}) => watch.waitFor(() => calls.find(fits), { what: 'a call', ...waitOptions }),
    forget: () => {
      calls.length = 0;
      wrong.length = 0;
    },
    goDown: () => listener.goDown(),
    comeUp: () => listener.comeUp(),
    close: async () => {
      watch.close();
      for (const { queue, webhook } of state.accounts.values()) {
        webhook.close();
        queue.close();
      }
      await listener.close();
    },
  };
}

function outcomeOf(call: TelegramCall): string {
  if (call.outcome === undefined) return 'open';
  return call.outcome.ok ? 'ok' : `${call.outcome.code} ${call.outcome.description}`;
}
