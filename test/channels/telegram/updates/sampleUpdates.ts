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
