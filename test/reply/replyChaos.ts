import { expect } from 'vitest';
import type { TurnEventBody } from '../../src/core/events.js';
import { countDoubles } from '../e2e/chaos/doubles.js';
import type { TelegramFault } from '../platforms/telegram/faults.js';
import type { PrivateChat } from '../platforms/telegram/people.js';
import { createSeededRandom, type SeededRandom } from '../setup/seededRandom.js';
import { type Attempt, failed, final, type ReplyScene, text } from './replyScene.js';

const WORDS =
  'amber birch cedar delta ember fjord grove heath inlet knoll lagoon marsh notch oasis plain quarry ridge shoal'.split(
    ' ',
  );

const FAULTS: readonly [TelegramFault, ...TelegramFault[]] = [
  { kind: 'status', code: 500, description: 'Internal Server Error' },
  { kind: 'flood', seconds: 1 },
  { kind: 'flood', seconds: 3 },
  { kind: 'delay', ms: 700 },
  { kind: 'slow-answer', ms: 700 },
];
const REPEATABLE: readonly [TelegramFault, ...TelegramFault[]] = [
  ...FAULTS,
  { kind: 'drop-before' },
  { kind: 'drop-after' },
  { kind: 'cut-answer' },
  { kind: 'page', code: 502 },
  { kind: 'hang' },
  { kind: 'hang-after' },
];
const LOST: readonly [TelegramFault, ...TelegramFault[]] = [
  { kind: 'drop-before' },
  { kind: 'drop-after' },
  { kind: 'cut-answer' },
  { kind: 'page', code: 502 },
  { kind: 'hang-after' },
];

/** Two lost messages of one turn cannot always be told apart: the second may stay. */
const MAX_LOST = 1;

/** Sentences of plain words: what is shown is what was written. */
function write(random: SeededRandom, sentences: number): string {
  const sentence = () => {
    const words = Array.from({ length: random.between(3, 14) }, () => random.pick(['and', ...WORDS]));
    return `${words.join(' ')} ${random.between(1, 999_999)}.`;
  };
  const glue = () => (random.chance(0.15) ? '\n\n' : ' ');
  return Array.from({ length: sentences }, sentence).reduce((whole, next) => whole + glue() + next);
}

/** Pieces as a model sends them. */
function cut(whole: string, random: SeededRandom): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < whole.length; ) {
    const size = random.between(1, Math.max(2, Math.ceil(whole.length / 6)));
    pieces.push(whole.slice(at, at + size));
    at += size;
  }
  return pieces;
}

const NOTICE = /^(Thinking|Still working|Search memory|The model|Picking up)/;

/** What one case came to. */
export interface ChaosResult {
  readonly lostSends: number;
  readonly doubles: number;
}

/**
 * One turn with everything that may befall it: several attempts, void text, narration, tools, notices, faults of every
 * kind, and a reader who deletes a message. At the end the chat must show exactly the last word.
 */
export async function runReplyChaos(scene: ReplyScene, seed: number): Promise<ChaosResult> {
  const random = createSeededRandom(seed);
  const { telegram } = scene;
  const chat = scene.chat();
  const turn = await scene.turnIn(chat);
  const stillWorkingMs = random.pick([0, 1_500, 90_000]);
  let lostSends = 0;
  const share = random.pick([0, 0.1, 0.3]);
  for (const fault of REPEATABLE) {
    const method = ['editMessageText', 'deleteMessage', 'sendChatAction'];
    telegram.inject({ method, chat: chat.id, times: 6, when: () => random.chance(share / 4), fault });
  }
  for (const fault of FAULTS) {
    telegram.inject({ method: 'sendMessage', chat: chat.id, times: 3, when: () => random.chance(share / 3), fault });
  }
  for (const fault of LOST) {
    const when = () => {
      if (lostSends >= MAX_LOST || !random.chance(share / 5)) return false;
      lostSends += 1;
      return true;
    };
    telegram.inject({ method: 'sendMessage', chat: chat.id, times: 2, when, fault });
  }

  const attempts = random.between(1, 3);
  const answer = write(random, random.pick([1, 4, 12, 160]));
  let deletions = random.chance(0.15) ? 1 : 0;
  let ending: TurnEventBody = final(answer);
  for (let number = 1; number <= attempts; number += 1) {
    const attempt = await turn.attempt({ stillWorkingMs });
    attempt.push({ type: 'started' });
    if (number > 1) attempt.push({ type: 'reset', why: 'takeover' });
    const isLast = number === attempts;
    const written = await playAttempt(scene, attempt, answer, isLast, random, () => {
      if (deletions === 0 || !random.chance(0.2)) return;
      const [first] = chat.botMessages();
      if (first === undefined) return;
      deletions -= 1;
      chat.remove(first);
    });
    if (isLast) {
      const how = random.between(1, 10);
      if (how === 1) ending = failed('That did not work.');
      if (how === 2) ending = { type: 'stopped', text: written };
      attempt.push(ending);
      const report = await attempt.over();
      expect(report, `seed ${seed}`).toEqual({ kind: 'delivered' });
    } else {
      attempt.stream.abort();
      await attempt.over();
    }
  }
  telegram.clearFaults();
  const doubles = checkChat(scene, chat, ending, seed, lostSends);
  return { lostSends, doubles };
}

/** Returns what the reader should have of the answer at the end of the attempt. */
async function playAttempt(
  scene: ReplyScene,
  attempt: Attempt,
  answer: string,
  isLast: boolean,
  random: SeededRandom,
  mayDelete: () => void,
): Promise<string> {
  const pause = async () => {
    mayDelete();
    if (random.chance(0.6)) await scene.pass(random.pick([25, 100, 400, 1_200, 5_000]));
  };
  for (let tries = random.between(0, 2); tries > 0; tries -= 1) {
    for (const piece of cut(write(random, random.pick([1, 3, 90])), random)) {
      attempt.push(text(piece));
      if (random.chance(0.3)) await pause();
    }
    if (random.chance(0.5)) attempt.push({ type: 'gate', gate: 'D3', why: 'test' });
    attempt.push({ type: 'reset', why: random.pick(['gate', 'retry']) });
    await pause();
  }
  if (random.chance(0.3)) {
    attempt.push(text('Let me look into my memory first.'));
    await pause();
    attempt.push({ type: 'segmentEnd', drop: true }, { type: 'toolStart', call: 'c', name: 'search_memory' });
    await pause();
    attempt.push({ type: 'toolEnd', call: 'c', name: 'search_memory', failed: false });
  }
  if (random.chance(0.2)) attempt.push({ type: 'notice', key: 'retrying-model', args: { seconds: '2' } });
  await pause();
  let written = '';
  const pieces = cut(answer, random);
  const stopAt = isLast ? pieces.length : random.between(0, pieces.length);
  for (const piece of pieces.slice(0, stopAt)) {
    attempt.push(text(piece));
    written += piece;
    if (random.chance(0.3)) await pause();
  }
  return written;
}

function checkChat(
  scene: ReplyScene,
  chat: PrivateChat,
  ending: TurnEventBody,
  seed: number,
  lostSends: number,
): number {
  const { telegram } = scene;
  const shown = chat.botMessages().map((message) => message.text);
  const about = `seed ${seed}`;
  expect(
    shown.filter((each) => NOTICE.test(each)),
    about,
  ).toEqual([]);
  let doubles = 0;
  if (ending.type === 'final' || (ending.type === 'stopped' && ending.text !== '')) {
    const found = countDoubles(
      chat.botMessages().map((message) => message.text),
      [ending.text],
      lostSends,
    );
    if (found === null) expect(shown, about).toEqual([ending.text]);
    doubles = found ?? 0;
  } else if (ending.type === 'failed') {
    const told = shown.filter((each) => each === ending.error.sentence).length;
    expect(told, about).toBeGreaterThanOrEqual(1);
    expect(told, about).toBeLessThanOrEqual(1 + lostSends);
    expect(shown.at(-1), about).toBe(ending.error.sentence);
  }
  for (const rung of chat.notifications()) {
    expect(rung.text.trim(), about).not.toBe('');
    expect(NOTICE.test(rung.text), `${about}: rung by ${rung.text}`).toBe(false);
  }
  expect(
    chat.history().flatMap((message) => message.altered),
    about,
  ).toEqual([]);
  expect(telegram.refused(), about).toEqual([]);
  const tooFast = telegram.calls.filter(
    ({ outcome, chat: id }) =>
      id === chat.id && outcome?.ok === false && outcome.code === 429 && outcome.blame !== 'injected',
  );
  expect(
    tooFast.map((call) => `${call.method} #${call.n}`),
    `${about}: calls that Telegram found too fast`,
  ).toEqual([]);
  return doubles;
}
