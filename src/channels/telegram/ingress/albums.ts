import type { InboundMessage } from '../../../core/message.js';

/** Albums whose messages may still be on their way; of interest for seconds. */
const MAX_KEPT = 500;

/**
 * Only one message of an album has the caption, and so the mention: the others are meant for the bot as well. All messages of one
 * answer of Telegram's are read before the first is taken, so it does not matter which of them has it.
 */
export interface Albums {
  /** Notes a message as it is read. */
  note(message: InboundMessage): void;
  /** The message as it is meant. */
  inAlbum(message: InboundMessage): InboundMessage;
}

export function createAlbums(): Albums {
  const addressed = new Set<string>();
  const keyOf = ({ lane, sender, album }: InboundMessage) =>
    album === undefined ? null : `${lane} ${sender.user} ${album}`;
  return {
    note: (message) => {
      const key = keyOf(message);
      if (key === null || !message.addressed) return;
      addressed.add(key);
      for (const oldest of addressed) {
        if (addressed.size <= MAX_KEPT) break;
        addressed.delete(oldest);
      }
    },
    inAlbum: (message) => {
      const key = keyOf(message);
      return key !== null && addressed.has(key) ? { ...message, addressed: true } : message;
    },
  };
}
