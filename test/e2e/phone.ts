import { expect } from 'vitest';
import type { ChatView } from '../platforms/telegram/chat.js';
import type { TelegramServer } from '../platforms/telegram/telegramServer.js';

/** Texts of the bot's messages that the chat shows now, oldest first. */
export function shownTexts(chat: ChatView): readonly string[] {
  return chat.botMessages().map((message) => message.text);
}

/** Waits until the chat shows exactly these messages of the bot. */
export async function waitForTexts(
  telegram: TelegramServer,
  chat: ChatView,
  texts: readonly string[],
  timeoutMs = 30_000,
): Promise<void> {
  const wanted = JSON.stringify(texts);
  await telegram
    .waitFor(() => JSON.stringify(shownTexts(chat)) === wanted, { what: `${wanted} in chat ${chat.id}`, timeoutMs })
    .catch((error: unknown) => {
      expect(shownTexts(chat), String(error)).toEqual(texts);
    });
}

/**
 * What an owner of the phone would say about a chat when all is over: only the answers stand there, each rang with its own
 * first words (`mayRepeat`: perhaps once more after a fault), nothing else ever made a sound, and Telegram had nothing to
 * mend.
 */
export function expectTidyChat(
  telegram: TelegramServer,
  chat: ChatView,
  answers: readonly string[],
  options: { readonly mayRepeat?: boolean } = {},
): void {
  expect(shownTexts(chat)).toEqual(answers);
  const rung = chat.notifications().map((entry) => entry.text);
  for (const text of rung) {
    expect(text.trim().length, 'an empty notification').toBeGreaterThan(0);
    expect(
      answers.some((answer) => answer.startsWith(text)),
      `a notification with words of no answer: ${text}`,
    ).toBe(true);
  }
  if (options.mayRepeat !== true) expect(rung.length).toBe(answers.length);
  const bot = chat.history().filter((message) => message.from.isBot);
  expect(bot.flatMap((message) => message.altered)).toEqual([]);
  expect(telegram.refused()).toEqual([]);
}
