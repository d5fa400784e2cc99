import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGate } from '../platforms/gate.js';
import { expectTidyChat, waitForTexts } from './phone.js';
import { openTalks, type Talks } from './talks.js';

let talks: Talks;
beforeAll(async () => {
  talks = await openTalks();
  await talks.start('ingress');
});
afterAll(() => talks.close());

describe.concurrent('a message that waits behind another turn', () => {
  it('gets its place in the line after four seconds, silently, until its own turn begins', async () => {
    const [first, second] = [createGate(), createGate()];
    const { chat, question } = talks.open({
      chunks: ['The first', ' answer.'],
      pauses: [{ afterChunks: 1, until: first.opened }],
    });
    chat.say(question);
    await chat.waitForBotMessage(({ text }) => text === 'The first');
    const next = talks.ask({ text: 'The second answer.', hold: second.opened });
    const saidAt = Date.now();
    chat.say(next);
    chat.say(talks.ask({ text: 'The third answer.' }));
    const notice = await chat.waitForBotMessage(({ text }) => text.startsWith('One message is before yours'));
    expect(notice.at - saidAt).toBeGreaterThanOrEqual(4_000);
    expect(notice.silent).toBe(true);
    expect(notice.keyboard?.inline_keyboard.flat()).toHaveLength(1);
    first.open();
    await talks.telegram.waitFor(() => notice.deletedAt !== undefined, { what: 'the end of the notice' });
    const answered = chat.history().find(({ text }) => text === 'The first answer.');
    expect(answered?.textAt).toBeLessThanOrEqual(notice.deletedAt ?? 0);
    second.open();
    const answers = ['The first answer.', 'The second answer.', 'The third answer.'];
    await waitForTexts(talks.telegram, chat, answers);
    expectTidyChat(talks.telegram, chat, answers);
  });

  it('can be called off by the button of its notice, which goes when the turn before is over', async () => {
    const gate = createGate();
    const { chat, question } = talks.open({ text: 'The answer.', hold: gate.opened });
    chat.say(question);
    await talks.model.waitFor(() => talks.timesAsked(question) === 1, { what: 'the first turn' });
    const next = talks.ask({ text: 'Never.' });
    chat.say(next);
    const notice = await chat.waitForBotMessage(({ text }) => text.startsWith('One message is before yours'));
    const press = chat.pressButton(notice);
    await talks.telegram.waitFor(() => press.answer !== undefined, { what: 'the answer to the press' });
    gate.open();
    await waitForTexts(talks.telegram, chat, ['The answer.']);
    expectTidyChat(talks.telegram, chat, ['The answer.']);
    expect(talks.timesAsked(next)).toBe(0);
  });
});
