import type { NewFrame } from '../../src/core/memory/frame.js';
import type { SeededRandom } from '../../test/setup/seededRandom.js';
import { VOCABULARIES, type Vocabulary } from './vocabulary.js';

/** Shares of the languages: people of one mind mostly write one, and some others. */
const SHARES = [0.5, 0.2, 0.12, 0.1, 0.08] as const;

export const YEAR_MS = 365 * 86_400_000;

/** Words of a made-up text are as uneven as those of people: a few are in many frames, most in few. */
function pickUneven<T>(random: SeededRandom, list: readonly T[]): T {
  const at = Math.floor(list.length * random.next() ** 1.8);
  const picked = list[Math.min(at, list.length - 1)];
  if (picked === undefined) throw new Error('the list is empty');
  return picked;
}

const SYLLABLES: Readonly<Record<string, readonly string[]>> = {
  latin: 'ka,ri,mo,len,ta,vor,shi,bel,du,an,os,fer,ni,gul,pra,es,tor,mi,lau,zen,cho,ra,vik,um,hal'.split(','),
  cyrillic: 'ка,ри,мо,лен,та,вор,ши,бел,ду,ан,ос,фер,ни,гул,пра,ес,тор,ми'.split(','),
  han: '安宝春德恩芳刚海慧佳康兰明宁平琪瑞思涛伟'.split(''),
};

/** How many names of families, streets and products there are: most texts hold one, most are in few texts. */
const RARE_WORDS = 30_000;

/** The n-th of the rare words of a script. */
function rareWord(script: string, n: number): string {
  const syllables = SYLLABLES[script] ?? [];
  const parts = [n % 25, Math.floor(n / 25) % 25, Math.floor(n / 625) % 25, Math.floor(n / 15_625)];
  const word = parts.map((part) => syllables[part % syllables.length] ?? '').join('');
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function scriptOf(name: string): string {
  if (/\p{Script=Han}/u.test(name)) return 'han';
  return /\p{Script=Cyrillic}/u.test(name) ? 'cyrillic' : 'latin';
}

function pickVocabulary(random: SeededRandom): Vocabulary {
  let left = random.next();
  for (const [i, share] of SHARES.entries()) {
    left -= share;
    const vocabulary = VOCABULARIES[i];
    if (left < 0 && vocabulary !== undefined) return vocabulary;
  }
  return pickUneven(random, VOCABULARIES);
}

export interface MadeFrame {
  readonly frame: NewFrame;
  /** What somebody would ask to find it: two or three of its words. */
  readonly question: string;
}

/** A frame such as people leave, of 20 to 250 characters. */
export function makeFrame(random: SeededRandom, n: number, now: number): MadeFrame {
  const vocabulary = pickVocabulary(random);
  const [name, other] = [pickUneven(random, vocabulary.names), pickUneven(random, vocabulary.names)];
  const [thing, second, third] = [0, 1, 2].map(() => pickUneven(random, vocabulary.things));
  const place = pickUneven(random, vocabulary.places);
  const number = String(random.between(100, 99_999));
  const parts: Readonly<Record<string, string>> = {
    name,
    other,
    thing: thing ?? '',
    second: second ?? '',
    third: third ?? '',
    place,
    number,
    time: pickUneven(random, vocabulary.times),
  };
  const sentences = Array.from({ length: random.chance(0.3) ? 2 : 1 }, () =>
    pickUneven(random, vocabulary.patterns).replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? ''),
  );
  const rare = rareWord(scriptOf(name), Math.floor(RARE_WORDS * random.next() ** 2));
  const content = `${sentences.join(' ')} ${random.chance(0.8) ? rare : ''} #${number}-${n}`;
  return {
    frame: {
      content,
      importance: random.chance(0.05)
        ? 'critical'
        : random.chance(0.2)
          ? 'important'
          : random.chance(0.1)
            ? 'temporary'
            : 'normal',
      source: 'user_stated',
      trust: random.chance(0.7) ? 2 : 1,
      author: 'bench',
      scope: random.chance(0.8) ? 'private' : 'shared',
      gop: `session:${Math.floor(n / 40)}`,
      now: now - Math.floor(random.next() * YEAR_MS),
    },
    question: random.chance(0.5) ? `${name} ${thing} ${place}?` : `${thing} ${rare} ${name}?`,
  };
}
