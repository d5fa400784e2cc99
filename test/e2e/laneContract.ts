import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ModelReply } from '../platforms/model/reply.js';
import type { ModelRequest } from '../platforms/model/request.js';
import type { RedisServer } from '../platforms/redis.js';
import type { PrivateChat } from '../platforms/telegram/people.js';
import type { Fleet } from './gateways.js';
import { createLaneWatch, type LaneWatch } from './laneWatch.js';
import { expectTidyChat, waitForTexts } from './phone.js';
import { openStage, type Stage } from './stage.js';

/** How much of each scenario is run. */
export interface ContractSize {
  readonly chats: number;
  /** Messages of each chat. */
  readonly messages: number;
}

/** What the model says to a message. */
export const answerTo = (text: string) => `Here is my answer to ${text}. It has a second sentence, and it ends here.`;

/** A gateway under test with everything around it. */
export interface Scene {
  readonly stage: Stage;
  readonly watch: LaneWatch;
  readonly chats: readonly PrivateChat[];
  /** The chat's name in its messages, as the lane watch knows it. */
  nameOf(chat: PrivateChat): string;
  /** Replaces what is said to a message; the default is `answerTo` in one go. */
  reply(script: (request: ModelRequest, attempt: number) => ModelReply | Promise<ModelReply>): void;
  /** Waits until every chat shows exactly its answers in order, and looks at everything that must hold at the end. */
  expectAnswers(
    messages: number,
    options?: { readonly timeoutMs?: number; readonly mayRepeat?: boolean },
  ): Promise<void>;
}

/** @param chats how many private chats there are, named c0, c1, ... */
export async function openScene(chats: number, redis: RedisServer | undefined): Promise<Scene> {
  const watch = createLaneWatch();
  const stage = await openStage({
    ...(redis === undefined ? {} : { redis }),
    model: { onRequest: watch.onRequest, onEnd: watch.onEnd },
  });
  stage.model.script((request) => ({ text: answerTo(request.lastUser), chunkChars: 20 }));
  const people = Array.from({ length: chats }, (_, i) =>
    stage.telegram.privateChat(stage.telegram.user(1000 + i, { name: `User ${i}` })),
  );
  const nameOf = (chat: PrivateChat) => `c${chat.user.id - 1000}`;
  return {
    stage,
    watch,
    chats: people,
    nameOf,
    reply: (script) => stage.model.script(script),
    expectAnswers: async (messages, { timeoutMs = 60_000, mayRepeat = false } = {}) => {
      for (const chat of people) {
        const texts = Array.from({ length: messages }, (_, m) => `${nameOf(chat)} m${m}`);
        await waitForTexts(stage.telegram, chat, texts.map(answerTo), timeoutMs);
        expect(watch.orderOf(nameOf(chat))).toEqual(texts.map((text) => text.split(' ')[1]));
        expectTidyChat(stage.telegram, chat, texts.map(answerTo), { mayRepeat });
      }
      expect(watch.mostOfOneChat()).toBe(1);
      expect(stage.model.refused()).toEqual([]);
    },
  };
}

/** What holds whichever waker carries the wakes. Issue 2, "Build" 5. */
export function describeLaneContract(size: ContractSize, redis: () => RedisServer | undefined): void {
  let scene: Scene;
  let fleet: Fleet;

  beforeEach(async () => {
    scene = await openScene(size.chats, redis());
    // Nobody dies here: on a busy machine no lease may end by itself, or a turn is asked twice.
    fleet = await scene.stage.startFleet({ WAGGLE_LEASE_MS: '15000' });
  });
  afterEach(() => scene.stage.close());

  const sayInTurn = (messages: number) => {
    for (let m = 0; m < messages; m += 1) for (const chat of scene.chats) chat.say(`${scene.nameOf(chat)} m${m}`);
  };

  it('answers the messages of a chat in their order, one turn at a time, and chats in parallel', async () => {
    const { model } = scene.stage;
    let release = () => {};
    const together = new Promise<void>((resolve) => {
      release = resolve;
    });
    scene.reply((request) => ({ text: answerTo(request.lastUser), chunkChars: 20, hold: together }));
    sayInTurn(size.messages);
    await model.waitFor(() => model.openRequests() === size.chats, { what: 'all chats at work', timeoutMs: 30_000 });
    release();
    await scene.expectAnswers(size.messages);
    for (const chat of scene.chats) {
      for (let m = 0; m < size.messages; m += 1) expect(scene.watch.timesAsked(scene.nameOf(chat), `m${m}`)).toBe(1);
    }
  });

  it('loses nothing that is written in the instant a turn ends', async () => {
    const { telegram } = scene.stage;
    const next = new Map<PrivateChat, number>();
    const sayNext = (chat: PrivateChat) => {
      const m = next.get(chat) ?? 0;
      if (m >= size.messages) return;
      next.set(chat, m + 1);
      chat.say(`${scene.nameOf(chat)} m${m}`);
    };
    for (const chat of scene.chats) sayNext(chat);
    await telegram.waitFor(
      () => {
        for (const chat of scene.chats) {
          const m = (next.get(chat) ?? 0) - 1;
          if (chat.botMessages().some((message) => message.text === answerTo(`${scene.nameOf(chat)} m${m}`))) {
            sayNext(chat);
          }
        }
        return [...next.values()].every((m) => m === size.messages) && next.size === size.chats;
      },
      { what: 'all messages written', timeoutMs: 60_000 },
    );
    await scene.expectAnswers(size.messages);
  });

  it('runs an update once that Telegram delivers again and again', async () => {
    const { telegram } = scene.stage;
    telegram.inject({ method: 'getUpdates', times: 2, fault: { kind: 'drop-after' } });
    sayInTurn(1);
    await scene.expectAnswers(1);
    for (const chat of scene.chats) expect(scene.watch.timesAsked(scene.nameOf(chat), 'm0')).toBe(1);
  });

  it('finishes what it has begun when it is told to end, and leaves the rest to the next', async () => {
    const { telegram, model } = scene.stage;
    let release = () => {};
    const second = new Promise<void>((resolve) => {
      release = resolve;
    });
    scene.reply((request, attempt) => ({
      text: answerTo(request.lastUser),
      chunkChars: 50,
      ...(request.lastUser.endsWith('m0') && attempt === 0 ? { pauses: [{ afterChunks: 1, until: second }] } : {}),
    }));
    sayInTurn(size.messages);
    await model.waitFor(() => model.openRequests() === size.chats, { what: 'all chats at work', timeoutMs: 30_000 });
    const ends = fleet.workers.map((worker) => worker.stop());
    release();
    expect(await Promise.all(ends)).toEqual(fleet.workers.map(() => 0));
    for (const chat of scene.chats) {
      expect(scene.watch.timesAsked(scene.nameOf(chat), 'm0')).toBe(1);
      await telegram.waitFor(() => chat.botMessages()[0]?.text === answerTo(`${scene.nameOf(chat)} m0`));
    }
    await scene.stage.start('worker');
    await scene.expectAnswers(size.messages);
  });
}
