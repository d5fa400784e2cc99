/** Intents by their bits. */
export const intents = {
  guilds: 1 << 0,
  guildMembers: 1 << 1,
  guildPresences: 1 << 8,
  guildMessages: 1 << 9,
  guildMessageReactions: 1 << 10,
  guildMessageTyping: 1 << 11,
  directMessages: 1 << 12,
  directMessageReactions: 1 << 13,
  directMessageTyping: 1 << 14,
  messageContent: 1 << 15,
} as const;

/** Intents that must be switched on for the application. */
export const PRIVILEGED_INTENTS = intents.guildMembers | intents.guildPresences | intents.messageContent;
/** All intents of gateway v10. */
export const KNOWN_INTENTS = 0b1_1001_1111_1111_1111_1111_1111;

/** Events that a session keeps for a resume. */
const MAX_BACKLOG = 20_000;

/** Something that a bot is told. */
export interface GatewayEvent {
  readonly type: string;
  /** The session must have this intent; 0: everybody is told. */
  readonly intent: number;
  /** The event's body, for a session with these intents. */
  data(intents: number): unknown;
}

/** One frame of a dispatch. */
interface Dispatch {
  readonly s: number;
  readonly text: string;
}

/** A gateway session: it outlives its connection. */
export interface Session {
  readonly id: string;
  readonly intents: number;
  /** Number of the newest event. */
  seq(): number;
  /** Tells it an event, now or at its resume. */
  push(type: string, data: unknown): void;
  /** Connects it: events go to `send` from now on. */
  attach(send: (text: string) => void): void;
  detach(): void;
  isAttached(): boolean;
  /** Sends what came after `seq` again. */
  replay(seq: number): void;
}

export function createSession(id: string, sessionIntents: number): Session {
  const backlog: Dispatch[] = [];
  let seq = 0;
  let send: ((text: string) => void) | undefined;
  return {
    id,
    intents: sessionIntents,
    seq: () => seq,
    push: (type, data) => {
      seq += 1;
      const dispatch = { s: seq, text: JSON.stringify({ op: 0, t: type, s: seq, d: data }) };
      backlog.push(dispatch);
      if (backlog.length > MAX_BACKLOG) backlog.shift();
      send?.(dispatch.text);
    },
    attach: (to) => {
      send = to;
    },
    detach: () => {
      send = undefined;
    },
    isAttached: () => send !== undefined,
    replay: (from) => {
      for (const dispatch of backlog) if (dispatch.s > from) send?.(dispatch.text);
    },
  };
}
