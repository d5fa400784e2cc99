import { expect } from 'vitest';
import type { ModelReply } from '../../platforms/model/reply.js';
import type { SeededRandom } from '../../setup/seededRandom.js';
import { answerTo } from './answers.js';
import { normalWords } from './doubles.js';
import { turnsOf } from './storedTurns.js';
import type { ChaosWorld, WildPlace } from './world.js';

/** Time for a struck turn to find out that its chat is closed. */
const STRUCK_MS = { least: 1_500, most: 5_000 } as const;

/** When it happens: with so much of the answer said. */
const MOMENTS = [0, 0.3, 0.6, 0.9] as const;

const PIECE_CHARS = 20;

/** An answer comes within this time, whatever strikes and however busy the machine is, milliseconds. */
const ANSWERED_MS = 120_000;

/** A chat that is out of reach is found to be so by a few calls: of the answer, its notices, typing, and one after a kill. */
const MOST_CALLS = 20;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The turns to which something happens. */
export interface WildTurns {
  /** The model's reply to a question, when it is one of those. */
  replyTo(question: string): ModelReply | null;
  /** Asks thrice; during the second answer it happens. */
  suffer(place: WildPlace): Promise<void>;
  /** Before and after it the answers are whole, and of the one that was struck nothing is seen twice. */
  expectSurvived(place: WildPlace): Promise<void>;
  /** Of what never mends: the turns are over, the failure is kept, and nobody goes on calling. After the gateway has ended. */
  expectGivenUp(dataDir: string): void;
}

export function createWildTurns(world: ChaosWorld, random: SeededRandom): WildTurns {
  const struck = new Map<string, { readonly afterChunks: number; readonly until: Promise<void>; asked(): void }>();
  const callsBefore = new Map<WildPlace, number>();
  const seenIn = (place: WildPlace) => normalWords(place.shown().join('\n'));

  return {
    replyTo: (question) => {
      const turn = struck.get(question);
      if (turn === undefined) return null;
      turn.asked();
      const { afterChunks, until } = turn;
      return { text: answerTo(question), chunkChars: PIECE_CHARS, delayMs: 10, pauses: [{ afterChunks, until }] };
    },

    suffer: async (place) => {
      let release = () => {};
      const until = new Promise<void>((resolve) => {
        release = resolve;
      });
      let asked = () => {};
      const isAsked = new Promise<void>((resolve) => {
        asked = resolve;
      });
      const struckMs = random.between(STRUCK_MS.least, STRUCK_MS.most);
      const [before = '', question = '', after = ''] = [0, 1, 2].map((m) => `${place.name} m${m}`);
      const afterChunks = Math.floor(random.pick(MOMENTS) * (answerTo(question).length / PIECE_CHARS));
      struck.set(question, { afterChunks, until, asked });
      place.say(before);
      const isWhole = () => seenIn(place).includes(`End of ${before}.`);
      await world.waitFor(isWhole, { timeoutMs: ANSWERED_MS, what: `${place.what}: m0` });
      place.say(question);
      if (afterChunks === 0) await isAsked;
      else {
        const isThere = () => seenIn(place).includes(`Answer to ${question}.`);
        await world.waitFor(isThere, { timeoutMs: 15_000 }).catch(() => {});
      }
      callsBefore.set(place, place.calls());
      place.befall();
      release();
      if (place.mend === null) return;
      await pause(struckMs);
      place.mend();
      place.say(after);
    },

    expectSurvived: async (place) => {
      const [before, question, after] = [0, 1, 2].map((m) => normalWords(answerTo(`${place.name} m${m}`)));
      if (place.mend === null && place.expects === 'part') return;
      const end = place.mend === null ? question : after;
      const isThere = () => {
        const text = seenIn(place);
        if (!text.startsWith(`${before} `) || !text.endsWith(` ${end}`)) return false;
        if (place.mend === null) return text === `${before} ${question}`;
        const between = text.slice(
          `${before} `.length,
          Math.max(`${before} `.length, text.length - ` ${after}`.length),
        );
        return place.expects === 'whole' ? between === question : (question ?? '').startsWith(between);
      };
      await world.waitFor(isThere, { timeoutMs: ANSWERED_MS }).catch(() => {});
      if (!isThere()) expect(seenIn(place), `${place.name}: ${place.what}`).toBe([before, question, after].join(' '));
    },

    expectGivenUp: (dataDir) => {
      const lost = world.wild.filter(({ mend }) => mend === null);
      for (const place of lost) {
        expect(place.calls() - (callsBefore.get(place) ?? 0), `calls after: ${place.what}`).toBeLessThan(MOST_CALLS);
        const what = `${place.name}: ${place.what}`;
        const [last, ...others] = turnsOf(dataDir, place.lane);
        const isCompleted = place.takesEdits === true && last?.state === 'done';
        const states = [last, ...others].map((turn) => turn?.state);
        expect(states, what).toEqual([isCompleted ? 'done' : 'failed', 'done']);
        if (!isCompleted) expect(last?.outcome, what).toContain('undeliverable');
        else expect(seenIn(place), what).toContain(normalWords(answerTo(`${place.name} m1`)));
      }
    },
  };
}
