import { expect } from 'vitest';
import { brief } from './answers.js';
import { countDoubles, normalWords } from './doubles.js';
import { answersOf, type Question, withoutReasons } from './questions.js';
import type { ChaosPlace, ChaosWorld } from './world.js';

/** Time for the last answers to come, milliseconds. */
const LAST_WORDS_MS = 120_000;

/**
 * A place shows every answer once, whole and in order. Returns how many messages stand there twice, which is right only after sends
 * whose answers were lost.
 *
 * @param expected the ways in which it may be right
 */
export async function expectAnswered(
  world: ChaosWorld,
  place: ChaosPlace,
  expected: () => readonly (readonly string[])[],
  mayBeDouble: number,
): Promise<number> {
  const shown = () => place.shown().map(withoutReasons);
  const doubles = (): number | null => {
    const counts = expected().flatMap((answers) => countDoubles(shown(), answers, mayBeDouble) ?? []);
    return counts.length === 0 ? null : Math.min(...counts);
  };
  await world.waitFor(() => doubles() !== null, { timeoutMs: LAST_WORDS_MS }).catch(() => {});
  const found = doubles();
  if (found !== null) return found;
  const farFrom = (answers: readonly string[]) => Math.abs(answers.join().length - shown().join().length);
  const [nearest] = expected().toSorted((a, b) => farFrom(a) - farFrom(b));
  expect(shown().map(brief), place.name).toEqual(nearest?.map(brief));
  return Number.NaN;
}

/** The first notification of an answer has words of the answer; nothing else rings, and the platform had nothing to mend. */
export function expectWordsOfAnswers(place: ChaosPlace, questions: readonly Question[]): void {
  // What could not be asked by a command was asked in words.
  const asked = questions.flatMap((question) => [question, { text: question.text }]);
  const answers = asked.map((question) => normalWords(answersOf(question).join('\n')));
  for (const text of place.rung()) {
    const said = normalWords(withoutReasons(text)).slice(0, 300);
    expect(said, `an empty notification in ${place.name}`).not.toBe('');
    expect(
      answers.some((answer) => answer.includes(said)),
      `a notification with other words in ${place.name}: ${text}`,
    ).toBe(true);
  }
  expect(place.altered(), place.name).toEqual([]);
}
