import { startCommandedServer } from './commandedServer.js';
import { type AskedTurn, createTurnBook, type TurnTimes } from './turnBook.js';
import { modelEvent, type PromptBody, telegramEvent } from './wireEvents.js';

/** What the model answers; a part of what the model server can be told (test/platforms/README.md). */
export interface ScriptedAnswer {
  readonly chunks: readonly string[];
  /** Milliseconds before each chunk but the first. */
  readonly delayMs: number;
}

/** A Telegram server without rate limits and a model server, both in processes of their own, for one system. */
export interface WireServers {
  readonly telegramUrl: string;
  readonly token: string;
  readonly modelUrl: string;
  /** What every request from now on is answered with. */
  script(answer: ScriptedAnswer): Promise<void>;
  /** A private chat asks (something new, unless told what) and is to get exactly the scripted answer. */
  ask(user: number, question?: string): AskedTurn;
  /** As many private chats ask in the same moment. */
  askMany(fromUser: number, count: number): Promise<readonly TurnTimes[]>;
  /** When the first getUpdates after this time had come in, once it was answered. */
  firstPollAfter(time: number): number | undefined;
  /** What the model was asked last. */
  newestPrompt(): Promise<PromptBody>;
  /** Drops what the servers remember of calls and requests. */
  forget(): Promise<void>;
  stop(): Promise<void>;
}

const TURN_TIMEOUT_MS = 60_000;
const CROWD_TIMEOUT_MS = 150_000;

/** @param folder where the servers' logs go */
export async function startWireServers(folder: string): Promise<WireServers> {
  const book = createTurnBook();
  const polls: number[] = [];
  let newestPrompt: PromptBody | null = null;
  let scripted = '';
  let questions = 0;
  let asking: readonly number[] = [];

  const [telegram, model] = await Promise.all([
    startCommandedServer(
      'telegram',
      { rates: 'off', recordCalls: false, polls: true },
      folder,
      telegramEvent,
      (event) => (event.event === 'ready' ? event : null),
      (event) => {
        if (event.event === 'poll') polls.push(event.at);
        else if (event.event === 'said') book.noteSaid(event.chat === undefined ? asking : [event.chat], event.at);
        else book.noteTelegram(event);
      },
    ),
    startCommandedServer(
      'model',
      {},
      folder,
      modelEvent,
      (event) => (event.event === 'ready' ? event : null),
      (event) => {
        if (event.event === 'body') newestPrompt = event.body;
        else book.noteModel(event);
      },
    ),
  ]);

  const expect = (user: number, question: string, timeoutMs: number) =>
    book.expect({ user, question, answer: scripted, timeoutMs });

  return {
    telegramUrl: telegram.ready.url,
    token: telegram.ready.token,
    modelUrl: model.ready.url,
    script: async ({ chunks, delayMs }) => {
      scripted = chunks.join('');
      await model.run({ reply: { chunks, delayMs } });
    },
    ask: (user, question) => {
      questions += 1;
      const text = question ?? `Question ${questions} of ${user}`;
      const { requested, answered } = expect(user, text, TURN_TIMEOUT_MS);
      const said = telegram.run({ say: { user, text } });
      return { requested: said.then(() => requested), answered: said.then(() => answered) };
    },
    askMany: async (fromUser, count) => {
      questions += 1;
      const text = (user: number | string) => `Question ${questions} of ${user}`;
      asking = Array.from({ length: count }, (_, index) => fromUser + index);
      const turns = asking.map((user) => expect(user, text(user), CROWD_TIMEOUT_MS));
      await telegram.run({ sayMany: { from: fromUser, count, text: text('{n}') } });
      return Promise.all(turns.map((turn) => turn.answered));
    },
    firstPollAfter: (time) => polls.find((at) => at >= time),
    newestPrompt: async () => {
      await model.run({ show: true });
      if (newestPrompt === null) throw new Error('the model was not asked anything');
      return newestPrompt;
    },
    forget: async () => {
      await Promise.all([telegram.run({ forget: true }), model.run({ forget: true })]);
    },
    stop: async () => {
      await Promise.all([telegram.process.stop(), model.process.stop()]);
    },
  };
}
