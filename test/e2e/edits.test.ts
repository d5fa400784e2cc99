import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGate } from '../platforms/gate.js';
import type { ModelRequest } from '../platforms/model/request.js';
import { textOf } from '../platforms/model/request.js';
import type { PrivateChat } from '../platforms/telegram/people.js';
import { until } from '../setup/until.js';
import { expectTidyChat, waitForTexts } from './phone.js';
import { openTalks, type Talks } from './talks.js';

let talks: Talks;
beforeAll(async () => {
  talks = await openTalks();
  await talks.start('ingress');
});
afterAll(() => talks.close());

const requestFor = (question: string) => talks.model.requests.findLast(({ lastUser }) => lastUser === question);

/** What the model was given of the conversation, without the system text. */
function conversationOf(request: ModelRequest | undefined): readonly string[] {
  const messages = request?.body.messages.filter(({ role }) => role !== 'system') ?? [];
  return messages.map(({ content }) => textOf(content).replace(/\s*<context>[\s\S]*<\/context>/, ''));
}

/** Asks one more thing, to see what of the conversation is left. */
async function conversationAfter(chat: PrivateChat, shown: readonly string[]): Promise<readonly string[]> {
  const question = talks.ask({ text: 'Noted.' });
  chat.say(question);
  await waitForTexts(talks.telegram, chat, [...shown, 'Noted.']);
  return conversationOf(requestFor(question)).slice(0, -1);
}

/** Moves the end of every turn of a chat into the past. */
function endEarlier(chat: PrivateChat, ms: number): void {
  const db = new BetterSqlite3(join(talks.dataDir, 'gateway.db'), { timeout: 5_000 });
  try {
    const mine = `SELECT no FROM lane WHERE id LIKE '%:${chat.id}'`;
    for (const table of ['turn', 'inbox']) {
      const { changes } = db.prepare(`UPDATE ${table} SET ended_at = ended_at - ? WHERE lane IN (${mine})`).run(ms);
      expect(changes).toBe(1);
    }
  } finally {
    db.close();
  }
}

const OLD = 'The old answer begins here, and it says a lot of things that nobody wants to know any more.';
const NEW = 'The new answer is about what was meant.';

describe.concurrent('an edit of the last message', () => {
  it('while its turn runs, stops it without a word; the new answer takes the place of what was shown', async () => {
    const never = createGate();
    const { chat, question } = talks.open({
      text: OLD,
      chunkChars: 40,
      pauses: [{ afterChunks: 1, until: never.opened }],
    });
    const asked = chat.say(question);
    const shown = await chat.waitForBotMessage();
    expect(OLD.startsWith(shown.text)).toBe(true);
    const better = talks.ask({ text: NEW });
    chat.edit(asked, better);
    await talks.telegram.waitFor(() => shown.text === NEW, { what: 'the new answer in the old message' });
    expect(requestFor(question)?.aborted).toBe(true);
    expect(talks.timesAsked(better)).toBe(1);
    expect(shown.past.map(({ text }) => text).filter((text) => !OLD.startsWith(text) && !NEW.startsWith(text))).toEqual(
      [],
    );
    expect(chat.notifications()).toHaveLength(1);
    expect(talks.telegram.callsOf('deleteMessage', chat)).toEqual([]);
    expect(await conversationAfter(chat, [NEW])).toEqual([better, NEW]);
    never.open();
  });

  it('tells the second run what the first one had done already', async () => {
    const never = createGate();
    const { chat, question } = talks.open((attempt) =>
      attempt === 0
        ? { toolCalls: [{ name: 'save_memory', arguments: { content: 'The party is on Friday.' } }] }
        : { text: OLD, hold: never.opened },
    );
    const asked = chat.say(question);
    await talks.model.waitFor(() => talks.timesAsked(question) === 2, { what: 'the call after the tool' });
    const better = talks.ask({ text: NEW });
    chat.edit(asked, better);
    await waitForTexts(talks.telegram, chat, [NEW]);
    const told = textOf(requestFor(better)?.body.messages.at(-1)?.content ?? '');
    expect(told).toMatch(/- save_memory\(.*The party is on Friday.*\) -> ok/);
    never.open();
  });

  it('after its turn, runs it again: the old text stays until there is a new one, and surplus messages go', async () => {
    const long = Array.from({ length: 90 }, (_, i) => `Paragraph ${i + 1} ${'word '.repeat(14).trim()}.`).join('\n\n');
    const hold = createGate();
    const { chat, question } = talks.open({ text: long });
    const asked = chat.say(question);
    await talks.telegram.waitFor(() => chat.botMessages().length === 2, { what: 'two messages' });
    const last = `${long.slice(-60)}`;
    await talks.telegram.waitFor(() => chat.botMessages()[1]?.text.endsWith(last), { what: 'the whole answer' });
    const [first] = chat.botMessages();
    const before = first?.text;
    const better = talks.ask({ text: NEW, hold: hold.opened });
    chat.edit(asked, better);
    await talks.model.waitFor(() => requestFor(better) !== undefined, { what: 'the second run' });
    expect(chat.botMessages()).toHaveLength(2);
    expect(first?.text).toBe(before);
    hold.open();
    await waitForTexts(talks.telegram, chat, [NEW]);
    expect(chat.botMessages()[0]?.id).toBe(first?.id);
    expect(chat.notifications()).toHaveLength(1);
    expect(await conversationAfter(chat, [NEW])).toEqual([better, NEW]);
    expect(talks.telegram.refused()).toEqual([]);
  });

  it('runs it again as often as it is edited, and not for an edit that says the same', async () => {
    const { chat, question } = talks.open({ text: OLD });
    const asked = chat.say(question);
    await waitForTexts(talks.telegram, chat, [OLD]);
    const second = talks.ask({ text: NEW });
    chat.edit(asked, second);
    await waitForTexts(talks.telegram, chat, [NEW]);
    chat.edit(asked, second);
    chat.edit(asked, `${second} `);
    const third = talks.ask({ text: 'And a third answer.' });
    chat.edit(asked, third);
    await waitForTexts(talks.telegram, chat, ['And a third answer.']);
    expect(talks.timesAsked(second)).toBe(1);
    expect(await conversationAfter(chat, ['And a third answer.'])).toEqual([third, 'And a third answer.']);
  });

  it('does nothing three minutes after its turn', async () => {
    const { chat, question } = talks.open({ text: OLD });
    const asked = chat.say(question);
    await waitForTexts(talks.telegram, chat, [OLD]);
    const seen = talks.model.requests.length;
    expect(seen).toBeGreaterThan(0);
    await until(() => turnHasEnded(chat), 'the end of the turn');
    endEarlier(chat, 180_000);
    const better = talks.ask({ text: NEW });
    chat.edit(asked, better);
    expect(await conversationAfter(chat, [OLD])).toEqual([question, OLD]);
    expect(talks.timesAsked(better)).toBe(0);
  });
});

describe.concurrent('an edit of an earlier message', () => {
  it('replaces one that still waits, and does nothing to one that was answered before another', async () => {
    const gate = createGate();
    const { chat, question } = talks.open({ text: OLD, hold: gate.opened });
    const first = chat.say(question);
    const waiting = talks.ask({ text: 'Never asked.' });
    const second = chat.say(waiting);
    await talks.model.waitFor(() => requestFor(question) !== undefined, { what: 'the first turn' });
    const better = talks.ask({ text: NEW });
    chat.edit(second, better);
    const late = talks.ask({ text: 'Too late.' });
    chat.edit(first, late);
    await until(() => talks.telegram.bot.pendingUpdates() === 0, 'all updates taken in');
    gate.open();
    await waitForTexts(talks.telegram, chat, [OLD, NEW]);
    expectTidyChat(talks.telegram, chat, [OLD, NEW]);
    expect(talks.timesAsked(waiting) + talks.timesAsked(late)).toBe(0);
  });
});

function turnHasEnded(chat: PrivateChat): boolean {
  const db = new BetterSqlite3(join(talks.dataDir, 'gateway.db'), { timeout: 5_000, readonly: true });
  try {
    const mine = `SELECT no FROM lane WHERE id LIKE '%:${chat.id}'`;
    const open = db.prepare(`SELECT count(*) FROM turn WHERE lane IN (${mine}) AND ended_at IS NULL`).pluck().get();
    return open === 0;
  } finally {
    db.close();
  }
}
