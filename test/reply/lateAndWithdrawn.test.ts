import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { final, openReplyScene, type ReplyScene, text } from './replyScene.js';

let scene: ReplyScene;
beforeAll(async () => {
  scene = await openReplyScene();
});
afterAll(() => scene.close());

const LATE = '*You wrote this 2 h ago.*';

describe('a line before a late answer', () => {
  it('stands above it in the same message, from the first words on, and rings with words of the answer', async () => {
    const chat = scene.chat();
    const turn = await scene.turnIn(chat);
    const attempt = await turn.attempt({ preface: () => LATE });
    attempt.push(text('Yes'));
    await scene.pass(1_000);
    expect(chat.botMessages()).toEqual([]);
    attempt.push(text(', the tide turns at noon. '));
    await scene.passUntil(() => chat.botMessages().length === 1, 'the first message');
    expect(chat.notifications()).toMatchObject([{ text: 'You wrote this 2 h ago.\n\nYes, the tide turns at noon.' }]);
    attempt.push(text('Then it falls.'), final('Yes, the tide turns at noon. Then it falls.'));
    await attempt.over();
    expect(chat.botMessages().map((message) => message.text)).toEqual([
      'You wrote this 2 h ago.\n\nYes, the tide turns at noon. Then it falls.',
    ]);
    expect(scene.telegram.refused()).toEqual([]);
  });

  it('stays where a gate voids the text, and does not stand alone where nothing was written', async () => {
    const chat = scene.chat();
    const attempt = await (await scene.turnIn(chat)).attempt({ preface: () => LATE });
    attempt.push(text('All tests pass. '));
    await scene.passUntil(() => chat.botMessages().length === 1, 'the first message');
    attempt.push({ type: 'reset', why: 'gate' }, text('One test fails.'), final('One test fails.'));
    await attempt.over();
    expect(chat.botMessages().map((message) => message.text)).toEqual(['You wrote this 2 h ago.\n\nOne test fails.']);
    const quiet = scene.chat();
    const stopped = await (await scene.turnIn(quiet)).attempt({ preface: () => LATE });
    stopped.push({ type: 'stopped', text: '' });
    await stopped.over();
    expect(quiet.history().filter(({ from }) => from.isBot)).toEqual([]);
  });
});

describe('the reply to a question that was deleted', () => {
  it('takes everything away that the chat shows of it, in a later attempt too', async () => {
    const chat = scene.chat();
    const turn = await scene.turnIn(chat);
    const first = await turn.attempt();
    const long = Array.from({ length: 90 }, (_, i) => `Paragraph ${i + 1} ${'word '.repeat(14).trim()}.`).join('\n\n');
    first.push(text(long));
    await scene.passUntil(() => chat.botMessages().length === 2, 'two messages');
    first.stream.abort();
    await first.over();
    const second = await turn.attempt({ isWithdrawn: true });
    second.push({ type: 'stopped', text: '' });
    expect(await second.over()).toEqual({ kind: 'delivered' });
    expect(chat.botMessages()).toEqual([]);
    expect(scene.telegram.refused()).toEqual([]);
  });
});
