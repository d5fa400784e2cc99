/** A group's old and new id. */
export interface KnownMove {
  readonly from: string;
  readonly to: string;
}

/**
 * The ids of groups that became supergroups. To the rest of Waggle such a group keeps its old id: so its lanes, history,
 * settings and gates go on, and a turn that was queued before the move is answered after it. Here the old id is turned into
 * the one to call, and back.
 *
 * A message of a moved group is named `<new chat>/<message>`: both groups count from 1, and a bare number is one of before
 * the move, which stayed behind.
 */
export interface ChatMoves {
  /** Resolves when what earlier runs learned is known; rejects when it cannot be read, and tries again when asked again. */
  known(): Promise<void>;
  note(from: string, to: string): void;
  /** The id under which a chat is to be called now. */
  current(chat: string): string;
  /** The id under which the rest knows a chat. */
  origin(chat: string): string;
  /** The name of a message that was just sent to a chat, or arrived in it. `chat` is the id that the rest knows. */
  nameOf(chat: string, message: number): string;
  /** The number of a message under the chat's present id; null for one that stayed behind. */
  numberOf(chat: string, name: string): number | null;
}

/** @param load what earlier runs learned */
export function createChatMoves(load: () => Promise<readonly KnownMove[]> = async () => []): ChatMoves {
  const moves = new Map<string, string>();
  const origins = new Map<string, string>();
  let loading: Promise<void> | null = null;

  const note = (from: string, to: string) => {
    if (from === to) return;
    moves.set(from, to);
    origins.set(to, from);
  };
  const read = async () => {
    for (const { from, to } of await load()) note(from, to);
  };

  return {
    known: () => {
      loading ??= read().catch((thrown: unknown) => {
        loading = null;
        throw thrown;
      });
      return loading;
    },
    note,
    // A supergroup never moves again, so one step is the whole way.
    current: (chat) => moves.get(chat) ?? chat,
    origin: (chat) => origins.get(chat) ?? chat,
    nameOf: (chat, message) => {
      const to = moves.get(chat);
      return to === undefined ? String(message) : `${to}/${message}`;
    },
    numberOf: (chat, name) => {
      const to = moves.get(chat);
      if (to === undefined) return Number(name);
      return name.startsWith(`${to}/`) ? Number(name.slice(to.length + 1)) : null;
    },
  };
}
