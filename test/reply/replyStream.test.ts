import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectTidyChat, shownTexts } from '../e2e/phone.js';
import { failed, final, openReplyScene, type ReplyScene, text } from './replyScene.js';

const FIRST = 'The orchard lies behind the mill.';
const REST = ' Its apples are picked in October, and the last ones stay for the birds.';
const ANSWER = FIRST + REST;

let scene: ReplyScene;
beforeAll(async () => {
  scene = await openReplyScene();
});
afterAll(() => scene.close());

describe('the shape of a reply', () => {
  it('rings once, with the first sentence, grows by edits at most once a second, and ends with the last word', async () => {
    const chat = scene.chat();
    const attempt = await (await scene.turnIn(chat)).attempt();
    for (const character of ANSWER) {
      attempt.push(text(character));
      await scene.pass(25);
    }
    attempt.push(final(ANSWER));
    expect(await attempt.over()).toEqual({ kind: 'delivered' });
    expectTidyChat(scene.telegram, chat, [ANSWER]);
    expect(chat.notifications().map((entry) => entry.text)).toEqual([FIRST]);
    const growing = scene.telegram.callsOf('editMessageText', chat).slice(0, -1);
    const edits = growing.map((call) => call.at);
    expect(edits.length).toBeGreaterThanOrEqual(2);
    for (const [i, at] of edits.entries()) if (i > 0) expect(at - (edits[i - 1] ?? 0)).toBeGreaterThanOrEqual(900);
  });

  it('sends what has no sentence yet after a second and a half', async () => {
    const chat = scene.chat();
    const attempt = await (await scene.turnIn(chat)).attempt();
    attempt.push(text('Well now'));
    await scene.pass(1_300);
    expect(shownTexts(chat)).toEqual([]);
    await scene.pass(400);
    expect(shownTexts(chat)).toEqual(['Well now']);
    attempt.push(final('Well now, that was it'));
    await attempt.over();
    expectTidyChat(scene.telegram, chat, ['Well now, that was it']);
  });

  it('is not held up by a typing call that is on its way when the answer is complete', async () => {
    const chat = scene.chat();
    const attempt = await (await scene.turnIn(chat)).attempt();
    const hold = new Promise<void>(() => {});
    scene.telegram.inject({ method: 'sendChatAction', chat: chat.id, fault: { kind: 'hold', until: hold } });
    await scene.passUntil(() => scene.telegram.callsOf('sendChatAction', chat).length === 1, 'typing');
    const start = scene.clock.now();
    attempt.push(text(ANSWER), final(ANSWER));
    await attempt.over();
    expect(scene.clock.now() - start).toBeLessThan(500);
    expectTidyChat(scene.telegram, chat, [ANSWER]);
  });

  it('takes narration before a tool call out again without touching what stands', async () => {
    const chat = scene.chat();
    const attempt = await (await scene.turnIn(chat)).attempt();
    attempt.push(text('Let me look that up for you.'), { type: 'segmentEnd', drop: true });
    attempt.push({ type: 'toolStart', call: 'c', name: 'search_memory' });
    await scene.pass(3_000);
    expect(shownTexts(chat)).toEqual(['Let me look that up for you.']);
    attempt.push({ type: 'toolEnd', call: 'c', name: 'search_memory', failed: false }, text(ANSWER), final(ANSWER));
    await attempt.over();
    expect(shownTexts(chat)).toEqual([ANSWER]);
    expect(scene.telegram.callsOf('deleteMessage', chat)).toEqual([]);
  });
});

describe('void text', () => {
  it.each(['gate', 'retry', 'takeover'] as const)(
    'stays until there is new text, then is rewritten in its place (%s)',
    async (why) => {
      const chat = scene.chat();
      const attempt = await (await scene.turnIn(chat)).attempt();
      attempt.push(text('All tests pass. '));
      await scene.pass(500);
      if (why === 'gate') attempt.push({ type: 'gate', gate: 'D3', why: 'All tests pass.' });
      attempt.push({ type: 'reset', why });
      await scene.pass(3_000);
      const [claim] = chat.botMessages();
      expect(claim?.text).toBe('All tests pass.');
      if (why === 'gate') {
        const notice = chat.botMessages().at(-1);
        expect(notice?.text).toMatch(/^Still working: checking the claim/);
        expect(notice?.silent).toBe(true);
      }
      attempt.push(text('I did not run them. '));
      await scene.passUntil(() => claim?.text === 'I did not run them.', 'the rewriting', 5_000);
      attempt.push(final('I did not run them. Please do.'));
      await attempt.over();
      expect(shownTexts(chat)).toEqual(['I did not run them. Please do.']);
      expect(chat.notifications()).toHaveLength(1);
      expect(scene.telegram.refused()).toEqual([]);
    },
  );

  it('is not written any more, not even what had no time to be shown', async () => {
    const chat = scene.chat();
    const attempt = await (await scene.turnIn(chat)).attempt();
    attempt.push(text('All tests pass'));
    await scene.pass(100);
    attempt.push({ type: 'reset', why: 'gate' });
    await scene.pass(3_000);
    expect(shownTexts(chat)).toEqual([]);
    attempt.push(text('I did not run them. '));
    await scene.passUntil(() => shownTexts(chat).length === 1, 'the first message', 1_000);
    attempt.push(text('And this is void, too.'), { type: 'reset', why: 'retry' });
    await scene.pass(3_000);
    expect(shownTexts(chat)).toEqual(['I did not run them.']);
    attempt.push(text(ANSWER), final(ANSWER));
    await attempt.over();
    const [message] = chat.botMessages();
    expect(message?.past.map((past) => past.text)).toEqual(['I did not run them.']);
    expect(shownTexts(chat)).toEqual([ANSWER]);
  });

  it('of many messages becomes few: the surplus goes once the new text stands', async () => {
    const chat = scene.chat();
    const attempt = await (await scene.turnIn(chat)).attempt();
    const long = Array.from(
      { length: 120 },
      (_, i) => `Line ${i} of a long first try, with enough words to fill it up well.`,
    ).join('\n\n');
    attempt.push(text(long));
    await scene.passUntil(() => chat.botMessages().length >= 2, 'two messages');
    attempt.push({ type: 'reset', why: 'retry' }, text(ANSWER), final(ANSWER));
    await attempt.over();
    expect(shownTexts(chat)).toEqual([ANSWER]);
    const removals = scene.telegram.callsOf('deleteMessage', chat);
    const rewritten = scene.telegram.callsOf('editMessageText', chat).find((call) => call.params.text === ANSWER);
    expect(Math.min(...removals.map((call) => call.at))).toBeGreaterThanOrEqual(rewritten?.at ?? Number.NaN);
  });
});

describe('ends', () => {
  it('an error is a message of its own that rings, and what was written stays', async () => {
    const chat = scene.chat();
    const attempt = await (await scene.turnIn(chat)).attempt();
    attempt.push(text(`${FIRST} `));
    await scene.pass(500);
    attempt.push(failed('That did not work.'));
    expect(await attempt.over()).toEqual({ kind: 'delivered' });
    expect(shownTexts(chat)).toEqual([FIRST, 'That did not work.']);
    expect(chat.notifications()).toHaveLength(2);
  });

  it('an error that an earlier attempt told goes when the turn ends well after all', async () => {
    const chat = scene.chat();
    const turn = await scene.turnIn(chat);
    const first = await turn.attempt();
    first.push(failed('That did not work.'));
    await first.over();
    expect(shownTexts(chat)).toEqual(['That did not work.']);
    const second = await turn.attempt();
    second.push(text(ANSWER), final(ANSWER));
    await second.over();
    expect(shownTexts(chat)).toEqual([ANSWER]);
  });

  it('an error told twice is there once', async () => {
    const chat = scene.chat();
    const turn = await scene.turnIn(chat);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const next = await turn.attempt();
      next.push(failed('That did not work.'));
      await next.over();
    }
    expect(shownTexts(chat)).toEqual(['That did not work.']);
  });

  it('a stopped turn leaves what was written and no notice', async () => {
    const chat = scene.chat();
    const attempt = await (await scene.turnIn(chat)).attempt({ stillWorkingMs: 1_000 });
    attempt.push(text(`${FIRST} `));
    await scene.passUntil(() => chat.botMessages().length === 2, 'the notice');
    attempt.push({ type: 'stopped', text: FIRST });
    await attempt.over();
    expectTidyChat(scene.telegram, chat, [FIRST]);
  });
});

describe('a turn that is stopped while its last word waits', () => {
  it('leaves what was written, and no notice with its button', async () => {
    const chat = scene.chat();
    const attempt = await (await scene.turnIn(chat)).attempt({ stillWorkingMs: 1_000 });
    attempt.push(text(`${FIRST} `));
    await scene.passUntil(() => chat.botMessages().length === 2, 'the notice');
    const held = scene.telegram.inject({
      method: 'deleteMessage',
      chat: chat.id,
      fault: { kind: 'flood', seconds: 3 },
    });
    attempt.push(final(ANSWER));
    await scene.passUntil(() => held.used() === 1, 'the refused removal');
    attempt.stream.abort(true);
    expect(await attempt.over()).toEqual({ kind: 'aborted' });
    expectTidyChat(scene.telegram, chat, [FIRST]);
  });

  it('does not wait long for that', async () => {
    const chat = scene.chat();
    const attempt = await (await scene.turnIn(chat)).attempt({ stillWorkingMs: 1_000 });
    attempt.push(text(`${FIRST} `));
    await scene.passUntil(() => chat.botMessages().length === 2, 'the notice');
    const fault = { kind: 'flood', seconds: 60 } as const;
    const held = scene.telegram.inject({ method: 'deleteMessage', chat: chat.id, fault });
    attempt.push(final(ANSWER));
    await scene.passUntil(() => held.used() === 1, 'the refused removal');
    const stoppedAt = scene.clock.now();
    attempt.stream.abort(true);
    await attempt.over();
    expect(scene.clock.now() - stoppedAt).toBeLessThan(6_000);
  });
});

describe('taking over', () => {
  it('goes on in the messages that stand, and takes away a notice of before', async () => {
    const chat = scene.chat();
    const turn = await scene.turnIn(chat);
    const first = await turn.attempt({ stillWorkingMs: 1_000 });
    first.push(text(`${FIRST} `));
    await scene.passUntil(() => chat.botMessages().length === 2, 'the notice');
    first.stream.abort();
    expect(await first.over()).toEqual({ kind: 'aborted' });
    const second = await turn.attempt();
    second.push({ type: 'started' }, { type: 'reset', why: 'takeover' });
    await scene.pass(500);
    expect(shownTexts(chat)).toEqual([FIRST]);
    second.push(text(ANSWER), final(ANSWER));
    await second.over();
    expectTidyChat(scene.telegram, chat, [ANSWER]);
  });

  it('ends a call that is on its way when the stream is given up, before it is over', async () => {
    const chat = scene.chat();
    const attempt = await (await scene.turnIn(chat)).attempt();
    scene.telegram.inject({ method: 'sendMessage', chat: chat.id, fault: { kind: 'slow-answer', ms: 1_000 } });
    attempt.push(text(`${FIRST} `));
    await scene.passUntil(() => scene.telegram.callsOf('sendMessage', chat).length === 1, 'the send');
    attempt.stream.abort();
    expect(await attempt.over()).toEqual({ kind: 'aborted' });
    expect(await scene.db.ledger.deliveriesOf((await scene.db.lanes.turns({ limit: 1 }))[0]?.turn ?? '')).toMatchObject(
      [{ chunk: '0', state: 'sent' }],
    );
  });
});

describe('a send whose answer is lost', () => {
  it.each([
    ['after it was done', { kind: 'drop-after' }, 1],
    ['and that was not done', { kind: 'drop-before' }, 0],
    ['in the middle of the answer', { kind: 'cut-answer' }, 1],
    ['by silence after it was done', { kind: 'hang-after' }, 1],
    ['by silence, and was not done', { kind: 'hang' }, 0],
  ] as const)('%s: is waited out, sent once more, and leaves no double in a quiet chat', async (_, fault, doubles) => {
    const chat = scene.chat();
    const attempt = await (await scene.turnIn(chat)).attempt();
    scene.telegram.inject({ method: 'sendMessage', chat: chat.id, fault });
    const startedAt = scene.clock.now();
    attempt.push(text(`${FIRST} `));
    await scene.pass(2_000);
    attempt.push(text(REST), final(ANSWER));
    await attempt.over();
    expect(scene.clock.now() - startedAt).toBeGreaterThanOrEqual(30_000);
    expect(chat.history().filter((message) => message.from.isBot)).toHaveLength(1 + doubles);
    expectTidyChat(scene.telegram, chat, [ANSWER], { mayRepeat: true });
  });

  it('leaves no double either when the attempt that sent it once more is given up afterwards', async () => {
    const chat = scene.chat();
    const turn = await scene.turnIn(chat);
    const first = await turn.attempt();
    scene.telegram.inject({ method: 'sendMessage', chat: chat.id, fault: { kind: 'drop-after' } });
    first.push(text(`${FIRST} `));
    await scene.pass(40_000);
    first.stream.abort();
    await first.over();
    const second = await turn.attempt();
    second.push(text(ANSWER), final(ANSWER));
    await second.over();
    expectTidyChat(scene.telegram, chat, [ANSWER], { mayRepeat: true });
  });

  it('was a notice: the text does not wait for it, and it goes in the end', async () => {
    const chat = scene.chat();
    const attempt = await (await scene.turnIn(chat)).attempt();
    scene.telegram.inject({ method: 'sendMessage', chat: chat.id, fault: { kind: 'drop-after' } });
    await scene.pass(5_000);
    attempt.push(text(`${FIRST} `));
    await scene.passUntil(() => shownTexts(chat).includes(FIRST), 'the first sentence', 3_000);
    attempt.push(text(REST), final(ANSWER));
    await scene.passUntil(() => shownTexts(chat).includes(ANSWER), 'the whole answer', 3_000);
    await attempt.over();
    expectTidyChat(scene.telegram, chat, [ANSWER]);
  });
});

describe('a store that fails', () => {
  it('in a typing call does not end the process, nor the reply of another attempt', async () => {
    const chat = scene.chat();
    const turn = await scene.turnIn(chat);
    const { ledger } = scene.db;
    const broken = await turn.attempt();
    const permit = ledger.permit;
    Object.assign(ledger, { permit: () => Promise.reject(new Error('the disk is full')) });
    expect((await broken.over()).kind).toBe('aborted');
    Object.assign(ledger, { permit });
    const next = await turn.attempt();
    next.push(text(ANSWER), final(ANSWER));
    await next.over();
    expectTidyChat(scene.telegram, chat, [ANSWER]);
  });
});
