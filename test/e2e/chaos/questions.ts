import type { SeededRandom } from '../../setup/seededRandom.js';
import { answerTo } from './answers.js';
import { type ChaosFile, type ChaosPlace, type Doing, fileLine } from './world.js';

/** What somebody asks in a place, and how. */
export interface Question {
  /** `c3 m1` */
  readonly text: string;
  readonly file?: ChaosFile;
  readonly doing?: Doing;
}

/** Shares of the questions that come with a file, and by a command or a button. */
const FILES = 0.14;
const DOINGS = 0.1;

const FATES = ['fine', 'fine', 'fine', 'huge', 'gone', 'unwanted'] as const;

/** The questions of a place, in their order. */
export function drawQuestions(place: ChaosPlace, count: number, random: SeededRandom): readonly Question[] {
  return Array.from({ length: count }, (_, m) => {
    const text = `${place.name} m${m}`;
    const isMute = place.isMute === true;
    if (!isMute && random.chance(FILES)) return { text, file: fileOf(text, random.pick(FATES)) };
    const [first, ...others] = place.doings;
    if (first !== undefined && (isMute || random.chance(DOINGS))) {
      return { text, doing: random.pick([first, ...others]) };
    }
    return { text };
  });
}

function fileOf(text: string, fate: ChaosFile['fate']): ChaosFile {
  // Its words must not look like a question.
  return {
    name: `${fate}-${text.replace(' ', '-')}.txt`,
    bytes: Buffer.from('The cliffs, drawn from the north.'),
    fate,
  };
}

/** The messages that answer a question. */
export function answersOf({ text, file, doing }: Question): readonly string[] {
  if (doing !== undefined && doing.answer !== 'model') return [doing.answer];
  const answer = answerTo(text);
  if (file === undefined) return [answer];
  if (file.fate === 'fine') return [answer, fileLine(file.name)];
  return [`${answer}\n${file.fate === 'unwanted' ? notSent(file.name) : notReceived(file.name)}`];
}

const notSent = (name: string) => `[not sent: ${name}]`;
const notReceived = (name: string) => `[not received: ${name}]`;

/** A text as it is shown, with the sentences about files that did not come made alike: their reasons are the platform's. */
export function withoutReasons(text: string): string {
  return text
    .replace(/^I could not send `?([\w.-]+)`?: \S.*$/gm, (_, name: string) => notSent(name))
    .replace(/^`?([\w.-]+)`? did not reach me: \S.*$/gm, (_, name: string) => notReceived(name));
}
