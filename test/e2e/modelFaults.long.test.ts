import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { postChat, type Received, receiveAll, textOf } from '../channels/http/sseClient.js';
import type { ModelReply } from '../platforms/model/reply.js';
import { expectTidyChat, waitForTexts } from './phone.js';
import { openTalks, type Script, type Talks } from './talks.js';

const ANSWER = 'Grüße aus Zürich: die Bienen 🐝 fliegen. Und am Abend kehren sie 🌇 zurück, ganz ohne Eile.';
const well: ModelReply = { text: ANSWER, chunkChars: 7 };
const firstTime =
  (reply: ModelReply): Script =>
  (attempt) =>
    attempt === 0 ? reply : well;

const SURVIVED: readonly (readonly [string, Script])[] = [
  ['sends CRLF events', { ...well, wire: { lineEnd: '\r\n' } }],
  ['sends CR events', { ...well, wire: { lineEnd: '\r' } }],
  ['leaves out the last blank line and [DONE]', { ...well, wire: { lastBlankLine: false, done: false } }],
  ['splits every multi-byte character', { ...well, wire: { splitBytes: 1 } }],
  ['writes comments and rubbish between events', { ...well, wire: { comments: true, garbage: true } }],
  ['is slow to begin', { ...well, firstDelayMs: 2_500 }],
  ['resets the connection before it answers', firstTime({ fault: { kind: 'drop-before-headers' } })],
  ['resets the connection in the middle', firstTime({ ...well, fault: { kind: 'drop', afterChunks: 6 } })],
  ['ends the connection in the middle', firstTime({ ...well, fault: { kind: 'drop', afterChunks: 6, how: 'end' } })],
  ['ends the stream too early', firstTime({ ...well, fault: { kind: 'close', afterChunks: 6 } })],
  ['sends an error event in the middle', firstTime({ ...well, fault: { kind: 'error-event', afterChunks: 6 } })],
  ['answers 503 at first', firstTime({ fault: { kind: 'status', status: 503 } })],
  ['answers 429 at first', firstTime({ fault: { kind: 'status', status: 429, retryAfter: 1 } })],
];

let talks: Talks;
let url = '';

beforeAll(async () => {
  talks = await openTalks();
  url = await (await talks.start('ingress')).url();
});
afterAll(() => talks.close());

/** What a reader of the stream has in the end when it does as the documentation says. */
function readerText(events: readonly Received[]): string {
  let text = '';
  let isVoid = false;
  for (const { name, data } of events) {
    if (name === 'reset') isVoid = true;
    if (name !== 'delta') continue;
    text = isVoid ? textOf(data) : text + textOf(data);
    isVoid = false;
  }
  return text;
}

describe.concurrent('a model that', () => {
  it.each(SURVIVED)('%s is heard out on Telegram', async (_, script) => {
    const { chat, question } = talks.open(script);
    chat.say(question);
    await waitForTexts(talks.telegram, chat, [ANSWER]);
    await talks.model.waitFor(() =>
      talks.model.requests.every(({ endedAt, lastUser }) => lastUser !== question || endedAt),
    );
    expectTidyChat(talks.telegram, chat, [ANSWER]);
  });

  it.each(SURVIVED)('%s is heard out over HTTP', async (_, script) => {
    const question = talks.ask(script);
    const events = await receiveAll(
      await postChat(url, { message: question, conversation: question.replace(/\W+/g, '-') }),
    );
    const last = events.at(-1);
    expect(last?.name).toBe('final');
    const final = z.object({ content: z.string(), text: z.string() }).parse(last?.data);
    expect(final).toEqual({ content: ANSWER, text: ANSWER });
    expect(readerText(events)).toBe(ANSWER);
    expect(events.filter(({ name }) => name === 'final' || name === 'error')).toHaveLength(1);
  });

  it('goes on failing ends the turn with one sentence that rings and stays, and without what was written', async () => {
    const script: Script = {
      ...well,
      fault: { kind: 'error-event', afterChunks: 6, message: 'secret upstream detail' },
    };
    const { chat, question } = talks.open(script);
    chat.say(question);
    const error = await chat.waitForBotMessage(({ text }) => text.includes('(ref '), { timeoutMs: 30_000 });
    expect(error.silent).toBe(false);
    const over = talks.ask(script);
    const events = await receiveAll(await postChat(url, { message: over, conversation: 'failing' }));
    expect(events.at(-1)?.name).toBe('error');
    expect(JSON.stringify([events, chat.history()])).not.toContain('secret upstream detail');
    chat.say(talks.ask(well));
    await chat.waitForBotMessage(({ text }) => text === ANSWER);
    expect(chat.botMessages().filter(({ text }) => text.includes('(ref '))).toHaveLength(1);
    expect(
      chat
        .botMessages()
        .every((message) => message.text === ANSWER || message === error || ANSWER.startsWith(message.text)),
    ).toBe(true);
  });
});
