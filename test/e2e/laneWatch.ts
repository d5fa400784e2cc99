import type { ModelRequest } from '../platforms/model/request.js';

/** Two requests of one chat at the same time. */
interface Overlap {
  /** The one that was open: `c3 m1`. */
  readonly question: string;
  readonly text: string;
}

/** What the model endpoint sees of lanes: users of these tests write `<chat> <message>`, for example `c3 m1`. */
export interface LaneWatch {
  /** To be given to the model server. */
  onRequest(request: ModelRequest): void;
  onEnd(request: ModelRequest): void;
  /** Most requests of one chat that were open at the same time. */
  mostOfOneChat(): number;
  /** Every request that came while another one of its chat was open, with a line for a person who looks for the reason. */
  overlaps(): readonly Overlap[];
  /** Most requests that were open at the same time. */
  mostAtOnce(): number;
  /** A chat's messages in the order of their first requests. */
  orderOf(chat: string): readonly string[];
  /** How often the model was asked about a message. */
  timesAsked(chat: string, message: string): number;
}

/** The question that a text asks: in a group the speaker's name stands before it, in a reply what is replied to. */
export function questionIn(text: string): { readonly chat: string; readonly message: string } | null {
  const [, chat, message] = [...text.matchAll(/\b(c\d+) (m\d+)\b/g)].at(-1) ?? [];
  return chat === undefined || message === undefined ? null : { chat, message };
}

export function createLaneWatch(): LaneWatch {
  const open = new Map<string, ModelRequest[]>();
  const asked = new Map<string, string[]>();
  let total = 0;
  let mostOfOneChat = 0;
  let mostAtOnce = 0;
  const overlaps: Overlap[] = [];

  const split = ({ lastUser }: ModelRequest) => questionIn(lastUser) ?? { chat: lastUser, message: '' };

  return {
    onRequest: (request) => {
      const { chat, message } = split(request);
      const before = open.get(chat) ?? [];
      open.set(chat, [...before, request]);
      total += 1;
      mostOfOneChat = Math.max(mostOfOneChat, before.length + 1);
      const at = (time: number) => new Date(time).toISOString();
      for (const { n, at: since, lastUser, chunksSent } of before) {
        const text = `${at(request.at)} #${request.n} "${request.lastUser}" while #${n} "${lastUser}" was open since ${at(since)}, ${chunksSent} chunks`;
        const earlier = questionIn(lastUser);
        overlaps.push({ question: earlier === null ? lastUser : `${earlier.chat} ${earlier.message}`, text });
      }
      mostAtOnce = Math.max(mostAtOnce, total);
      asked.set(chat, [...(asked.get(chat) ?? []), message]);
    },
    onEnd: (request) => {
      const { chat } = split(request);
      open.set(
        chat,
        (open.get(chat) ?? []).filter((other) => other !== request),
      );
      total -= 1;
    },
    mostOfOneChat: () => mostOfOneChat,
    overlaps: () => overlaps,
    mostAtOnce: () => mostAtOnce,
    orderOf: (chat) => [...new Set(asked.get(chat) ?? [])],
    timesAsked: (chat, message) => (asked.get(chat) ?? []).filter((each) => each === message).length,
  };
}
