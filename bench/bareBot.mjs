/**
 * What Waggle is measured against: a Telegram bot as a competent developer writes it in an evening, with grammY and fetch.
 * Long polling, all chats beside each other, the answer streamed from an OpenAI-compatible endpoint: one message, edited at
 * most once a second, and a last edit with the whole answer. It keeps nothing and survives nothing.
 *
 * Environment: BOT_TOKEN, API_ROOT, MODEL_URL.
 */
import { Bot } from 'grammy';

const { BOT_TOKEN = '', API_ROOT = '', MODEL_URL = '' } = process.env;
const EDIT_EVERY_MS = 1000;

/** The text deltas of a streamed chat completion. */
async function* readDeltas(body) {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: ') || line === 'data: [DONE]') continue;
      const delta = JSON.parse(line.slice(6)).choices[0]?.delta?.content;
      if (delta) yield delta;
    }
  }
}

async function ask(question) {
  const response = await fetch(`${MODEL_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'bench', stream: true, messages: [{ role: 'user', content: question }] }),
  });
  if (!response.ok || response.body === null) throw new Error(`the model answered ${response.status}`);
  return readDeltas(response.body);
}

async function answer(ctx) {
  let text = '';
  let message = null;
  let shown = '';
  let editedAt = 0;
  let editing = null;

  const edit = async () => {
    const wanted = text;
    editedAt = Date.now();
    await ctx.api.editMessageText(ctx.chat.id, message.message_id, wanted);
    shown = wanted;
  };

  for await (const delta of await ask(ctx.message.text)) {
    text += delta;
    if (message === null) {
      shown = text;
      message = await ctx.reply(text);
      editedAt = Date.now();
    } else if (editing === null && Date.now() - editedAt >= EDIT_EVERY_MS) {
      editing = edit().finally(() => {
        editing = null;
      });
    }
  }
  await editing;
  if (shown !== text) await edit();
}

const bot = new Bot(BOT_TOKEN, { client: { apiRoot: API_ROOT } });
// Not awaited: grammY's own polling handles one update after the other, and chats must not wait for each other.
bot.on('message:text', (ctx) => void answer(ctx).catch((error) => console.error(error)));
await bot.start({ onStart: () => console.log('polling') });
