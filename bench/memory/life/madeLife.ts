import { createSeededRandom, type SeededRandom } from '../../../test/setup/seededRandom.js';
import { CHATTER } from './chatter.js';
import { GROUP_TOPICS, OTHERS_TOPICS, OWN_TOPICS, SUBJECTS, type Topic } from './topics.js';

/** One thing that was told, and what is asked about it at the end. */
export interface LifeFact {
  readonly place: string;
  readonly said: string;
  readonly value: string;
  readonly lexical: string;
  readonly paraphrase: string;
  /** What it was before the person changed their mind. */
  readonly before: { readonly said: string; readonly value: string } | null;
}

export interface LifeExchange {
  readonly at: number;
  /** `person:N` (a direct chat) or `group:N`. */
  readonly place: string;
  readonly speaker: string;
  readonly user: string;
  readonly answer: string;
  /** The fact that is told here, and whether it corrects an earlier one. */
  readonly fact: LifeFact | null;
  readonly corrects: boolean;
}

export interface Life {
  readonly exchanges: readonly LifeExchange[];
  readonly facts: readonly LifeFact[];
}

export const DAYS = 30;
const DAY_MS = 86_400_000;
const EXCHANGES = 2000;
const FACTS = 200;
/** Share of the facts of which the person changes their mind in the second half. */
const CHANGED = 0.2;
export const LIFE_BEGINS = Date.UTC(2026, 4, 1);

const LANGUAGES = ['en', 'en', 'de', 'ru', 'sr', 'zh'] as const;

const fill = (text: string, value: string, subject: string) => text.replaceAll('{v}', value).replaceAll('{s}', subject);

function makeFact(random: SeededRandom, place: string, topic: Topic, subject: string): LifeFact {
  const at = random.between(0, topic.values.length - 1);
  const value = topic.values[at] ?? '';
  const old = topic.values[(at + 1) % topic.values.length] ?? '';
  return {
    place,
    said: fill(topic.fact, value, subject),
    value,
    lexical: fill(topic.lexical, value, subject),
    paraphrase: fill(topic.paraphrase, value, subject),
    before: random.chance(CHANGED) ? { said: fill(topic.fact, old, subject), value: old } : null,
  };
}

function factsOf(random: SeededRandom): LifeFact[] {
  const facts: LifeFact[] = [];
  for (const [person, language] of LANGUAGES.entries()) {
    const place = `person:${person}`;
    if (language === 'en') for (const topic of OWN_TOPICS) facts.push(makeFact(random, place, topic, ''));
    for (const subject of SUBJECTS[language]) {
      const topics = language === 'en' ? OTHERS_TOPICS.en.slice(0, 2) : OTHERS_TOPICS[language];
      for (const topic of topics) facts.push(makeFact(random, place, topic, subject));
    }
  }
  for (const group of [0, 1, 2]) {
    for (const topic of GROUP_TOPICS) facts.push(makeFact(random, `group:${group}`, topic, ''));
  }
  return facts;
}

/** Thirty days of six people and three groups: 2,000 exchanges, in which 200 facts are told, and a fifth of them changed. */
export function makeLife(seed: number): Life {
  const random = createSeededRandom(seed);
  const all = factsOf(random);
  // Every n-th goes, so that no language loses its last ones.
  const surplus = all.length - FACTS;
  const facts =
    surplus <= 0
      ? all
      : all.filter((_, i) => Math.floor((i * surplus) / all.length) === Math.floor(((i + 1) * surplus) / all.length));
  const places = [...new Set(facts.map(({ place }) => place))];
  const timeIn = (from: number, to: number) =>
    LIFE_BEGINS + Math.floor((from + random.next() * (to - from)) * DAYS * DAY_MS);
  const speakerOf = (place: string) =>
    place.startsWith('group:') ? `person:${random.between(0, LANGUAGES.length - 1)}` : place;
  const told = facts.flatMap((fact): LifeExchange[] => {
    const common = {
      place: fact.place,
      speaker: speakerOf(fact.place),
      answer: 'Understood, I will keep that in mind.',
      fact,
    };
    if (fact.before === null) return [{ ...common, at: timeIn(0, 0.95), user: fact.said, corrects: false }];
    return [
      { ...common, at: timeIn(0, 0.5), user: fact.before.said, corrects: false },
      { ...common, at: timeIn(0.55, 0.95), user: fact.said, corrects: true },
    ];
  });
  const chatter = Array.from({ length: EXCHANGES - told.length }, (): LifeExchange => {
    const place = random.pick([places[0] ?? '', ...places.slice(1)]);
    const { user, answer } = random.pick([CHATTER[0] ?? { user: '', answer: '' }, ...CHATTER.slice(1)]);
    const number = String(random.between(2, 999));
    return {
      at: timeIn(0, 1),
      place,
      speaker: speakerOf(place),
      user: user.replace('{n}', number),
      answer: answer.replace('{n}', number),
      fact: null,
      corrects: false,
    };
  });
  return { facts, exchanges: [...told, ...chatter].sort((a, b) => a.at - b.at) };
}
