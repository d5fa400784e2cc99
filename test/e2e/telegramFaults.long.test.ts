import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGate } from '../platforms/gate.js';
import type { ModelReply } from '../platforms/model/reply.js';
import { type CallOrder, watchCallOrder } from './chaos/callOrder.js';
import { callsIntoClosedGates } from './chaos/telegramFaults.js';
import { expectTidyChat, waitForTexts } from './phone.js';
import { openTalks, type Talks } from './talks.js';

const FIRST = 'The ferry leaves at nine in the morning.';
const ANSWER = `${FIRST} It comes back at six, and the last one at ten goes on Fridays only.`;

const CHUNKS = [`${FIRST} `, 'It comes back at six, ', ANSWER.slice(FIRST.length + 23)];

let stage: Talks;
let order: CallOrder;

beforeAll(async () => {
  stage = await openTalks();
  await stage.start('ingress');
  order = watchCallOrder(stage.dataDir);
});
afterAll(() => stage.close());

const newChat = (reply: ModelReply = {}) => stage.open({ chunks: CHUNKS, ...reply });

/** A chat whose answer stops after its first sentence until the test lets it go on. */
function newPausedChat() {
  const rest = createGate();
  return { rest, ...newChat({ pauses: [{ afterChunks: 1, until: rest.opened }] }) };
}

describe.concurrent('Telegram faults in the middle of a turn', () => {
  it.each([
    ['whose answer is lost after it was done', { kind: 'drop-after' }],
    ['whose answer breaks off', { kind: 'cut-answer' }],
    ['that never arrive', { kind: 'drop-before' }],
    ['answered with an error of the server', { kind: 'status', code: 500, description: 'Internal Server Error' }],
    ['answered with a page of a proxy', { kind: 'page', code: 502 }],
  ] as const)('repeats edits %s', async (_, fault) => {
    const { chat, question, rest } = newPausedChat();
    stage.telegram.inject({ method: 'editMessageText', chat: chat.id, times: 2, fault });
    chat.say(question);
    await chat.waitForBotMessage(({ text }) => text.startsWith(FIRST));
    rest.open();
    await waitForTexts(stage.telegram, chat, [ANSWER]);
    expectTidyChat(stage.telegram, chat, [ANSWER]);
  });

  it('repeats sends that surely were not done', async () => {
    const { chat, question } = newChat();
    const fault = { kind: 'status', code: 502, description: 'Bad Gateway' } as const;
    const injected = stage.telegram.inject({ method: 'sendMessage', chat: chat.id, times: 2, fault });
    chat.say(question);
    await waitForTexts(stage.telegram, chat, [ANSWER]);
    expect(injected.used()).toBe(2);
    expectTidyChat(stage.telegram, chat, [ANSWER]);
  });

  it('lands the last word through a storm of 429, and makes no call while it is told to wait', async () => {
    const { chat, question } = newChat();
    stage.telegram.inject({
      chat: chat.id,
      method: ['sendMessage', 'editMessageText', 'sendChatAction'],
      times: 4,
      fault: { kind: 'flood', seconds: 1 },
    });
    chat.say(question);
    chat.say('/status');
    chat.say('/help');
    await chat.waitForBotMessage(({ text }) => text === ANSWER, { timeoutMs: 30_000 });
    await chat.waitForBotMessage(({ text }) => text.startsWith('Nothing is running') || text.startsWith('Working'), {
      timeoutMs: 30_000,
    });
    await chat.waitForBotMessage(({ text }) => text.includes('/whoami'), { timeoutMs: 30_000 });
    expect(order.madeInSpite(callsIntoClosedGates(stage.telegram), [])).toEqual([]);
    expect(chat.botMessages()).toHaveLength(3);
    expect(stage.telegram.refused()).toEqual([]);
  });

  it('does not wait for a typing call that hangs', async () => {
    const gate = createGate();
    const { chat, question } = newChat({ hold: gate.opened });
    stage.telegram.inject({ method: 'sendChatAction', chat: chat.id, times: 5, fault: { kind: 'hang' } });
    chat.say(question);
    // In this chat: other tests of the file type in theirs meanwhile.
    const [typing] = await stage.telegram.waitFor(
      () => {
        const calls = stage.telegram.callsOf('sendChatAction', chat);
        return calls.length > 0 && calls;
      },
      { what: 'a typing call' },
    );
    gate.open();
    await waitForTexts(stage.telegram, chat, [ANSWER]);
    await stage.telegram.waitFor(() => typing?.outcome !== undefined, { what: 'the end of the typing call' });
    expect(typing?.outcome).toMatchObject({ ok: false, code: 0 });
    expectTidyChat(stage.telegram, chat, [ANSWER]);
  });

  it('writes a message anew that its reader deleted, once, and lets it be the second time', async () => {
    const gates = [createGate(), createGate()] as const;
    const { chat, question } = newChat({
      pauses: [
        { afterChunks: 1, until: gates[0].opened },
        { afterChunks: 2, until: gates[1].opened },
      ],
    });
    chat.say(question);
    const first = await chat.waitForBotMessage(({ text }) => text.startsWith(FIRST));
    chat.remove(first);
    gates[0].open();
    const second = await chat.waitForBotMessage(({ text }) => text.includes('comes back at six'));
    gates[1].open();
    await waitForTexts(stage.telegram, chat, [ANSWER]);
    expect(second.id).not.toBe(first.id);
    chat.remove(second);
    chat.say(stage.ask({ text: 'Hello again, I am still here.' }));
    await waitForTexts(stage.telegram, chat, ['Hello again, I am still here.']);
    expect(stage.telegram.refused()).toEqual([]);
  });

  it('ends a turn whose reader blocked the bot, and answers when the reader comes back', async () => {
    const { chat, question, rest } = newPausedChat();
    chat.say(question);
    await chat.waitForBotMessage(({ text }) => text.startsWith(FIRST));
    const request = stage.model.requests.find(({ lastUser }) => lastUser === question);
    chat.block();
    rest.open();
    await stage.model.waitFor(() => request?.endedAt);
    chat.unblock();
    chat.say(stage.ask({ text: 'Welcome back to the harbour.' }));
    await chat.waitForBotMessage(({ text }) => text === 'Welcome back to the harbour.');
    expect(stage.telegram.refused()).toEqual([]);
  });

  it('ends the model request at once when the reader blocked the bot while the model still writes', async () => {
    const never = createGate();
    const next = createGate();
    const { chat, question } = newChat({
      chunks: [`${FIRST} `, 'It comes back at six. ', 'And more.'],
      pauses: [
        { afterChunks: 1, until: next.opened },
        { afterChunks: 2, until: never.opened },
      ],
    });
    chat.say(question);
    await chat.waitForBotMessage(({ text }) => text.startsWith(FIRST));
    const request = stage.model.requests.find(({ lastUser }) => lastUser === question);
    chat.block();
    next.open();
    await stage.model.waitFor(() => request?.aborted, { what: 'the end of the request' });
    never.open();
  });
});
