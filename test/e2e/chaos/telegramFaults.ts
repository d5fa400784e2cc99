import { chatKey } from '../../../src/core/ports/egress.js';
import type { TelegramCall } from '../../platforms/telegram/calls.js';
import type { TelegramFault } from '../../platforms/telegram/faults.js';
import type { TelegramServer } from '../../platforms/telegram/telegramServer.js';
import type { SeededRandom } from '../../setup/seededRandom.js';
import { createAtMost } from './atMost.js';
import type { EarlyCall, WireCall } from './callOrder.js';

const EDITS = ['editMessageText', 'deleteMessage', 'sendChatAction', 'answerCallbackQuery'] as const;
const WRITES = ['sendMessage', 'sendDocument', ...EDITS] as const;

type Faults = readonly [TelegramFault, ...TelegramFault[]];

/** Faults of calls that may be repeated, and of sends that surely had no effect; each costs a chat seconds at most. */
const LIGHT_FAULTS: Faults = [
  { kind: 'drop-before' },
  { kind: 'drop-before', how: 'end' },
  { kind: 'status', code: 500, description: 'Internal Server Error' },
  { kind: 'status', code: 502, description: 'Bad Gateway' },
  { kind: 'flood', seconds: 1 },
  { kind: 'flood', seconds: 2 },
  { kind: 'delay', ms: 300 },
  { kind: 'slow-answer', ms: 300 },
];

const EDIT_FAULTS: Faults = [
  ...LIGHT_FAULTS,
  { kind: 'drop-after' },
  { kind: 'cut-answer' },
  { kind: 'page', code: 502 },
  { kind: 'hang' },
  { kind: 'hang-after' },
];

const SAFE_SEND_FAULTS: Faults = [
  { kind: 'status', code: 500, description: 'Internal Server Error' },
  { kind: 'flood', seconds: 1 },
  { kind: 'delay', ms: 400 },
  { kind: 'slow-answer', ms: 400 },
];

/** Sends whose answer is lost: each may leave a double and makes its chat wait out the call. */
const LOST_SENDS: Faults = [{ kind: 'drop-after' }, { kind: 'drop-before' }, { kind: 'cut-answer' }];

/** A send whose answer was lost. */
export interface LostSend {
  readonly chat: number;
  readonly at: number;
}

const FETCH_FAULTS: Faults = [
  ...LIGHT_FAULTS,
  { kind: 'drop-after' },
  { kind: 'cut-answer' },
  { kind: 'page', code: 502 },
];

/** Another program polls with the same token for a moment. */
const CONFLICT: TelegramFault = {
  kind: 'status',
  code: 409,
  description: 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
};

/**
 * Lets faults of every kind strike at random. Returns the sends that were lost; `mayLose` says in which chats that may happen, for it
 * may leave a double there.
 */
export function injectTelegramChaos(
  telegram: TelegramServer,
  random: SeededRandom,
  lostSends: number,
  mayLose: (chat: number) => boolean,
): readonly LostSend[] {
  const lost: LostSend[] = [];
  const always = Number.POSITIVE_INFINITY;
  const strike = (method: string | readonly string[], share: number, faults: Faults) => {
    for (const fault of faults) {
      telegram.inject({ method, times: always, when: () => random.chance(share / faults.length), fault });
    }
  };
  const isGone = (file: unknown) => telegram.nameOfFile(String(file)).startsWith('gone-');
  const gone = 'Bad Request: wrong file_id or the file is temporarily unavailable';
  telegram.inject({
    method: 'getFile',
    times: always,
    when: ({ params }) => isGone(params.file_id),
    fault: { kind: 'status', code: 400, description: gone },
  });
  telegram.inject({
    method: 'sendDocument',
    times: always,
    when: ({ files }) => files.some((name) => name.startsWith('unwanted-')),
    fault: { kind: 'status', code: 413, description: 'Request Entity Too Large' },
  });

  strike(EDITS, 0.15, EDIT_FAULTS);
  strike('sendMessage', 0.1, SAFE_SEND_FAULTS);
  strike('getUpdates', 0.1, [
    { kind: 'drop-after' },
    { kind: 'drop-before' },
    { kind: 'status', code: 502, description: 'Bad Gateway' },
    CONFLICT,
  ]);
  // What must come in the end is struck less often than it is tried.
  const fetches = createAtMost(2);
  for (const fault of FETCH_FAULTS) {
    const strikes = () => random.chance(0.3 / FETCH_FAULTS.length);
    const when = ({ params }: { params: Readonly<Record<string, unknown>> }) =>
      fetches(telegram.nameOfFile(String(params.file_id ?? params.file)), strikes);
    telegram.inject({ method: ['getFile', 'download'], times: always, when, fault });
  }
  const uploads = createAtMost(2);
  for (const fault of SAFE_SEND_FAULTS) {
    const strikes = () => random.chance(0.4 / SAFE_SEND_FAULTS.length);
    telegram.inject({
      method: 'sendDocument',
      times: always,
      when: ({ files: [name] }) => uploads(name, strikes),
      fault,
    });
  }
  for (const method of ['sendMessage', 'sendDocument'] as const) {
    const isFile = method === 'sendDocument';
    // A file is sent again once only, as nobody can tell whether it came.
    const losses = createAtMost(isFile ? 1 : always);
    for (const fault of LOST_SENDS) {
      telegram.inject({
        method,
        times: isFile ? 1 : Math.ceil(lostSends / LOST_SENDS.length),
        when: ({ chat, files: [name = ''] }) => {
          if (chat === undefined || !mayLose(chat) || !losses(name, () => random.chance(isFile ? 0.2 : 0.05)))
            return false;
          lost.push({ chat, at: Date.now() });
          return true;
        },
        fault,
      });
    }
  }
  return lost;
}

/** For a moment nearly every call is one too many. */
export function storm(telegram: TelegramServer, random: SeededRandom): void {
  const fault = { kind: 'flood', seconds: 1 } as const;
  const raging = telegram.inject({
    method: WRITES,
    times: Number.POSITIVE_INFINITY,
    when: () => random.chance(0.7),
    fault,
  });
  setTimeout(() => raging.remove(), STORM_MS);
}

const STORM_MS = 1_500;

/** What is done to a message without a permit. */
const UNPERMITTED = 'editMessageReplyMarkup';

/** Calls that were made into a chat that Telegram had closed with a 429, and which. */
export function callsIntoClosedGates(telegram: TelegramServer): readonly EarlyCall[] {
  const closed = new Map<number, { until: number; by: TelegramCall }>();
  const found: EarlyCall[] = [];
  const asWireCall = ({ n, at, method, chat = 0 }: TelegramCall): WireCall => {
    const what = `${method} #${n} in ${chat}`;
    const key = chatKey({ platform: 'telegram', account: String(telegram.bot.id), chat: String(chat) });
    if (method !== UNPERMITTED) return { what, at, chat: key };
    const isSuch = (other: TelegramCall) => other.method === method && other.chat === chat && other.n <= n;
    return { what, at, chat: key, passed: { gate: key, calls: telegram.calls.filter(isSuch).length } };
  };
  const ordered = telegram.calls.filter((call) => call.chat !== undefined).toSorted((a, b) => a.at - b.at);
  for (const call of ordered) {
    const { chat, outcome } = call;
    if (chat === undefined || outcome === undefined) continue;
    const gate = closed.get(chat);
    if (gate !== undefined && call.at > (gate.by.endedAt ?? gate.by.at) && call.at < gate.until) {
      found.push({ call: asWireCall(call), forbiddenBy: asWireCall(gate.by) });
    }
    const isLimited = !outcome.ok && outcome.code === 429;
    const retryAfter = isLimited ? /(?:retry after|closed for) (\d+)/.exec(outcome.description)?.[1] : null;
    if (typeof retryAfter === 'string') closed.set(chat, { until: call.at + Number(retryAfter) * 1_000, by: call });
  }
  return found;
}
