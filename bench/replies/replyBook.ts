import type { ModelEvent } from '../wireEvents.js';
import type { CallKind } from './platforms.js';

/** The times of one answer as the servers saw it, in milliseconds UTC. */
export interface ReplyTimes {
  /** The model wrote the first and the last text. */
  readonly firstTokenAt: number;
  readonly lastTokenAt: number;
  /** The platform had the first message of the answer. */
  readonly firstVisibleAt: number;
  /** The chat showed exactly the whole answer, in one message or several. */
  readonly finalVisibleAt: number;
  /** Edits that the platform took. */
  readonly editsAt: readonly number[];
}

/** A call that the platform took, in one chat. */
export interface TakenCall {
  readonly kind: CallKind;
  readonly at: number;
  readonly chat: string;
  readonly message: string;
  /** What a reader sees of it. */
  readonly text: string;
}

/** An answer that is waited for, white space apart. */
export interface ExpectedReply {
  /** The question was asked in this chat; before its first call comes. */
  openIn(chat: string): void;
  /** Rejects after `timeoutMs`. */
  readonly whole: Promise<ReplyTimes>;
}

/** Puts the events of a platform and of the model together to answers. One open answer per chat. */
export interface ReplyBook {
  /** Before the question is asked. */
  expect(reply: { question: string; answer: string; timeoutMs: number }): ExpectedReply;
  isOpen(chat: string): boolean;
  noteCall(call: TakenCall): void;
  noteModel(event: ModelEvent): void;
}

interface OpenReply {
  readonly answer: string;
  /** Texts of its messages, in the order in which they came. */
  readonly messages: Map<string, string>;
  readonly editsAt: number[];
  readonly times: { -readonly [Time in Exclude<keyof ReplyTimes, 'editsAt'>]?: number };
  resolve(times: ReplyTimes): void;
}

/** Chunks are cut at white space, and platforms differ in how they join paragraphs. */
const withoutSpace = (text: string) => text.replace(/\s+/g, '');

export function createReplyBook(): ReplyBook {
  const byChat = new Map<string, OpenReply>();
  const byQuestion = new Map<string, OpenReply>();
  const byRequest = new Map<number, OpenReply>();

  const look = ({ times, editsAt, resolve }: OpenReply) => {
    const { firstTokenAt, lastTokenAt, firstVisibleAt, finalVisibleAt } = times;
    if (firstTokenAt === undefined || lastTokenAt === undefined) return;
    if (firstVisibleAt === undefined || finalVisibleAt === undefined) return;
    resolve({ firstTokenAt, lastTokenAt, firstVisibleAt, finalVisibleAt, editsAt });
  };

  return {
    expect: ({ question, answer, timeoutMs }) => {
      let chat: string | null = null;
      const messages = new Map<string, string>();
      const whole = new Promise<ReplyTimes>((resolve, reject) => {
        const close = () => {
          clearTimeout(timer);
          if (chat !== null) byChat.delete(chat);
        };
        const timer = setTimeout(() => {
          close();
          const texts = JSON.stringify([...messages.values()]);
          reject(new Error(`no whole answer in chat ${chat} within ${timeoutMs} ms; it shows ${texts}`));
        }, timeoutMs);
        byQuestion.set(question, {
          answer: withoutSpace(answer),
          messages,
          editsAt: [],
          times: {},
          resolve: (times) => {
            close();
            resolve(times);
          },
        });
      });
      const reply = byQuestion.get(question);
      return {
        openIn: (askedIn) => {
          chat = askedIn;
          if (reply !== undefined) byChat.set(chat, reply);
        },
        whole,
      };
    },

    isOpen: (chat) => byChat.has(chat),

    noteCall: ({ kind, at, chat, message, text }) => {
      const reply = byChat.get(chat);
      if (reply === undefined) return;
      if (kind === 'remove') reply.messages.delete(message);
      else if (kind === 'send' || reply.messages.has(message)) reply.messages.set(message, text);
      if (kind === 'send') reply.times.firstVisibleAt ??= at;
      if (kind === 'edit') reply.editsAt.push(at);
      if (withoutSpace([...reply.messages.values()].join('')) === reply.answer) reply.times.finalVisibleAt ??= at;
      look(reply);
    },

    noteModel: (event) => {
      if (event.event === 'request') {
        const reply = byQuestion.get(event.lastUser);
        if (reply === undefined) return;
        byQuestion.delete(event.lastUser);
        byRequest.set(event.n, reply);
      } else if (event.event === 'end') {
        const reply = byRequest.get(event.n);
        if (reply === undefined || event.firstChunkAt === undefined || event.lastChunkAt === undefined) return;
        byRequest.delete(event.n);
        reply.times.firstTokenAt = event.firstChunkAt;
        reply.times.lastTokenAt = event.lastChunkAt;
        look(reply);
      }
    },
  };
}
