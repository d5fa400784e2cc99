/** Messages remembered as sent to the new place of a group; those of running turns, so few. */
const MAX_KEPT = 1_000;

/** The new ids of groups that became supergroups, as far as this process learned of them. */
export interface ChatMoves {
  note(from: string, to: string): void;
  /** The id under which a chat is to be called now. */
  current(chat: string): string;
  /** Notes that a message was sent to a chat, wherever that is by now. */
  noteSent(chat: string, id: string): void;
  /**
   * Whether a message may be edited or removed under the chat's present id. Messages of before a move stayed behind: in the
   * new group their ids are those of other people's messages.
   */
  isThere(chat: string, id: string): boolean;
}

export function createChatMoves(): ChatMoves {
  const moves = new Map<string, string>();
  const sentAfter = new Set<string>();
  return {
    note: (from, to) => {
      if (from !== to) moves.set(from, to);
    },
    // A supergroup never moves again, so one step is the whole way.
    current: (chat) => moves.get(chat) ?? chat,
    noteSent: (chat, id) => {
      if (!moves.has(chat)) return;
      sentAfter.add(`${chat}/${id}`);
      for (const oldest of sentAfter) {
        if (sentAfter.size <= MAX_KEPT) break;
        sentAfter.delete(oldest);
      }
    },
    isThere: (chat, id) => !moves.has(chat) || sentAfter.has(`${chat}/${id}`),
  };
}
