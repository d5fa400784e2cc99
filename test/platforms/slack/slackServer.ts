import { type Clock, systemClock } from '../../../src/core/clock.js';
import { startListener } from '../listener.js';
import { createWatch, type WaitOptions } from '../watch.js';
import { type AppOptions, acceptSocket, openAccount, type TestApp } from './account.js';
import { visibleText } from './blocks/visibleText.js';
import type { SlackCall } from './calls.js';
import { makeChannel, openDirect } from './direct.js';
import type { Envelope } from './envelope.js';
import { createFaults, type FaultOptions, type Injected } from './faults.js';
import { submitView } from './interact.js';
import { isKnownCall } from './methods/table.js';
import { type Channel, channelOf, type DirectMessages, directMessagesOf } from './people.js';
import { type Notification, namesOf, notificationsOf } from './phone.js';
import { createRandom } from './random.js';
import { createLimiter, documentedRates, type SlackRates } from './rates.js';
import { serve } from './serve.js';
import type { Account, ServerState } from './state.js';
import { createWorld, type StoredMessage, takeId, type UserRecord, type ViewRecord } from './world.js';

export interface SlackServerOptions {
  /** The first app; more by `addApp`. */
  app?: AppOptions;
  team?: { id: string; name: string; domain: string };
  /** Limits: none (default), the published ones, or your own. */
  rates?: 'off' | 'documented' | SlackRates;
  /** Names of the events that apps get, as in a manifest (`message.channels`, `app_mention`, ...). Default all. */
  events?: readonly string[];
  /** Which of a mention's two events comes first. Default `message-first`. */
  mentionOrder?: 'mention-first' | 'message-first' | 'random';
  /** What becomes of a reply to a message that is gone: `thread_not_found` (default), or a message outside threads. */
  orphanReplies?: 'refuse' | 'root';
  /** How long an app has to acknowledge. Default 3000 ms. */
  ackMs?: number;
  /** Waits before an event comes again. Default at once, a minute, five minutes. */
  retryMs?: readonly number[];
  /** Real milliseconds between the pings of a socket; 0 for none. Default 10,000. */
  pingMs?: number;
  /** Real milliseconds after `disconnect` until the server closes a socket itself. Default 10,000. */
  closeMs?: number;
  /** Keeps TCP connections open after a socket's close handshake, as Slack does. Default false. */
  lingeringSockets?: boolean;
  /** Largest upload, bytes. Default 1 GB. */
  maxFileBytes?: number;
  /** How long a native stream may run. Default five minutes. */
  streamMs?: number;
  /** Seed of everything random. Default 1. */
  seed?: number;
  /** Keep every call in `calls` (default). Off for long benchmarks: then only refused calls are kept. */
  recordCalls?: boolean;
  /** Told of each call when it is decided, before its answer goes out. */
  onCall?: (call: SlackCall) => void;
  /** For dates, limits, delays and retries. Default the machine's clock. */
  clock?: Clock;
  /** The time in signatures of requests. Default the machine's: clients compare it with theirs. */
  signatureNow?: () => number;
  port?: number;
}

export interface UserOptions {
  name?: string;
  realName?: string;
  displayName?: string;
  /** Such as `de-DE`. Default `en-US`. */
  locale?: string;
  timeZone?: string;
  /** Another workspace's id, for people of shared channels. */
  team?: string;
}

export interface ChannelOptions {
  name?: string;
  /** A private channel. Default false. */
  isPrivate?: boolean;
  /** Apps in it. Default all. */
  apps?: readonly TestApp[];
  members?: readonly UserRecord[];
}

/** A Slack workspace with its servers, under the control of a test. */
export interface SlackServer {
  /** For `slackApiUrl` of clients: ends with `/api/`. */
  readonly url: string;
  /** The first app. */
  readonly app: TestApp;
  readonly team: { readonly id: string; readonly name: string; readonly domain: string };
  addApp(options?: AppOptions): TestApp;
  /** A new person. */
  user(options?: UserOptions): UserRecord;
  dm(user: UserRecord, app?: TestApp): DirectMessages;
  channel(options?: ChannelOptions): Channel;
  /** The open modals of a user, newest last. */
  views(user?: UserRecord): ViewRecord[];
  /** The user submits a modal; keys are action ids (or block ids) of its inputs. */
  submitView(view: ViewRecord, typed?: Readonly<Record<string, string>>): Envelope;
  /** What made phones ring, in all conversations, oldest first. */
  notifications(): Notification[];
  /** What a reader sees of a message, mentions by name. */
  textOf(message: Pick<StoredMessage, 'text' | 'blocks'>): string;
  inject(fault: FaultOptions): Injected;
  /** Closes a method of the first app (posting: in one channel) for a time, as a reached limit does. */
  closeMethod(method: string, ms: number, channel?: { id: string }): void;
  clearFaults(): void;
  readonly calls: readonly SlackCall[];
  callsOf(method: string | readonly string[], channel?: { id: string }): SlackCall[];
  /** Calls that were wrong in themselves: invalid blocks, no or too long text, unknown channels, wrong tokens, wrong frames. */
  refused(): SlackCall[];
  /** Calls made although a 429 that covers them was in force. */
  intoClosed(): SlackCall[];
  /** Looks again after each change of the server. */
  waitFor<T>(probe: () => T | false | null | undefined, options?: WaitOptions): Promise<T>;
  waitForCall(fits: (call: SlackCall) => boolean, options?: WaitOptions): Promise<SlackCall>;
  /** Drops the record of calls and envelopes. */
  forget(): void;
  /** Refuses connections and cuts the open ones, sockets too. */
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
  close(): Promise<void>;
}

const RETRY_MS = [0, 60_000, 300_000];
const GIGABYTE = 1_073_741_824;

/** Starts a Slack server on the loopback address. */
export async function startSlackServer(options: SlackServerOptions = {}): Promise<SlackServer> {
  const clock = options.clock ?? systemClock;
  const rates = options.rates === 'documented' ? documentedRates : options.rates === 'off' ? {} : (options.rates ?? {});
  const random = createRandom(options.seed ?? 1);
  const calls: SlackCall[] = [];
  const wrong: SlackCall[] = [];
  const closedCalls: SlackCall[] = [];
  const faults = createFaults(random);
  const recent = () => calls.slice(-8).map((call) => `${call.method} ${call.channel ?? ''} ${outcomeOf(call)}`);
  const watch = createWatch(() => `The last calls were: ${recent().join('; ')}`);
  let count = 0;

  const record = (fields: Omit<SlackCall, 'n'>): SlackCall => {
    count += 1;
    const call: SlackCall = { n: count, ...fields };
    if (options.recordCalls !== false) calls.push(call);
    if (call.intoClosed) closedCalls.push(call);
    return call;
  };
  const decided = (call: SlackCall) => {
    if (call.outcome?.ok === false && call.outcome.blame === 'client') wrong.push(call);
    options.onCall?.(call);
  };

  const listener = await startListener(
    (request, response) => serve({ state, faults, record, decided }, request, response),
    options.port,
    (request, socket, head) => acceptSocket(state, request, socket, head),
  );
  const state: ServerState = {
    world: createWorld(options.team ?? { id: 'T0TEST', name: 'Test team', domain: 'test-team' }),
    base: listener.url,
    clock,
    watch,
    random,
    limiter: createLimiter(clock, rates),
    accounts: new Map(),
    responseUrls: new Map(),
    uploads: new Map(),
    triggers: new Map(),
    events: options.events === undefined ? undefined : new Set(options.events),
    orphanReplies: options.orphanReplies ?? 'refuse',
    mentionOrder: options.mentionOrder ?? 'message-first',
    maxFileBytes: options.maxFileBytes ?? GIGABYTE,
    streamMs: options.streamMs ?? 300_000,
  };
  const { world } = state;

  const addApp = (appOptions: AppOptions = {}): TestApp =>
    openAccount(state, appOptions, {
      ackMs: options.ackMs ?? 3000,
      retryMs: options.retryMs ?? RETRY_MS,
      pingMs: options.pingMs ?? 10_000,
      closeMs: options.closeMs ?? 10_000,
      linger: options.lingeringSockets ?? false,
      signatureNow: options.signatureNow ?? Date.now,
      record: (fields) => {
        const call = record(fields);
        wrong.push(call);
        return call;
      },
    }).handle;

  const accountOf = (app: { id: string }): Account => {
    const account = state.accounts.get(app.id);
    if (account === undefined) throw new Error(`No app ${app.id} on this server`);
    return account;
  };

  const user = (userOptions: UserOptions = {}): UserRecord => {
    const id = takeId(world, 'U');
    const { name = `user${world.users.size}`, locale = 'en-US', timeZone = 'Europe/London' } = userOptions;
    const realName = userOptions.realName ?? name;
    const displayName = userOptions.displayName ?? name;
    const base = { isBot: false, deleted: false, team: userOptions.team ?? world.team.id };
    const made: UserRecord = { id, name: name.toLowerCase(), realName, displayName, locale, timeZone, ...base };
    world.users.set(id, made);
    return made;
  };

  const firstApp = addApp(options.app);
  const owner = user({ name: 'owner' });

  return {
    url: `${listener.url}/api/`,
    app: firstApp,
    team: world.team,
    addApp,
    user,
    dm: (person, app = firstApp) => {
      const account = accountOf(app);
      return directMessagesOf(state, openDirect(state, person, account.app), person, account);
    },
    channel: (channelOptions = {}) => {
      const { name = `channel-${world.channels.size + 1}`, isPrivate = false, members = [] } = channelOptions;
      const apps =
        channelOptions.apps ?? [...state.accounts.values()].map(({ app }) => ({ id: app.id, userId: app.user.id }));
      const ids = [owner.id, ...apps.map((app) => app.userId), ...members.map((member) => member.id)];
      const made = makeChannel(world, { kind: isPrivate ? 'group' : 'channel', name, members: new Set(ids) });
      return channelOf(state, made, owner, accountOf(apps[0] ?? firstApp));
    },
    views: (person) =>
      [...world.views.values()].filter(
        (view) => view.closedAt === undefined && (person === undefined || view.user.id === person.id),
      ),
    submitView: (view, typed = {}) => submitView(state, accountOf(view.app), view, typed),
    notifications: () =>
      [...world.channels.values()].flatMap((entry) => notificationsOf(state, entry)).sort((a, b) => a.at - b.at),
    textOf: (message) => visibleText(message, namesOf(state)),
    inject: (fault) => {
      const unknown = [fault.method ?? []].flat().find((name) => !isKnownCall(name));
      if (unknown !== undefined) throw new Error(`No method ${unknown}: this fault would never strike`);
      return faults.inject(fault);
    },
    closeMethod: (method, ms, entry) => state.limiter.close(firstApp.id, method, entry?.id, ms),
    clearFaults: () => {
      faults.clear();
      state.limiter.clear();
    },
    calls,
    callsOf: (method, entry) =>
      calls.filter(
        (call) => [method].flat().includes(call.method) && (entry === undefined || call.channel === entry.id),
      ),
    refused: () => [...wrong],
    intoClosed: () => [...closedCalls],
    waitFor: (probe, waitOptions) => watch.waitFor(probe, waitOptions),
    waitForCall: (fits, waitOptions = {}) => watch.waitFor(() => calls.find(fits), { what: 'a call', ...waitOptions }),
    forget: () => {
      for (const list of [calls, wrong, closedCalls]) list.length = 0;
      for (const { delivery } of state.accounts.values()) delivery.forget();
    },
    goDown: () => listener.goDown(),
    comeUp: () => listener.comeUp(),
    close: async () => {
      watch.close();
      for (const { delivery, sockets } of state.accounts.values()) {
        delivery.close();
        await sockets.close();
      }
      await listener.close();
    },
  };
}

function outcomeOf(call: SlackCall): string {
  if (call.outcome === undefined) return 'open';
  return call.outcome.ok ? 'ok' : call.outcome.error;
}
