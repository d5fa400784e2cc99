import type { InlineKeyboardMarkup } from 'grammy/types';

/** Of interest for a minute: until the double of a message that was sent twice is found. */
const MAX_KEPT = 1_000;

/** Which messages carry which buttons: an edit that leaves them out would take them away. */
export interface SentButtons {
  /** @param keyboard null: the message has no button */
  note(chat: string, id: string, keyboard: InlineKeyboardMarkup | null): void;
  of(chat: string, id: string): InlineKeyboardMarkup | null;
}

export function createSentButtons(): SentButtons {
  const kept = new Map<string, InlineKeyboardMarkup>();
  return {
    note: (chat, id, keyboard) => {
      const key = `${chat}/${id}`;
      kept.delete(key);
      if (keyboard === null) return;
      kept.set(key, keyboard);
      for (const oldest of kept.keys()) {
        if (kept.size <= MAX_KEPT) break;
        kept.delete(oldest);
      }
    },
    of: (chat, id) => kept.get(`${chat}/${id}`) ?? null,
  };
}
