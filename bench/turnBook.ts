import type { ModelEvent, TelegramEvent } from './wireEvents.js';

/** The times of one turn as the two servers saw it, in milliseconds UTC. */
export interface TurnTimes {
  /** The update was there to be polled. */
  readonly saidAt: number;
  /** The model had the whole request. */
  readonly requestAt: number;
  /** The model wrote the first and the last text. */
  readonly firstChunkAt: number;
  readonly lastChunkAt: number;
  /** Telegram had the first message of the answer. */
  readonly firstVisibleAt: number;
  /** Telegram had the message, or the edit, with exactly the whole answer. */
  readonly finalVisibleAt: number;
}

/** A question on its way. */
export interface AskedTurn {
  /** The model was asked. */
  readonly requested: Promise<void>;
  /** Exactly the answer stands in the chat. */
  readonly answered: Promise<TurnTimes>;
}

/** A turn that is waited for. */
interface OpenTurn {
  readonly user: number;
  readonly answer: string;
  readonly times: { -readonly [Time in keyof TurnTimes]?: TurnTimes[Time] };
  noteRequested(): void;
  resolve(times: TurnTimes): void;
  readonly timer: NodeJS.Timeout;
}

/** Puts the events of both servers together to turns. One open turn per user. */
export interface TurnBook {
  /** Waits for exactly this answer to the question; both promises reject after `timeoutMs`. */
  expect(turn: { user: number; question: string; answer: string; timeoutMs: number }): AskedTurn;
  /** These users' questions were there to be polled. */
  noteSaid(users: readonly number[], at: number): void;
  noteTelegram(event: TelegramEvent): void;
  noteModel(event: ModelEvent): void;
}

function isComplete(times: OpenTurn['times']): times is TurnTimes {
  return (
    times.saidAt !== undefined &&
    times.requestAt !== undefined &&
    times.firstChunkAt !== undefined &&
    times.lastChunkAt !== undefined &&
    times.firstVisibleAt !== undefined &&
    times.finalVisibleAt !== undefined
  );
}

export function createTurnBook(): TurnBook {
  const byUser = new Map<number, OpenTurn>();
  const byQuestion = new Map<string, OpenTurn>();
  const byRequest = new Map<number, OpenTurn>();

  const look = (turn: OpenTurn) => {
    if (!isComplete(turn.times)) return;
    clearTimeout(turn.timer);
    byUser.delete(turn.user);
    turn.resolve(turn.times);
  };

  return {
    expect: ({ user, question, answer, timeoutMs }) => {
      let noteRequested = () => {};
      const requested = new Promise<void>((resolve) => {
        noteRequested = resolve;
      });
      const answered = new Promise<TurnTimes>((resolve, reject) => {
        const giveUp = () => {
          byUser.delete(user);
          const seen = JSON.stringify(turn.times);
          reject(new Error(`no whole answer for user ${user} within ${timeoutMs} ms; seen: ${seen}`));
        };
        const timer = setTimeout(giveUp, timeoutMs);
        const turn: OpenTurn = { user, answer, times: {}, noteRequested, resolve, timer };
        byUser.set(user, turn);
        byQuestion.set(question, turn);
      });
      return { requested: Promise.race([requested, answered.then(() => {})]), answered };
    },

    noteSaid: (users, at) => {
      for (const user of users) {
        const turn = byUser.get(user);
        if (turn === undefined) continue;
        turn.times.saidAt = at;
        look(turn);
      }
    },

    noteTelegram: (event) => {
      if (event.event !== 'call' || event.ok !== true || event.chat === undefined || event.text === undefined) return;
      const turn = byUser.get(event.chat);
      if (turn === undefined) return;
      if (event.method === 'sendMessage') turn.times.firstVisibleAt ??= event.at;
      if (event.text === turn.answer) turn.times.finalVisibleAt = event.at;
      look(turn);
    },

    noteModel: (event) => {
      if (event.event === 'request') {
        const turn = byQuestion.get(event.lastUser);
        if (turn === undefined) return;
        byQuestion.delete(event.lastUser);
        turn.times.requestAt = event.at;
        turn.noteRequested();
        byRequest.set(event.n, turn);
      } else if (event.event === 'end') {
        const turn = byRequest.get(event.n);
        byRequest.delete(event.n);
        if (turn === undefined || event.firstChunkAt === undefined || event.lastChunkAt === undefined) return;
        turn.times.firstChunkAt = event.firstChunkAt;
        turn.times.lastChunkAt = event.lastChunkAt;
        look(turn);
      }
    },
  };
}
