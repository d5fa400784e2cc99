import { join } from 'node:path';
import { systemClock } from '../../../src/core/clock.js';
import { hashedVector } from '../../../src/memory/embedding/hashedVector.js';
import { openEmbedder } from '../../../src/memory/embedding/openEmbedder.js';
import { meaningVector } from '../../../test/platforms/model/embeddings.js';
import { startModelServer } from '../../../test/platforms/model/modelServer.js';
import { makeLife } from './madeLife.js';
import { type LifeFigures, runLife } from './runLife.js';

const MODEL = 'meaning';

export interface LifeResults {
  /** With the hashed embedder, questions that share words with the fact. */
  readonly embedded: LifeFigures;
  /** With an embeddings endpoint on the wire, paraphrased questions. */
  readonly served: LifeFigures;
}

/** Lives the same life twice. */
export async function measureLife(folder: string, seed: number): Promise<LifeResults> {
  const life = makeLife(seed);
  const embedded = await runLife(life, {
    dataDir: join(folder, 'embedded'),
    embedder: null,
    ask: 'lexical',
    vectorOf: hashedVector,
    seed,
  });
  const server = await startModelServer();
  try {
    const embedder = openEmbedder({ model: MODEL, endpoint: { baseUrl: server.url }, clock: systemClock });
    const served = await runLife(life, {
      dataDir: join(folder, 'served'),
      embedder,
      ask: 'paraphrase',
      vectorOf: (text) => meaningVector(MODEL, text),
      seed,
    });
    return { embedded, served };
  } finally {
    await server.close();
  }
}

const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

function rowOf(name: string, figures: LifeFigures): string {
  const { found, questions, baselines } = figures;
  return `| ${[name, percent(found, questions), ...baselines.map((baseline) => percent(baseline.found, questions))].join(' | ')} |`;
}

/** The results as Markdown. */
export function formatLife({ embedded, served }: LifeResults): string {
  const { frames, junkShare, duplicates, changed, superseded, marked, newerFirst } = embedded;
  return [
    `30 days, 2,000 exchanges, 6 people, 3 groups: ${frames} memories that recall may show, junk ${percent(junkShare, 1)}, ${duplicates} duplicates;`,
    `of ${changed} changed facts ${superseded} old ones are out of force, ${marked} stand marked as contradicted; asked for, ${newerFirst} new ones come before the old.`,
    '',
    `| right memory among the ten of a prompt, ${embedded.questions} questions (aim 90 %) | Waggle | plain FTS5 | plain vectors |`,
    '| --- | --- | --- | --- |',
    rowOf('embedded, questions that share words', embedded),
    rowOf('with an embeddings endpoint, paraphrased', served),
  ].join('\n');
}
