/**
 * Measures replies on each chat platform through the built gateway: how fast answers appear, how much of the permitted pace is
 * used, what 500 streaming lanes cost, and how fast Markdown is rendered. See README.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMachine, formatMachine } from './machine.js';
import { AT_ONCE, LONG, SHORT } from './replies/answers.js';
import { measureEditRate } from './replies/editRate.js';
import { measureLanes } from './replies/lanes.js';
import { measureLatencies } from './replies/latency.js';
import { type Effort, type ReplyOptions, readOptions, USAGE } from './replies/options.js';
import { PLATFORMS, type PlatformName } from './replies/platforms.js';
import { measureRenderSpeed } from './replies/renderSpeed.js';
import { type Column, type FreeResults, formatReplies, type PlatformResults } from './replies/results.js';
import { openRig, type Rates, type Rig } from './replies/rig.js';

const LANES = 500;
/** Whatever hangs: the benchmark ends after this. */
const LIMIT_MS = 900_000;
/** A first answer, before anything is measured. */
const WARM_UP_PERSON = 4;
/** The person whose chat the edits are counted in. */
const EDIT_PERSON = 5;
/**
 * Slack counts edits for the whole workspace, 50 a minute. A round of answers uses up what the next ones need: they begin
 * when it has been earned again.
 */
const REFILL_MS: Readonly<Record<PlatformName, { short: number; long: number }>> = {
  telegram: { short: 0, long: 1_000 },
  slack: { short: 10_000, long: 25_000 },
  discord: { short: 1_000, long: 5_000 },
};

/** Progress goes to stderr, so that stdout has the results alone. */
function tell(progress: string): void {
  process.stderr.write(`${progress}\n`);
}

/** @param folder where a rig leaves its logs */
async function withRig<T>(platform: PlatformName, rates: Rates, folder: string, run: (rig: Rig) => Promise<T>) {
  const rig = await openRig(PLATFORMS[platform], rates, join(folder, `${platform}-${rates}-${Date.now()}`));
  try {
    return await run(rig);
  } finally {
    await rig.stop();
  }
}

async function measureLanesOf(name: PlatformName, rates: Rates, effort: Effort, folder: string): Promise<FreeResults> {
  tell(`${name}${rates === 'off' ? ' without limits' : ''}: ${LANES} lanes`);
  return withRig(name, rates, folder, async (rig) => {
    const lanes = await measureLanes(rig, LANES, effort.lanesMs);
    return { ...lanes, refused: rig.counts().refused };
  });
}

async function measurePlatform(name: PlatformName, effort: Effort, folder: string): Promise<PlatformResults> {
  const one = await withRig(name, 'documented', folder, async (rig) => {
    await rig.script(AT_ONCE);
    await rig.ask(WARM_UP_PERSON);
    const refill = REFILL_MS[name];
    tell(`${name}: short answers`);
    const short = await measureLatencies(rig, SHORT, effort.shortRounds, refill.short * effort.refill);
    tell(`${name}: long answers`);
    const long = await measureLatencies(rig, LONG, effort.longRounds, refill.long * effort.refill);
    tell(`${name}: edits in one chat`);
    const edits = await measureEditRate(rig, effort.editMs, EDIT_PERSON);
    return { short, long, edits, refused: rig.counts().refused };
  });
  const lanes = await measureLanesOf(name, 'documented', effort, folder);
  return {
    edits: one.edits,
    shortFirst: one.short.firstVisible,
    shortFinal: one.short.finalVisible,
    longFirst: one.long.firstVisible,
    longFinal: one.long.finalVisible,
    ...lanes,
    refused: one.refused + lanes.refused,
  };
}

async function measureAll({ platforms, effort }: ReplyOptions, folder: string): Promise<Column[]> {
  const columns: Column[] = [];
  tell('rendering');
  const speeds = await measureRenderSpeed(effort.renderSeconds);
  for (const platform of platforms) {
    const { title } = PLATFORMS[platform];
    columns.push({
      title,
      platform,
      results: { ...(await measurePlatform(platform, effort, folder)), ...speeds[platform] },
    });
    if (platform !== 'telegram') continue;
    const results = await measureLanesOf(platform, 'off', effort, folder);
    columns.push({ title: `${title}, no limits`, platform, results });
  }
  return columns;
}

async function main(): Promise<void> {
  let options: ReplyOptions;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    tell(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  // Children are killed when this process exits, whatever the reason.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const limit = setTimeout(() => {
    tell(`not done after ${LIMIT_MS / 1000} s: giving up`);
    process.exit(1);
  }, LIMIT_MS);
  const folder = mkdtempSync(join(tmpdir(), 'waggle-replies-'));
  try {
    const machine = describeMachine(folder);
    const columns = await measureAll(options, folder);
    const loadAfter = loadavg()[0] ?? 0;
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ machine, loadAfter, columns }, null, 2)}\n`
        : `${formatMachine(machine)}, after ${loadAfter.toFixed(1)}\n\n${formatReplies(columns)}\n`,
    );
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    tell(`${error instanceof Error ? error.stack : String(error)}\nLogs are in ${folder}`);
    process.exitCode = 1;
  } finally {
    clearTimeout(limit);
  }
}

await main();
