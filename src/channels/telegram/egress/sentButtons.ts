/** Messages with a button are notices of running turns: few at a time, and of interest for a minute. */
const MAX_KEPT = 1_000;

/** Which messages carry a stop button: an edit that leaves it out would take it away. */
export interface SentButtons {
  /** @param turn null: the message has no button */
  note(chat: string, id: string, turn: string | null): void;
  of(chat: string, id: string): string | null;
}

export function createSentButtons(): SentButtons {
  const kept = new Map<string, string>();
  return {
    note: (chat, id, turn) => {
      const key = `${chat}/${id}`;
      kept.delete(key);
      if (turn === null) return;
      kept.set(key, turn);
      for (const oldest of kept.keys()) {
        if (kept.size <= MAX_KEPT) break;
        kept.delete(oldest);
      }
    },
    of: (chat, id) => kept.get(`${chat}/${id}`) ?? null,
  };
}
