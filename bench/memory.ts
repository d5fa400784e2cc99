/**
 * Measures the minds. See README.md.
 *
 * Usage: npm run bench:memory -- [--million] [--frames N]... [--only life|sizes] [--seed N] [--missed]
 *        npm run bench:memory -- --longmemeval FILE [--limit N]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine, formatMachine } from './machine.js';
import { formatLife, measureLife } from './memory/life/lifeReport.js';
import { readLongMemEval } from './memory/longMemEval/readLongMemEval.js';
import { formatLongMemEval, runLongMemEval } from './memory/longMemEval/runLongMemEval.js';
import { type MindFigures, measureMind, type Spent } from './memory/measureMind.js';
import { percentileOf } from './memory/percentile.js';

const SIZES = [1000, 10_000, 100_000];
/** As good as a million, which is the most that a mind takes: the measured writes need room. */
const MILLION = 990_000;
const DEFAULT_SEED = 20_260_601;

const AIMS = { recallMs: 10, writeMs: 5, recallShare: 0.95 } as const;

function rowOf(figures: MindFigures): string {
  const { frames, recalls, firstMs, writes, bytes, vectors } = figures;
  const ms = (list: readonly Spent[], of: keyof Spent, shares: readonly number[]) =>
    shares
      .map((share) =>
        percentileOf(
          list.map((spent) => spent[of]),
          share,
        ).toFixed(1),
      )
      .join(' / ');
  const cells = [
    frames.toLocaleString('en'),
    ms(recalls, 'wall', [0.5, 0.95, 0.99]),
    ms(recalls, 'cpu', [0.5, 0.95]),
    firstMs.toFixed(0),
    ms(writes, 'wall', [0.5, 0.95]),
    ms(writes, 'cpu', [0.5, 0.95]),
    `${vectors.at10.toFixed(3)} / ${vectors.at20.toFixed(3)}`,
    `${(bytes / frames / 1024).toFixed(2)}`,
    `${(vectors.bytes / 1024 / 1024).toFixed(1)}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

const { values } = parseArgs({
  options: {
    million: { type: 'boolean', default: false },
    frames: { type: 'string', multiple: true },
    only: { type: 'string' },
    missed: { type: 'boolean', default: false },
    longmemeval: { type: 'string' },
    limit: { type: 'string' },
    seed: { type: 'string', default: String(DEFAULT_SEED) },
  },
});
const sizes = values.frames?.map(Number) ?? [...SIZES, ...(values.million ? [MILLION] : [])];
const folder = mkdtempSync(join(tmpdir(), 'waggle-memory-bench-'));
try {
  process.stdout.write(`${formatMachine(describeMachine(folder))}\n\n`);
  if (values.longmemeval !== undefined) await reportLongMemEval(values.longmemeval);
  else {
    if (values.only !== 'life') await reportSizes();
    if (values.only !== 'sizes') await reportLife();
  }
  process.stdout.write(`\nLoad after: ${(loadavg()[0] ?? 0).toFixed(1)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function reportSizes(): Promise<void> {
  process.stdout.write(
    `Aims: recall p95 <= ${AIMS.recallMs} ms at 100,000 frames, write p95 <= ${AIMS.writeMs} ms, nearest found >= ${AIMS.recallShare}\n\n`,
  );
  process.stdout.write(
    '| frames | recall p50 / p95 / p99, ms | CPU of it p50 / p95 | first recall, ms | write p50 / p95, ms | CPU of it | nearest 10 / 20 found | disk, MB per 1,000 | memory, MB |\n',
  );
  process.stdout.write('| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n');
  for (const frames of sizes) {
    process.stdout.write(`${rowOf(await measureMind(folder, frames, Number(values.seed)))}\n`);
  }
}

async function reportLongMemEval(file: string): Promise<void> {
  const questions = readLongMemEval(file, values.limit === undefined ? undefined : Number(values.limit));
  process.stdout.write(`${formatLongMemEval(await runLongMemEval(questions, folder))}\n`);
}

async function reportLife(): Promise<void> {
  const results = await measureLife(folder, Number(values.seed));
  process.stdout.write(`\n${formatLife(results)}\n`);
  if (!values.missed) return;
  for (const line of [...results.embedded.missed, ...results.served.missed]) process.stdout.write(`missed: ${line}\n`);
}
