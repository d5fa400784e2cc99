import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { type ChatMoves, createChatMoves } from '../../../src/channels/telegram/egress/chatMoves.js';
import { createButtonAnswers } from '../../../src/channels/telegram/ingress/buttonAnswers.js';
import type { TelegramEvents } from '../../../src/channels/telegram/ingress/events.js';
import { createTelegramIngress } from '../../../src/channels/telegram/ingress/ingress.js';
import { createTelegramApi } from '../../../src/channels/telegram/wire/api.js';
import type { TelegramAccount } from '../../../src/config/config.js';
import { type Clock, systemClock } from '../../../src/core/clock.js';
import type { CommandSpec } from '../../../src/core/commandSpec.js';
import type { Log, LogFields } from '../../../src/core/log.js';
import type { InboundMessage } from '../../../src/core/message.js';
import type { Accept } from '../../../src/core/ports/ingress.js';
import { type GatewayDb, openGatewayDb } from '../../../src/store/openGatewayDb.js';
import type { TelegramServer } from '../../platforms/telegram/telegramServer.js';
import type { FakeClock } from '../../setup/fakeClock.js';

/** A log that a test can read. */
export interface RecordedLog extends Log {
  readonly lines: { readonly level: string; readonly fields: LogFields; readonly message: string }[];
  /** Whether a line of this level says so. */
  said(level: string, words: RegExp): boolean;
}

export function recordLog(): RecordedLog {
  const lines: RecordedLog['lines'] = [];
  const at = (level: string) => (fields: LogFields, message: string) => {
    lines.push({ level, fields, message });
  };
  const log: RecordedLog = {
    lines,
    said: (level, words) => lines.some((line) => line.level === level && words.test(line.message)),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: () => log,
  };
  return log;
}

/** A real store in a directory of its own. */
export async function openTestStore(clock: Clock = systemClock): Promise<GatewayDb & { dispose(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'waggle-telegram-'));
  const db = await openGatewayDb({ dataDir, clock, log: recordLog() });
  return {
    ...db,
    dispose: async () => {
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** An `Accept` over the real store, as `turns/` has it, that also keeps what it stored. */
export function acceptInto(db: GatewayDb, stored: InboundMessage[], clock: Clock = systemClock): Accept {
  let count = 0;
  return async (message) => {
    count += 1;
    const result = await db.lanes.accept({
      message,
      kind: 'main',
      turn: `t${count}-${message.identity}`,
      now: clock.now(),
    });
    if (result.outcome === 'stored') stored.push(message);
    return { outcome: result.outcome, turn: result.turn };
  };
}

export interface RunningIngress {
  readonly log: RecordedLog;
  readonly dead: unknown[];
  readonly presses: Parameters<TelegramEvents['stopPressed']>[0][];
  readonly moves: Parameters<TelegramEvents['moved']>[0][];
  readonly memberships: Parameters<TelegramEvents['membershipChanged']>[0][];
  readonly webhook: ReturnType<typeof createTelegramIngress>['webhook'];
  /** Settles when the ingress ended: with its error, or null. */
  readonly ended: Promise<unknown>;
  /** Aborts it and waits for its end. */
  stop(): Promise<void>;
}

/** Starts the receiving half against a server. */
export function runIngress(
  server: TelegramServer,
  db: GatewayDb,
  accept: Accept,
  options: {
    clock?: Clock;
    owner?: string;
    account?: Partial<TelegramAccount>;
    events?: Partial<TelegramEvents>;
    chatMoves?: ChatMoves;
    commands?: readonly CommandSpec[];
  } = {},
): RunningIngress {
  const { clock = systemClock, owner = 'test' } = options;
  const { bot } = server;
  const config: TelegramAccount = {
    account: String(bot.id),
    token: bot.token,
    apiRoot: server.url,
    rate: 'off',
    ...options.account,
  };
  const log = recordLog();
  const dead: unknown[] = [];
  const presses: RunningIngress['presses'] = [];
  const moves: RunningIngress['moves'] = [];
  const memberships: RunningIngress['memberships'] = [];
  const events: TelegramEvents = {
    stopPressed: async (press) => {
      presses.push(press);
      return 'Stopping.';
    },
    moved: async (move) => {
      moves.push(move);
    },
    mayWrite: async () => true,
    forged: async () => {},
    withdrawn: async () => {},
    membershipChanged: async (change) => {
      memberships.push(change);
    },
    dead: async (update) => {
      dead.push(update);
    },
    ...options.events,
  };
  const api = createTelegramApi({ token: config.token, apiRoot: config.apiRoot, clock });
  const answers = createButtonAnswers({ api, account: config.account, gates: db.ledger, clock, log });
  const { ingress, webhook } = createTelegramIngress(config, {
    api,
    answers,
    events,
    moves: options.chatMoves ?? createChatMoves(),
    leases: db.leases,
    memory: db.channelMemory,
    commands: options.commands ?? [],
    owner,
    clock,
    log,
  });
  const abort = new AbortController();
  const ended = ingress.run(accept, abort.signal).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return {
    log,
    dead,
    presses,
    moves,
    memberships,
    webhook,
    ended,
    stop: async () => {
      abort.abort();
      await ended;
      await answers.settled();
      api.close();
    },
  };
}

/** A promise and what settles it. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Waits in real time for what also hangs on sockets and on the store's thread. */
export async function until(holds: () => boolean): Promise<void> {
  await vi.waitFor(() => expect(holds()).toBe(true), { interval: 2, timeout: 10_000 });
}

/**
 * Advances a fake clock step by step until something holds; between the steps, sockets and the store's thread, which live in real
 * time, get theirs.
 */
export async function advanceUntil(
  clock: FakeClock,
  holds: () => boolean,
  { limitMs = 600_000, stepMs = 250 }: { limitMs?: number; stepMs?: number } = {},
): Promise<void> {
  for (let spent = 0; !holds(); spent += stepMs) {
    if (spent > limitMs) throw new Error(`not reached within ${limitMs} ms of the clock`);
    await clock.advance(stepMs);
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
}

/** The same for a time. */
export async function advanceBy(clock: FakeClock, ms: number): Promise<void> {
  const end = clock.now() + ms;
  await advanceUntil(clock, () => clock.now() >= end);
}
