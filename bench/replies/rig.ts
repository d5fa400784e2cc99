import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json } from '../../src/core/json.js';
import { startCommandedServer } from '../commandedServer.js';
import { type LineProcess, startLineProcess } from '../lineProcess.js';
import { rest } from '../now.js';
import { modelEvent } from '../wireEvents.js';
import type { ScriptedAnswer } from '../wireServers.js';
import type { Platform } from './platforms.js';
import { createReplyBook, type ExpectedReply, type ReplyTimes } from './replyBook.js';
import { type CallLine, wireLine } from './wireLine.js';

/** Calls of the gateway since the start: messages and edits, and how many of them the platform did not take. */
export interface CallCounts {
  readonly sends: number;
  readonly edits: number;
  readonly refused: number;
}

/** One platform's server, a model and a gateway between them, each in a process of its own. */
export interface Rig {
  readonly platform: Platform;
  readonly gatewayPid: number;
  /** The gateway's HTTP server. */
  readonly url: string;
  /** What every request from now on is answered with. */
  script(answer: ScriptedAnswer): Promise<void>;
  /** A person asks something new and is to get exactly the scripted answer. */
  ask(person: number): Promise<ReplyTimes>;
  /** A person says something; nothing is waited for. */
  say(person: number, text: string): Promise<void>;
  /** That many other people ask at once. Resolves when the model has been asked by all. */
  askByCrowd(count: number): Promise<void>;
  /** Messages of a person's chat as the platform has them stored, in its own structure. */
  shown(person: number): Promise<readonly Json[]>;
  counts(): CallCounts;
  stop(): Promise<void>;
}

/** Whether the server has the documented limits, or neither server nor gateway have any (Telegram only). */
export type Rates = 'documented' | 'off';

const GATEWAY = fileURLToPath(new URL('../../../bin/waggle.js', import.meta.url));
const START_TIMEOUT_MS = 30_000;
const GREETER = 99;
const MOST_HELLOS = 5;
const HELLO_MS = 5_000;
const LOOK_EVERY_MS = 50;
/** After the start, and after the first answer. */
const SETTLE_MS = 1_000;
const ANSWER_TIMEOUT_MS = 60_000;
const CROWD_TIMEOUT_MS = 60_000;

function startGateway(env: Readonly<Record<string, string>>, folder: string) {
  return new Promise<{ process: LineProcess; url: string }>((resolve, reject) => {
    const process = startLineProcess({
      command: [globalThis.process.execPath, GATEWAY, 'start'],
      cwd: folder,
      env,
      logFile: join(folder, 'gateway.log'),
      onLine: (line) => {
        const url = /^Running:.*?(http:\/\/[\w.:]+)/.exec(line)?.[1];
        if (url !== undefined) resolve({ process, url });
      },
      onEnd: () => reject(new Error(`the gateway ended; see ${folder}`)),
    });
    setTimeout(() => reject(new Error(`the gateway did not start; see ${folder}`)), START_TIMEOUT_MS).unref();
  });
}

/**
 * A gateway runs before its socket is open, and what Slack cannot deliver comes a minute later: so somebody says hello until it
 * is answered.
 */
async function untilListening(sayHello: () => Promise<void>, counts: CallCounts): Promise<void> {
  for (let tries = 0; tries < MOST_HELLOS; tries += 1) {
    await rest(SETTLE_MS);
    await sayHello();
    for (let waited = 0; waited < HELLO_MS; waited += LOOK_EVERY_MS) {
      await rest(LOOK_EVERY_MS);
      if (counts.sends > 0) return rest(SETTLE_MS);
    }
  }
  throw new Error('the gateway does not answer');
}

/** @param folder an empty folder for data and logs */
export async function openRig(platform: Platform, rates: Rates, folder: string): Promise<Rig> {
  mkdirSync(folder, { recursive: true });
  const book = createReplyBook();
  const counts = { sends: 0, edits: 0, refused: 0 };
  let scripted = '';
  let questions = 0;
  let asked: ExpectedReply | null = null;
  let shown: readonly Json[] = [];
  let crowd: { left: number; resolve(): void } | null = null;

  const noteCall = (call: CallLine) => {
    const kind = platform.kinds[call.method ?? call.route ?? ''];
    if (kind === undefined) return;
    if (call.ok !== true) {
      counts.refused += 1;
      process.stderr.write(`${platform.name} refused ${kind}: ${call.error ?? call.description ?? 'no answer'}\n`);
      return;
    }
    if (kind === 'send') counts.sends += 1;
    if (kind === 'edit') counts.edits += 1;
    const chat = call.chat ?? call.channel ?? '';
    if (!book.isOpen(chat)) return;
    book.noteCall({ kind, at: call.at, chat, message: call.message ?? '', text: platform.textOf(call) });
  };

  const [server, model] = await Promise.all([
    startCommandedServer(
      platform.name,
      { rates, recordCalls: false },
      folder,
      wireLine,
      (line) => (line.event === 'ready' ? line : null),
      (line) => {
        if (line.event === 'call') noteCall(line);
        else if (line.event === 'said') asked?.openIn(line.chat ?? line.channel ?? '');
        else if (line.event === 'chat') shown = line.messages;
      },
    ),
    startCommandedServer(
      'model',
      {},
      folder,
      modelEvent,
      (event) => (event.event === 'ready' ? event : null),
      (event) => {
        book.noteModel(event);
        if (event.event !== 'request' || crowd === null) return;
        crowd.left -= 1;
        if (crowd.left === 0) crowd.resolve();
      },
    ),
  ]);
  const gateway = await startGateway(
    {
      ...platform.envFor(server.ready),
      LITELLM_URL: model.ready.url,
      WAGGLE_ACCESS: 'open',
      WAGGLE_RATE_LIMITS: 'off',
      WAGGLE_HTTP_PORT: '0',
      WAGGLE_DRAIN_MS: '0',
      WAGGLE_DATA_DIR: join(folder, 'data'),
      ...(rates === 'off' ? { WAGGLE_TELEGRAM_RATE: 'off' } : {}),
    },
    folder,
  );

  await untilListening(() => server.run(platform.say(GREETER, 'hello')), counts);

  return {
    platform,
    gatewayPid: gateway.process.pid,
    url: gateway.url,
    script: async ({ chunks, delayMs }) => {
      scripted = chunks.join('');
      await model.run({ reply: { chunks, delayMs } });
    },
    ask: async (person) => {
      questions += 1;
      const question = `Question ${questions} of ${person}`;
      asked = book.expect({ question, answer: scripted, timeoutMs: ANSWER_TIMEOUT_MS });
      const { whole } = asked;
      await server.run(platform.say(person, question));
      asked = null;
      return whole;
    },
    say: (person, text) => server.run(platform.say(person, text)),
    askByCrowd: async (count) => {
      const asked = new Promise<void>((resolve, reject) => {
        crowd = { left: count, resolve };
        setTimeout(() => reject(new Error(`the model was not asked by all ${count}`)), CROWD_TIMEOUT_MS).unref();
      });
      await server.run(platform.sayMany(count, 'Question of {n}'));
      await asked;
      crowd = null;
    },
    shown: async (person) => {
      await server.run(platform.show(person));
      return shown;
    },
    counts: () => ({ ...counts }),
    stop: async () => {
      await gateway.process.stop();
      await Promise.all([server.process.stop(), model.process.stop()]);
    },
  };
}
