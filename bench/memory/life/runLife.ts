import { rmSync } from 'node:fs';
import { systemClock } from '../../../src/core/clock.js';
import { silentLog } from '../../../src/core/log.js';
import type { MemoryFrame } from '../../../src/core/memory/frame.js';
import type { MindView } from '../../../src/core/memory/reach.js';
import type { Embedder } from '../../../src/core/ports/embedder.js';
import type { Minds } from '../../../src/core/ports/minds.js';
import { createMinds } from '../../../src/memory/minds.js';
import { extractNotes } from '../../../src/runtime/writeBack/extractNotes.js';
import { createSeededRandom } from '../../../test/setup/seededRandom.js';
import { type Baseline, plainFts, plainVectors } from './baselines.js';
import { DAYS, LIFE_BEGINS, type Life, type LifeExchange, type LifeFact } from './madeLife.js';

/** Share of the contradictions that a person decides when they are asked. */
const DECIDED = 0.8;
const SHOWN = 10;
const ENDS = LIFE_BEGINS + DAYS * 86_400_000;
const MAX_LISTED = 5000;

export interface LifeFigures {
  readonly frames: number;
  /** Of the frames that recall may show: those that tell none of the facts. */
  readonly junkShare: number;
  /** Frames that tell a fact that another in force tells as well. */
  readonly duplicates: number;
  /** Of the changed facts: the old one is out of force, or both are marked as contradicting each other. */
  readonly changed: number;
  readonly superseded: number;
  readonly marked: number;
  /** Of the changed facts, asked for: the old one does not stand before the new one. */
  readonly newerFirst: number;
  /** Of the questions: the right memory is among the ten that the prompt gets. */
  readonly found: number;
  readonly questions: number;
  /** The same, for the baselines over the same memories. */
  readonly baselines: readonly { readonly name: Baseline['name']; readonly found: number }[];
  /** Questions whose memory was not found, for looking at. */
  readonly missed: readonly string[];
}

export interface LifeRun {
  readonly dataDir: string;
  readonly embedder: Embedder | null;
  /** Which of a fact's questions are asked. */
  readonly ask: 'lexical' | 'paraphrase';
  /** For the baseline of vectors. */
  readonly vectorOf: (text: string) => ArrayLike<number>;
  readonly seed: number;
}

const bare = (said: string) => said.replace(/[.。]$/u, '');
const tells = (content: string, said: string) => content.includes(bare(said));

function viewOf(place: string): MindView {
  return place.startsWith('group:')
    ? { mind: { kind: 'workspace', workspace: place }, scopes: [`chat:${place}`] }
    : { mind: { kind: 'person', person: place }, scopes: ['private'] };
}

/** Lives a life: what was said is written back by the rules, and what they miss of a fact the assistant saves by its tool. */
async function live(minds: Minds, life: Life, seed: number): Promise<void> {
  const random = createSeededRandom(seed);
  const previous = new Map<string, string>();
  for (const exchange of life.exchanges) {
    const { place, user, answer } = exchange;
    const notes = extractNotes({ user, assistant: answer, previous: previous.get(place) ?? '' });
    previous.set(place, answer);
    const said = notes.map(({ content, importance, source, trust }) => ({ content, importance, source, trust }));
    if (exchange.fact !== null && !said.some(({ content }) => tells(content, user))) {
      said.push({ content: user, importance: 'normal', source: 'user_stated', trust: 2 });
    }
    for (const note of said) await save(minds, exchange, note, () => random.chance(DECIDED));
  }
}

async function save(
  minds: Minds,
  { place, speaker, at }: LifeExchange,
  note: Pick<MemoryFrame, 'content' | 'importance' | 'source' | 'trust'>,
  isDecided: () => boolean,
): Promise<void> {
  const view = viewOf(place);
  const [scope] = view.scopes;
  if (scope === undefined) throw new Error('a place has a scope');
  const saved = await minds.save(view.mind, { ...note, author: speaker, scope, now: at });
  if (saved.outcome === 'saved' && saved.conflicts.length > 0 && isDecided()) await minds.settle(view, saved.id, at);
}

export async function runLife(life: Life, run: LifeRun): Promise<LifeFigures> {
  const { dataDir, embedder, ask, vectorOf, seed } = run;
  const minds = createMinds({ dataDir, clock: systemClock, log: silentLog, embedder, queryWaitMs: 10_000 });
  try {
    await live(minds, life, seed);
    const places = [...new Set(life.facts.map(({ place }) => place))];
    for (const place of places) await allEmbedded(minds, viewOf(place));
    const frames = new Map<string, readonly MemoryFrame[]>();
    for (const place of places) {
      frames.set(place, await minds.list(viewOf(place), { order: 'newest', limit: MAX_LISTED }));
    }
    const found = await askAll(minds, life.facts, ask);
    return {
      ...judgeFrames(life.facts, frames),
      newerFirst: found.filter(({ isChanged, isNewerFirst }) => isChanged && isNewerFirst).length,
      found: found.filter(({ isFound }) => isFound).length,
      questions: life.facts.length,
      missed: found.filter(({ isFound }) => !isFound).map(({ question, said }) => `${question} -> ${said}`),
      baselines: askBaselines(life.facts, frames, ask, vectorOf),
    };
  } finally {
    await minds.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function allEmbedded(minds: Minds, view: MindView): Promise<void> {
  while ((await minds.stats(view)).unembedded > 0) await systemClock.sleep(20);
}

async function askAll(minds: Minds, facts: readonly LifeFact[], ask: LifeRun['ask']) {
  const answers: { question: string; said: string; isFound: boolean; isChanged: boolean; isNewerFirst: boolean }[] = [];
  for (const fact of facts) {
    const { [ask]: question, said, place } = fact;
    const hits = await minds.search([viewOf(place)], { text: question, limit: SHOWN, now: ENDS });
    const placeOf = (text: string | undefined) =>
      text === undefined ? -1 : hits.findIndex(({ content }) => tells(content, text));
    const [at, oldAt] = [placeOf(said), placeOf(fact.before?.said)];
    answers.push({
      question,
      said,
      isFound: at >= 0,
      isChanged: fact.before !== null,
      isNewerFirst: at >= 0 && (oldAt < 0 || at < oldAt),
    });
  }
  return answers;
}

const isShown = ({ importance }: MemoryFrame) => importance !== 'temporary' && importance !== 'deprecated';

function judgeFrames(facts: readonly LifeFact[], frames: ReadonlyMap<string, readonly MemoryFrame[]>) {
  const living = [...frames.values()].flat().filter(isShown);
  const junk = [...frames].flatMap(([place, list]) => {
    const own = facts.filter((fact) => fact.place === place);
    return list
      .filter(isShown)
      .filter(
        ({ content }) =>
          !own.some((fact) => tells(content, fact.said) || (fact.before !== null && tells(content, fact.before.said))),
      );
  });
  const tellingOf = (fact: LifeFact, said: string) =>
    (frames.get(fact.place) ?? []).filter((frame) => isShown(frame) && tells(frame.content, said));
  const changed = facts.filter(({ before }) => before !== null);
  const standing = changed.map((fact) => tellingOf(fact, fact.before?.said ?? ''));
  return {
    frames: living.length,
    junkShare: junk.length / Math.max(1, living.length),
    duplicates: facts.reduce((sum, fact) => sum + Math.max(0, tellingOf(fact, fact.said).length - 1), 0),
    changed: changed.length,
    superseded: standing.filter((old) => old.length === 0).length,
    marked: standing.filter((old) => old.length > 0 && old.every(({ conflicts }) => conflicts.length > 0)).length,
  };
}

function askBaselines(
  facts: readonly LifeFact[],
  frames: ReadonlyMap<string, readonly MemoryFrame[]>,
  ask: LifeRun['ask'],
  vectorOf: LifeRun['vectorOf'],
): LifeFigures['baselines'] {
  const score = (make: (texts: readonly string[]) => Baseline) => {
    let name: Baseline['name'] = 'plain FTS5';
    let found = 0;
    for (const [place, list] of frames) {
      const baseline = make(list.filter(isShown).map(({ content }) => content));
      name = baseline.name;
      for (const fact of facts.filter((one) => one.place === place)) {
        if (baseline.find(fact[ask]).some((text) => tells(text, fact.said))) found += 1;
      }
    }
    return { name, found };
  };
  return [score(plainFts), score((texts) => plainVectors(texts, vectorOf))];
}
