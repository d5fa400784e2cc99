import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGate } from '../platforms/gate.js';
import { expectTidyChat, waitForTexts } from './phone.js';
import { openTalks, type Talks } from './talks.js';

const FIRST = 'The kettle is on the stove now.';
const REST = 'It will whistle in four minutes, and then the tea is ready.';
const ANSWER = `${FIRST} ${REST}`;
const STILL_WORKING_MS = 1_500;

let talks: Talks;

beforeAll(async () => {
  talks = await openTalks({ settings: { WAGGLE_STILL_WORKING_MS: String(STILL_WORKING_MS) } });
  await talks.start('ingress');
});
afterAll(() => talks.close());

describe.concurrent('a notice', () => {
  it('says silently that something goes on when nothing is written, and goes before the text comes', async () => {
    const gate = createGate();
    const { chat, question } = talks.open({ text: ANSWER, hold: gate.opened });
    chat.say(question);
    const notice = await chat.waitForBotMessage(({ text }) => text.startsWith('Still working'));
    expect(notice.silent).toBe(true);
    expect(chat.notifications()).toEqual([]);
    expect(notice.keyboard?.inline_keyboard.flat()).toHaveLength(1);
    const before = notice.text;
    await talks.telegram.waitFor(() => notice.text !== before, { what: 'a newer text of the notice' });
    gate.open();
    await waitForTexts(talks.telegram, chat, [ANSWER]);
    expectTidyChat(talks.telegram, chat, [ANSWER]);
    const [removed] = talks.telegram.callsOf('deleteMessage', chat);
    const sends = talks.telegram.callsOf('sendMessage', chat);
    expect(sends).toHaveLength(2);
    expect(removed?.n).toBeLessThan(sends[1]?.n ?? 0);
  });

  it('stands below a text that does not grow, and goes before it grows on', async () => {
    const gate = createGate();
    const { chat, question } = talks.open({
      chunks: [`${FIRST} `, REST],
      pauses: [{ afterChunks: 1, until: gate.opened }],
    });
    chat.say(question);
    const text = await chat.waitForBotMessage((message) => message.text === FIRST);
    const notice = await chat.waitForBotMessage((message) =>
      message.text.startsWith('Still working: writing the answer'),
    );
    expect(notice.id).toBeGreaterThan(text.id);
    gate.open();
    await waitForTexts(talks.telegram, chat, [ANSWER]);
    expectTidyChat(talks.telegram, chat, [ANSWER]);
    expect(notice.deletedAt).toBeLessThanOrEqual(text.textAt);
  });

  it('stops the turn by its button, and goes with it', async () => {
    const never = createGate();
    const { chat, question } = talks.open({ text: ANSWER, hold: never.opened });
    chat.say(question);
    const notice = await chat.waitForBotMessage(({ text }) => text.startsWith('Still working'));
    const press = chat.pressButton(notice);
    await talks.telegram.waitFor(() => press.answer !== undefined && notice.deletedAt !== undefined, {
      what: 'the end',
    });
    expect(press.answer?.text).toContain('Stopping');
    expect(chat.botMessages()).toEqual([]);
    await talks.model.waitFor(() => talks.model.requests.find(({ lastUser }) => lastUser === question)?.aborted);
    never.open();
  });

  it('is gone when a turn fails, and what rings is the sentence that says so', async () => {
    const gate = createGate();
    const { chat, question } = talks.open({ hold: gate.opened, fault: { kind: 'status', status: 401 } });
    chat.say(question);
    await chat.waitForBotMessage(({ text }) => text.startsWith('Still working'));
    gate.open();
    const error = await chat.waitForBotMessage(({ text }) => text.includes('(ref '));
    await talks.telegram.waitFor(() => chat.botMessages().length === 1, { what: 'the error alone' });
    expect(chat.notifications().map(({ text }) => text)).toEqual([error.text]);
  });

  it('is not needed for a claim that nothing backs: it is told in the same message, which rings once', async () => {
    const claim = 'All tests pass.';
    const { chat, question } = talks.open({ text: claim });
    // A persona that has no tool to check anything with.
    chat.say('/recruiter');
    const persona = await chat.waitForBotMessage(() => true);
    chat.say(question);
    const message = await chat.waitForBotMessage(({ text }) => text.startsWith(claim) && text.length > claim.length);
    await talks.telegram.waitFor(() => chat.botMessages().length === 2, { what: 'one message more' });
    expect(talks.timesAsked(question)).toBe(1);
    expectTidyChat(talks.telegram, chat, [persona.text, message.text]);
  });
});

describe('the first notice', () => {
  it('comes after four seconds without text, silently, and the answer that follows rings with its own words', async () => {
    const quiet = await openTalks();
    try {
      await quiet.start('ingress');
      const { chat, question } = quiet.open({ text: ANSWER, firstDelayMs: 5_500 });
      const saidAt = Date.now();
      chat.say(question);
      const notice = await chat.waitForBotMessage(({ text }) => text === 'Thinking …');
      expect(notice.at - saidAt).toBeGreaterThanOrEqual(4_000);
      expect(notice.silent).toBe(true);
      await waitForTexts(quiet.telegram, chat, [ANSWER]);
      expectTidyChat(quiet.telegram, chat, [ANSWER]);
      expect(notice.past).toEqual([]);
    } finally {
      await quiet.close();
    }
  });
});
