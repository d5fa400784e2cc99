import type { InboundMessage } from '../../../core/message.js';

/** Albums whose messages may still be on their way; of interest for seconds. */
const MAX_KEPT = 500;
/** An album has at most 10 messages. */
const MAX_MESSAGES = 10;

/**
 * Only one message of an album has the caption, and so the mention: the others are meant for the bot as well. All messages of one
 * answer of Telegram's are read before the first is taken, so there it does not matter which of them has it. What came in an
 * earlier answer waits here for a mention; what comes in a later one, even after a restart, `accept` knows by the store.
 */
export interface Albums {
  /** Notes a message as it is read. */
  note(message: InboundMessage): void;
  /** The message as it is meant. */
  inAlbum(message: InboundMessage): InboundMessage;
  /** Nobody was meant by this message of an album, so far. */
  keep(message: InboundMessage): void;
  /** What was kept of the message's album, where that is meant for the bot: to be taken before it. */
  keptBefore(message: InboundMessage): readonly InboundMessage[];
  /** What was kept of the message's album is taken. */
  forget(message: InboundMessage): void;
}

export function createAlbums(): Albums {
  const addressed = new Set<string>();
  const kept = new Map<string, InboundMessage[]>();
  const keyOf = ({ lane, sender, album }: InboundMessage) =>
    album === undefined ? null : `${lane} ${sender.user} ${album}`;
  const dropOldest = (from: { readonly size: number; keys(): Iterable<string>; delete(key: string): boolean }) => {
    for (const oldest of from.keys()) {
      if (from.size <= MAX_KEPT) break;
      from.delete(oldest);
    }
  };
  return {
    note: (message) => {
      const key = keyOf(message);
      if (key === null || !message.addressed) return;
      addressed.add(key);
      dropOldest(addressed);
    },
    inAlbum: (message) => {
      const key = keyOf(message);
      return key !== null && addressed.has(key) ? { ...message, addressed: true } : message;
    },
    keep: (message) => {
      const key = keyOf(message);
      if (key === null || message.edits !== undefined) return;
      const others = kept.get(key) ?? [];
      if (others.length >= MAX_MESSAGES || others.some(({ identity }) => identity === message.identity)) return;
      kept.set(key, [...others, message]);
      dropOldest(kept);
    },
    keptBefore: (message) => {
      const key = keyOf(message);
      if (key === null || !message.addressed) return [];
      return (kept.get(key) ?? []).map((one) => ({ ...one, addressed: true }));
    },
    forget: (message) => {
      const key = keyOf(message);
      if (key !== null) kept.delete(key);
    },
  };
}
