import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAudit } from '../../../src/access/audit.js';
import { createChatApi } from '../../../src/channels/http/chatApi.js';
import { createChatPage } from '../../../src/channels/http/chatPage.js';
import type { Clock } from '../../../src/core/clock.js';
import { systemClock } from '../../../src/core/clock.js';
import type { CommandSpec } from '../../../src/core/commandSpec.js';
import { isEndOfTurn, type TurnEventBody } from '../../../src/core/events.js';
import type { LaneRef } from '../../../src/core/lane.js';
import { silentLog } from '../../../src/core/log.js';
import { type InboundMessage, textOf } from '../../../src/core/message.js';
import type { TurnOutcome } from '../../../src/core/outcome.js';
import type { Accept } from '../../../src/core/ports/ingress.js';
import type { TurnEnd } from '../../../src/core/ports/laneStore.js';
import type { TurnFeed } from '../../../src/core/ports/turnFeed.js';
import { type HttpServer, startHttpServer } from '../../../src/http/httpServer.js';
import { scanForInjection } from '../../../src/runtime/safety/scanForInjection.js';
import { createSentFiles } from '../../../src/runtime/workspace/sentFileStore.js';
import { type GatewayDb, openGatewayDb } from '../../../src/store/openGatewayDb.js';
import { createDecide } from '../../../src/turns/decide.js';
import { createRingFeed } from '../../../src/turns/feed/ringFeed.js';

export const TOKEN = 'correct-horse-battery-staple';

/** What a test's turn has in hand. */
export interface ScriptedTurn {
  readonly turn: string;
  readonly text: string;
  readonly message: InboundMessage;
  readonly signal: AbortSignal;
  emit(body: TurnEventBody): void;
  say(delta: string): void;
  /** Ends the turn with an answer. */
  answer(text: string): void;
}

export type Script = (turn: ScriptedTurn) => Promise<void> | void;

export interface ChatGateway {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly db: GatewayDb;
  readonly feed: TurnFeed;
  /** Every message that was accepted, in order. */
  readonly accepted: InboundMessage[];
  /** Closes the HTTP server only, as at shutdown. */
  closeServer(): Promise<void>;
  /** Starts it again on the same port. */
  reopenServer(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The chat endpoint over a real store and feed, with a small worker that plays `script` for each message: the parts of the
 * gateway that this channel does not see.
 */
export async function startChatGateway(options: {
  script: Script;
  clock?: Clock;
  feed?: TurnFeed;
  accept?: Accept;
  readonly commands?: readonly CommandSpec[];
  /** `collect`: waiting messages of one sender become one turn. */
  mode?: 'queue' | 'collect';
}): Promise<ChatGateway> {
  const clock = options.clock ?? systemClock;
  const dataDir = await mkdtemp(join(tmpdir(), 'waggle-chat-'));
  const db = await openGatewayDb({ dataDir, clock, log: silentLog });
  const feed = options.feed ?? createRingFeed({ clock });
  const running = new Map<string, AbortController>();
  const work = new Set<Promise<void>>();
  const accepted: InboundMessage[] = [];
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });

  const runLane = async (lane: LaneRef): Promise<void> => {
    for (;;) {
      const claimed = await db.lanes.claim({
        lane,
        owner: 'test',
        leaseMs: 60_000,
        mode: options.mode ?? 'queue',
        now: clock.now(),
      });
      if (claimed === null) return;
      const [first] = claimed.messages;
      const stop = new AbortController();
      running.set(claimed.turn, stop);
      if (claimed.stopped) stop.abort();
      let seq = 0;
      let said = '';
      let end: TurnEventBody | null = null;
      const emit = (body: TurnEventBody) => {
        seq += 1;
        if (body.type === 'text') said += body.delta;
        if (isEndOfTurn(body)) end = body;
        feed.publish({ turn: claimed.turn, attempt: claimed.attempt, seq, ...body });
      };
      const answer = (text: string) =>
        emit({
          type: 'final',
          text,
          response: { content: text, toolsUsed: [], usage: { inputTokens: 3, outputTokens: 5 } },
        });
      emit({ type: 'started' });
      const text = textOf(first.message);
      if (text === '/stop') {
        const { turns } = await db.lanes.stop({
          lane: { ...lane, kind: 'main' },
          beforeSeq: first.seq,
          all: false,
          now: clock.now(),
        });
        for (const turn of turns) running.get(turn)?.abort();
        answer('Stopped.');
      } else {
        const played = options.script({
          turn: claimed.turn,
          text,
          message: first.message,
          signal: stop.signal,
          emit,
          say: (delta) => emit({ type: 'text', delta }),
          answer,
        });
        // A script that waits for a test which failed must not keep the gateway open.
        await Promise.race([played, closed]);
        if (end === null) emit({ type: 'stopped', text: said });
      }
      running.delete(claimed.turn);
      await db.lanes.finish({
        lane,
        token: claimed.token,
        turn: claimed.turn,
        ...outcomeOf(end),
        transcript: [],
        background: [],
        now: clock.now(),
      });
    }
  };

  const accept: Accept = async (message) => {
    const kind = textOf(message) === '/stop' ? 'ctl' : 'main';
    const result = await db.lanes.accept({ message, kind, turn: randomUUID(), now: clock.now() });
    if (result.outcome === 'duplicate') return { outcome: 'duplicate', turn: result.turn };
    accepted.push(message);
    const job = runLane({ id: message.lane, kind });
    work.add(job);
    void job.finally(() => work.delete(job));
    return { outcome: 'stored', turn: result.turn };
  };

  const parts = [
    createChatApi({
      personaId: (name) => (name === 'coder' ? name : null),
      commands: () => options.commands ?? [],
      accept: options.accept ?? accept,
      scoreMessage: (text) => scanForInjection(text, 'user_input').score,
      feed,
      lanes: db.lanes,
      traces: db.traces,
      files: createSentFiles({ dataDir }),
      control: {
        stopTurn: async (turn) => {
          const lane = await db.lanes.stopTurn({ turn, now: clock.now() });
          running.get(turn)?.abort();
          return lane !== null;
        },
        decide: createDecide({
          questions: db.questions,
          audit: createAudit({ store: db.audit, clock, redact: (text) => text }),
          waker: { wake: () => {}, run: async () => {}, close: async () => {} },
          clock,
        }),
        question: (id) => db.questions.find(id),
        openQuestion: (lane) => db.questions.openIn(lane),
      },
      clock,
      log: silentLog,
      noticeText: (key, args) => `${key} ${Object.values(args).join(' ')}`.trim(),
    }),
    await createChatPage(),
  ];
  const open = (port: number): Promise<HttpServer> =>
    startHttpServer({ host: '127.0.0.1', port, token: TOKEN, parts, clock: systemClock, log: silentLog });
  let server = await open(0);
  const { url, port } = server;

  return {
    url,
    port,
    dataDir,
    db,
    feed,
    accepted,
    closeServer: () => server.close(),
    reopenServer: async () => {
      server = await open(port);
    },
    close: async () => {
      await server.close();
      for (const stop of running.values()) stop.abort();
      close();
      await Promise.all(work);
      await feed.close();
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function outcomeOf(end: TurnEventBody | null): { end: TurnEnd; outcome: TurnOutcome } {
  switch (end?.type) {
    case 'final': {
      const { content, toolsUsed, usage } = end.response;
      return { end: 'done', outcome: { text: end.text, content, toolsUsed: [...toolsUsed], usage } };
    }
    case 'failed':
      return { end: 'failed', outcome: { error: end.error } };
    case 'stopped':
      return { end: 'stopped', outcome: { stopped: true, text: end.text } };
    default:
      throw new Error('a scripted turn has no end');
  }
}
