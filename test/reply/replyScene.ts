import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChatMoves } from '../../src/channels/telegram/egress/chatMoves.js';
import { createTelegramEgress } from '../../src/channels/telegram/egress/egress.js';
import { renderTelegram } from '../../src/channels/telegram/render.js';
import { createTelegramApi } from '../../src/channels/telegram/wire/api.js';
import type { TurnEventBody } from '../../src/core/events.js';
import type { ChatAddress } from '../../src/core/message.js';
import type { Egress } from '../../src/core/ports/egress.js';
import { wordingIn } from '../../src/reply/catalogue/catalogue.js';
import { createGovernor, type Governor } from '../../src/reply/governor.js';
import { type DeliveryReport, openReplyStream, type ReplyStream } from '../../src/reply/replyStream.js';
import type { ReplyTarget } from '../../src/reply/replyTarget.js';
import type { PrivateChat } from '../platforms/telegram/people.js';
import {
  startTelegramServer,
  type TelegramServer,
  type TelegramServerOptions,
} from '../platforms/telegram/telegramServer.js';
import { createRecordingLog, type RecordingLog } from '../setup/recordingLog.js';
import { conversationIn } from '../store/conversation.js';
import { openTestDb, type TestDb } from '../store/openTestDb.js';

/** So long that no lease ends by itself: what is tried here is the reply. */
const LEASE_MS = 1_000_000_000;

/** One attempt of a turn's reply. */
export interface Attempt {
  readonly stream: ReplyStream;
  push(...events: TurnEventBody[]): void;
  /** Moves the clock until the stream is over. */
  over(limitMs?: number): Promise<DeliveryReport>;
}

/** A turn whose events the test pushes. */
export interface Turn {
  readonly turn: string;
  /** Begins the next attempt, as the worker that takes the turn over does. */
  attempt(
    options?: { readonly stillWorkingMs?: number } & Pick<ReplyTarget, 'preface' | 'isWithdrawn'>,
  ): Promise<Attempt>;
}

/** Replies against the wire: real store, real egress, a Bot API server, and one clock for all that only the test moves. */
export interface ReplyScene extends TestDb {
  readonly egress: Egress;
  readonly governor: Governor;
  /** The workspace of all lanes. */
  readonly workspace: string;
  readonly telegram: TelegramServer;
  readonly log: RecordingLog;
  chat(): PrivateChat;
  turnIn(chat: PrivateChat): Promise<Turn>;
  /** Moves the clock, and lets sockets and the store answer meanwhile. */
  pass(ms: number): Promise<void>;
  passUntil(holds: () => boolean, what: string, limitMs?: number): Promise<void>;
  close(): Promise<void>;
}

const STEP_MS = 25;

export async function openReplyScene(options: TelegramServerOptions = {}): Promise<ReplyScene> {
  const log = createRecordingLog();
  const test = await openTestDb(log);
  const { db, clock } = test;
  const telegram = await startTelegramServer({ rates: 'documented', clock, ...options });
  const api = createTelegramApi({ token: telegram.bot.token, apiRoot: telegram.url, clock });
  const egress = createTelegramEgress({
    api,
    render: renderTelegram,
    rate: 30,
    moves: createChatMoves(),
    onMoved: () => {},
    clock,
    log,
  });
  const governor = createGovernor({ ledger: db.ledger, clock, log });
  const workspace = mkdtempSync(join(tmpdir(), 'waggle-reply-'));
  let people = 0;

  /** What is on its way is answered within a step of the clock, as on a fast network. */
  const settle = async () => {
    for (let trips = 0; trips < 3; trips += 1) {
      await db.stats();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const isOpen = () =>
      telegram.calls.slice(-20).some((call) => call.outcome === undefined && call.fault === undefined);
    for (let tries = 0; isOpen() && tries < 200; tries += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  const passUntil = async (holds: () => boolean, what: string, limitMs = 300_000) => {
    const end = clock.now() + limitMs;
    while (!holds()) {
      if (clock.now() >= end) throw new Error(`${what} did not come true within ${limitMs} ms of the clock`);
      await settle();
      await clock.advance(STEP_MS);
    }
  };

  return {
    ...test,
    egress,
    governor,
    workspace,
    telegram,
    log,
    chat: () => {
      people += 1;
      return telegram.privateChat(telegram.user(people, { name: `Person ${people}` }));
    },
    turnIn: async (chat) => {
      const address: ChatAddress = {
        platform: 'telegram',
        account: String(telegram.bot.id),
        chat: String(chat.id),
        kind: 'dm',
      };
      const talk = conversationIn(db);
      talk.now = clock.now();
      const { turn } = await talk.accept({ address });
      let open: { token: number; stream: ReplyStream } | null = null;
      return {
        turn,
        attempt: async ({ stillWorkingMs = 90_000, ...rest } = {}) => {
          if (open !== null) await db.lanes.release({ lane: talk.lane, token: open.token, now: clock.now() });
          const claimed = await db.lanes.claim({
            lane: talk.lane,
            owner: 'test',
            leaseMs: LEASE_MS,
            mode: 'queue',
            now: clock.now(),
          });
          if (claimed === null) throw new Error('nothing to claim');
          const { lane, token, deliveries, notBefore } = claimed;
          const target = {
            speaker: { lane, token, turn },
            address,
            egress,
            deliveries,
            notBefore,
            acceptedAt: talk.now,
            workspace,
            wording: wordingIn('en'),
            ...rest,
          };
          const stream = openReplyStream(target, { governor, ledger: db.ledger, clock, log, stillWorkingMs });
          open = { token, stream };
          return {
            stream,
            push: (...events) => {
              for (const event of events) stream.push(event);
            },
            over: async (limitMs) => {
              let report: DeliveryReport | null = null;
              void stream.done.then((done) => {
                report = done;
              });
              await passUntil(() => report !== null, 'the end of the reply', limitMs);
              return stream.done;
            },
          };
        },
      };
    },
    pass: async (ms) => {
      const end = clock.now() + ms;
      await passUntil(() => clock.now() >= end, 'the time', ms + STEP_MS);
    },
    passUntil,
    close: async () => {
      api.close();
      await telegram.close();
      await test.dispose();
      rmSync(workspace, { recursive: true, force: true });
    },
  };
}

export const text = (delta: string): TurnEventBody => ({ type: 'text', delta });

export const final = (whole: string): TurnEventBody => ({
  type: 'final',
  response: { content: whole, toolsUsed: [], usage: { inputTokens: 0, outputTokens: 0 } },
  text: whole,
});

export const failed = (sentence: string): TurnEventBody => ({ type: 'failed', error: { code: 'test', sentence } });
