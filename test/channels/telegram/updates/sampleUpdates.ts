import { expect } from 'vitest';
import type { Reading } from '../../../../src/channels/telegram/updates/reading.js';
import { readUpdate } from '../../../../src/channels/telegram/updates/readUpdate.js';
import { type InboundMessage, inboundMessageSchema } from '../../../../src/core/message.js';

/** The bot of the tests. */
export const bot = { id: '42', username: 'WaggleBot' };

export const anna = {
  id: 7,
  is_bot: false,
  first_name: 'Anna',
  last_name: 'Ö.',
  username: 'anna',
  language_code: 'de',
};

export const dm = { id: 7, type: 'private', first_name: 'Anna' };
export const group = { id: -100123, type: 'supergroup', title: 'Bees', is_forum: true };

/** A message update with the given fields. */
export function messageUpdate(fields: Record<string, unknown>): Record<string, unknown> {
  return { update_id: 1, message: { message_id: 10, date: 1_700_000_000, chat: dm, from: anna, ...fields } };
}

/** Entity over the first place where `words` stand in `text`. */
export function entity(text: string, words: string, type: string, more: Record<string, unknown> = {}) {
  return { type, offset: text.indexOf(words), length: words.length, ...more };
}

/** What a message update with these fields means to the bot of the tests. */
export function read(fields: Record<string, unknown>): Reading {
  return readUpdate(messageUpdate(fields), bot, 0);
}

/** The message of a reading; it must be a valid one. */
export function messageOf(reading: Reading): InboundMessage {
  if (reading.kind !== 'message') throw new Error(`a message was expected, got ${JSON.stringify(reading)}`);
  expect(inboundMessageSchema.parse(reading.message)).toEqual(reading.message);
  return reading.message;
}
