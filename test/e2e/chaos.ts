import type { ModelReply } from '../platforms/model/reply.js';
import type { ChatView } from '../platforms/telegram/chat.js';
import type { TelegramFault } from '../platforms/telegram/faults.js';
import type { TelegramServer } from '../platforms/telegram/telegramServer.js';
import type { SeededRandom } from '../setup/seededRandom.js';

const EDITS = ['editMessageText', 'deleteMessage', 'sendChatAction'] as const;

/** Faults of calls that may be repeated, and of sends that surely had no effect; each costs a chat seconds at most. */
const LIGHT_FAULTS: readonly [TelegramFault, ...TelegramFault[]] = [
  { kind: 'drop-before' },
  { kind: 'drop-before', how: 'end' },
  { kind: 'status', code: 500, description: 'Internal Server Error' },
  { kind: 'status', code: 502, description: 'Bad Gateway' },
  { kind: 'flood', seconds: 1 },
  { kind: 'flood', seconds: 2 },
  { kind: 'delay', ms: 300 },
  { kind: 'slow-answer', ms: 300 },
];

const EDIT_FAULTS: readonly [TelegramFault, ...TelegramFault[]] = [
  ...LIGHT_FAULTS,
  { kind: 'drop-after' },
  { kind: 'cut-answer' },
  { kind: 'page', code: 502 },
  { kind: 'hang' },
  { kind: 'hang-after' },
];

const SAFE_SEND_FAULTS: readonly [TelegramFault, ...TelegramFault[]] = [
  { kind: 'status', code: 500, description: 'Internal Server Error' },
  { kind: 'flood', seconds: 1 },
  { kind: 'delay', ms: 400 },
  { kind: 'slow-answer', ms: 400 },
];

/** Sends whose answer is lost: each may leave a double and makes its chat wait out the call. */
const LOST_SENDS: readonly [TelegramFault, ...TelegramFault[]] = [
  { kind: 'drop-after' },
  { kind: 'drop-before' },
  { kind: 'cut-answer' },
];

/** Lets faults of every kind strike at random. Returns the ids of the chats whose sends were lost, as often as that was. */
export function injectTelegramChaos(telegram: TelegramServer, random: SeededRandom, lostSends: number): number[] {
  const lost: number[] = [];
  const strike = (
    method: string | readonly string[],
    share: number,
    faults: readonly [TelegramFault, ...TelegramFault[]],
  ) => {
    for (const fault of faults) {
      telegram.inject({
        method,
        times: Number.POSITIVE_INFINITY,
        when: () => random.chance(share / faults.length),
        fault,
      });
    }
  };
  strike(EDITS, 0.15, EDIT_FAULTS);
  strike('sendMessage', 0.1, SAFE_SEND_FAULTS);
  strike('getUpdates', 0.1, [
    { kind: 'drop-after' },
    { kind: 'drop-before' },
    { kind: 'status', code: 502, description: 'Bad Gateway' },
  ]);
  for (const fault of LOST_SENDS) {
    telegram.inject({
      method: 'sendMessage',
      times: Math.ceil(lostSends / LOST_SENDS.length),
      when: ({ chat }) => {
        if (chat === undefined || !random.chance(0.05)) return false;
        lost.push(chat);
        return true;
      },
      fault,
    });
  }
  return lost;
}

/** A reply of the model with this text, well or ill; a second time it is always well. */
export function chaoticReply(text: string, attempt: number, random: SeededRandom): ModelReply {
  const chunkChars = random.between(4, 200);
  const chunks = Math.ceil(text.length / chunkChars);
  const reply: ModelReply = {
    text,
    chunkChars,
    firstDelayMs: random.between(0, 400),
    delayMs: Math.min(40, Math.floor(2_000 / chunks)),
    wire: {
      lineEnd: random.pick(['\n', '\r\n', '\n']),
      lastBlankLine: random.chance(0.7),
      done: random.chance(0.8),
      comments: random.chance(0.2),
      ...(random.chance(0.2) ? { splitBytes: random.between(1, 7) } : {}),
    },
  };
  if (attempt > 0 || random.chance(0.6)) return reply;
  const afterChunks = random.between(0, Math.max(0, chunks - 1));
  const fault = random.pick<NonNullable<ModelReply['fault']>>([
    { kind: 'status', status: 500 },
    { kind: 'status', status: 429, retryAfter: 1 },
    { kind: 'drop-before-headers' },
    { kind: 'drop', afterChunks },
    { kind: 'drop', afterChunks, how: 'end' },
    { kind: 'error-event', afterChunks },
  ]);
  return { ...reply, fault };
}

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/**
 * Whether the chat shows these answers whole and in order, each once, but for up to `doubles` messages that are there twice
 * because their send was lost. Returns how many those are; null when anything else is wrong.
 */
export function countDoubles(chat: ChatView, answers: readonly string[], doubles: number): number | null {
  const join = (texts: readonly string[]) => words(texts.join('\n')).join(' ');
  const wanted = join(answers);
  const search = (texts: readonly string[], left: number): number | null => {
    if (join(texts) === wanted) return 0;
    if (left === 0) return null;
    for (const index of texts.keys()) {
      const found = search(texts.toSpliced(index, 1), left - 1);
      if (found !== null) return found + 1;
    }
    return null;
  };
  const shown = chat.botMessages().map((message) => message.text);
  if (join(shown).length < wanted.length) return null;
  return search(shown, Math.min(doubles, 2));
}

/** Calls that were made into a chat that Telegram had closed with a 429; `forgiven` are times of kills, when it may go unheard. */
export function callsIntoClosedGates(telegram: TelegramServer, killedAt: readonly number[]): readonly string[] {
  const closed = new Map<number, { from: number; until: number; n: number }>();
  const found: string[] = [];
  const ordered = telegram.calls.filter((call) => call.chat !== undefined).toSorted((a, b) => a.at - b.at);
  for (const call of ordered) {
    const { chat, outcome } = call;
    if (chat === undefined || outcome === undefined) continue;
    const gate = closed.get(chat);
    if (gate !== undefined && call.at > gate.from && call.at < gate.until) {
      const isForgiven = killedAt.some((at) => at >= gate.from - 1_000 && at <= gate.until);
      if (!isForgiven)
        found.push(`${call.method} #${call.n} in chat ${chat}, ${gate.until - call.at} ms too early after #${gate.n}`);
    }
    const retryAfter = outcome.ok || outcome.code !== 429 ? null : /retry after (\d+)/.exec(outcome.description)?.[1];
    if (typeof retryAfter === 'string') {
      const from = call.endedAt ?? call.at;
      closed.set(chat, { from, until: from + Number(retryAfter) * 1_000, n: call.n });
    }
  }
  return found;
}
