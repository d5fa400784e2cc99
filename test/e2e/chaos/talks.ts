import { expect } from 'vitest';
import type { SeededRandom } from '../../setup/seededRandom.js';
import type { LaneWatch } from '../laneWatch.js';
import { normalWords } from './doubles.js';
import { answersOf, type Question, withoutReasons } from './questions.js';
import type { ChaosPlace, ChaosWorld } from './world.js';

/** Who does something else than writing waits so long for the answers before, and for that to it. */
const PATIENCE_MS = 60_000;

/**
 * What may not have been taken is not waited for as long: Slack delivers a command once or never, and a place in which nothing else can be
 * said would lose a minute each time.
 */
const UNSURE_PATIENCE_MS = 15_000;

/** A command that failed is given again so often. */
const MAX_TRIES = 3;

/** What people said, and what is to answer it. */
export interface Talks {
  /** Asks all questions of a place, sometimes before the answer to the last one is there. */
  talk(place: ChaosPlace): Promise<void>;
  /** What may be seen in the end, message by message: the answers, with and without those to what may have been taken. */
  expected(place: ChaosPlace): readonly (readonly string[])[];
  /** The model was asked every question, in order. */
  expectOrder(place: ChaosPlace): void;
  summary(): string;
  /** What was said in a place and what became of it, for a run that failed. */
  describe(place: ChaosPlace): string;
}

interface Said {
  readonly question: Question;
  /** Whether it must be answered; false: it may be. */
  readonly isSure: boolean;
}

export function createTalks(
  world: ChaosWorld,
  plans: ReadonlyMap<ChaosPlace, readonly Question[]>,
  watch: LaneWatch,
  random: SeededRandom,
): Talks {
  const said = new Map<ChaosPlace, Said[]>();
  const counts = { words: 0, files: 0 };
  const outcomes = new Map<string, number>();

  const note = (place: ChaosPlace, question: Question, isSure: boolean) => {
    const list = said.get(place) ?? [];
    list.push({ question, isSure });
    said.set(place, list);
  };
  const seenIn = (place: ChaosPlace) => normalWords(place.shown().map(withoutReasons).join('\n'));
  const isByModel = ({ doing }: Question) => doing === undefined || doing.answer === 'model';
  const isSeen = (place: ChaosPlace, question: Question) => {
    if (isByModel(question)) {
      const text = seenIn(place);
      return answersOf(question).every((part) => text.includes(normalWords(part)));
    }
    const wanted = normalWords(answersOf(question).join('\n'));
    const before = (said.get(place) ?? []).filter((one) => !isByModel(one.question)).length;
    return seenIn(place).split(wanted).length - 1 >= before;
  };
  const seen = (place: ChaosPlace, question: Question, timeoutMs: number): Promise<boolean> =>
    world
      .waitFor(() => isSeen(place, question), { timeoutMs })
      .then(
        () => true,
        () => false,
      );

  const say = (place: ChaosPlace, question: Question) => {
    const { text, file } = question;
    note(place, question, true);
    counts[file === undefined ? 'words' : 'files'] += 1;
    if (file === undefined) place.say(text);
    else place.attach(text, file);
  };

  /**
   * Whether all that must be answered is, and what came last, sure or not. What was posted last may be answered before what got lost
   * on its way and comes again.
   */
  const isQuiet = (place: ChaosPlace) =>
    (said.get(place) ?? []).every(
      ({ question, isSure }, n, all) => (!isSure && n < all.length - 1) || isSeen(place, question),
    );

  /** Done in a quiet moment, as it may overtake what was written. */
  const act = async (place: ChaosPlace, question: Question) => {
    const { text, doing } = question;
    const timeoutMs = said.get(place)?.at(-1)?.isSure === false ? UNSURE_PATIENCE_MS : PATIENCE_MS;
    await world.waitFor(() => isQuiet(place), { timeoutMs }).catch(() => {});
    const mayAct = isQuiet(place) || place.isMute === true;
    if (doing === undefined || !mayAct || world.mayResend(place)) return say(place, { text });
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const outcome = await doing.run(text);
      outcomes.set(`${doing.what} ${outcome}`, (outcomes.get(`${doing.what} ${outcome}`) ?? 0) + 1);
      if (outcome !== 'failed') note(place, question, outcome === 'taken');
      if (outcome === 'taken') {
        await seen(place, question, PATIENCE_MS);
        await world.waitFor(() => !world.mayResend(place), { timeoutMs: PATIENCE_MS }).catch(() => {});
        return;
      }
      // The same question asked once more would be answered once more.
      if (outcome === 'unsure') return;
    }
    if (place.isMute !== true) say(place, { text });
  };

  /** Those answered by the model as they arrived, where that is what counts; the others stay in their places. */
  const inOrder = (place: ChaosPlace, list: readonly Said[]): readonly Said[] => {
    if (world.order === 'posted') return list;
    const arrived = watch.orderOf(place.name);
    const placeOf = ({ question }: Said) => arrived.indexOf(question.text.split(' ')[1] ?? '');
    const parts: Said[][] = [[]];
    for (const one of list) {
      if (isByModel(one.question)) parts.at(-1)?.push(one);
      else parts.push([one], []);
    }
    return parts.flatMap((part) => part.toSorted((a, b) => placeOf(a) - placeOf(b)));
  };

  return {
    talk: async (place) => {
      for (const question of plans.get(place) ?? []) {
        if (question.doing !== undefined) {
          await act(place, question);
          continue;
        }
        say(place, question);
        if (random.chance(0.3)) continue;
        await seen(place, question, random.between(500, 12_000));
      }
    },

    expected: (place) => {
      const list = inOrder(place, said.get(place) ?? []);
      const unsure = list.filter(({ isSure }) => !isSure);
      return Array.from({ length: 2 ** unsure.length }, (_, bits) =>
        list
          .filter((one) => one.isSure || (bits & (2 ** unsure.indexOf(one))) !== 0)
          .flatMap(({ question }) => answersOf(question)),
      );
    },

    expectOrder: (place) => {
      const asked = watch.orderOf(place.name);
      const list = (said.get(place) ?? []).filter(({ question }) => isByModel(question));
      const posted = list
        .map(({ question, isSure }) => ({ isSure, message: question.text.split(' ')[1] ?? '' }))
        .filter(({ isSure, message }) => isSure || asked.includes(message))
        .map(({ message }) => message);
      const sort = (messages: readonly string[]) => (world.order === 'posted' ? messages : messages.toSorted());
      expect(sort(asked), place.name).toEqual(sort(posted));
    },

    describe: (place) => {
      const lines = (said.get(place) ?? []).map(({ question, isSure }) => {
        const what = `${question.text}${question.doing === undefined ? '' : ` (${question.doing.what})`}`;
        return `  ${what}: ${isSure ? 'said' : 'unsure'}, ${isSeen(place, question) ? 'answered' : 'NOT answered'}`;
      });
      return [place.name, ...lines].join('\n');
    },

    summary: () =>
      [
        `${counts.words} questions`,
        `${counts.files} files`,
        ...[...outcomes].map(([what, count]) => `${what} ${count}`),
      ].join(', '),
  };
}
