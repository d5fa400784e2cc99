import { AT_ONCE, STREAMED } from './answers.js';
import type { FigureName, Results } from './figures.js';
import { measureCrowd } from './measures/crowd.js';
import { measureIsolation } from './measures/isolation.js';
import { measurePrompt } from './measures/promptSize.js';
import { measureStart } from './measures/startAndIdle.js';
import { runStreams, runTurns } from './measures/turns.js';
import { rest } from './now.js';
import type { MeasureName, Options } from './options.js';
import { residentMb } from './processUsage.js';
import { type Sample, sampleOf } from './statistics.js';
import type { System, SystemName } from './systems.js';
import type { ScriptedAnswer } from './wireServers.js';

/** No further round of a crowd begins after this time. */
const LAST_ROUND_MS = 240_000;
const STREAMS_PER_ROUND = 6;
/** Memory is read this long after the 200th turn. */
const SETTLE_MS = 1_000;

/**
 * Measures the systems in turns, round by round, so that whatever else the machine does falls on all of them alike. Each
 * has servers of its own; those of the others are idle meanwhile.
 */
export async function runBenchmark(
  systems: readonly System[],
  { effort, measures }: Options,
  tell: (progress: string) => void,
): Promise<ReadonlyMap<SystemName, Results>> {
  const results = new Map<SystemName, Results>(systems.map(({ name }) => [name, {}]));
  const beganAt = performance.now();
  const wants = (measure: MeasureName) => measures.includes(measure);
  const keep = (system: System, figure: FigureName, sample: Sample) => {
    results.set(system.name, { ...results.get(system.name), [figure]: sample });
  };
  const each = async (what: string, run: (system: System) => Promise<void>) => {
    for (const system of systems) {
      tell(`${what}: ${system.name}`);
      await run(system);
    }
  };
  const scriptAll = (answer: ScriptedAnswer) => Promise.all(systems.map(({ wire }) => wire.script(answer)));
  const valuesBySystem = () => new Map<SystemName, number[]>(systems.map(({ name }) => [name, []]));
  const add = (values: Map<SystemName, number[]>, system: System, more: readonly number[]) =>
    values.get(system.name)?.push(...more);
  const keepAll = (values: Map<SystemName, number[]>, figure: FigureName) => {
    for (const system of systems) keep(system, figure, sampleOf(values.get(system.name) ?? []));
  };

  await scriptAll(AT_ONCE);
  await each('start', async (system) => {
    const { firstPollMs, idleMb } = await measureStart(system, wants('start') ? effort.starts : 1);
    if (!wants('start')) return;
    keep(system, 'firstPoll', sampleOf(firstPollMs));
    keep(system, 'idle', sampleOf([Math.max(...idleMb)]));
    keep(system, 'idleAll', sampleOf([sum(idleMb)]));
  });

  if (wants('prompt')) {
    await each('prompt', async (system) => {
      const { messages, tools } = await measurePrompt(system);
      keep(system, 'promptMessages', sampleOf([messages]));
      keep(system, 'promptWithTools', sampleOf([messages + tools]));
    });
  }

  if (measures.some((measure) => measure !== 'start' && measure !== 'prompt')) {
    await each('warm-up', async (system) => {
      await runTurns(system, effort.warmUp);
    });
  }

  if (wants('turns')) {
    const requests = valuesBySystem();
    const wholes = valuesBySystem();
    for (let round = 1; round <= effort.turnRounds; round += 1) {
      await each(`turns, round ${round}`, async (system) => {
        const turns = await runTurns(system, effort.turnsPerRound);
        add(
          requests,
          system,
          turns.map((turn) => turn.requestAt - turn.saidAt),
        );
        add(
          wholes,
          system,
          turns.map((turn) => turn.finalVisibleAt - turn.saidAt),
        );
      });
    }
    keepAll(requests, 'modelRequest');
    keepAll(wholes, 'turn');
  }

  if (wants('streams')) {
    await scriptAll(STREAMED);
    const firsts = valuesBySystem();
    const finals = valuesBySystem();
    for (let round = 1; round <= effort.streamRounds; round += 1) {
      await each(`streams, round ${round}`, async (system) => {
        const turns = await runStreams(system, STREAMS_PER_ROUND);
        add(
          firsts,
          system,
          turns.map((turn) => turn.firstVisibleAt - turn.firstChunkAt),
        );
        add(
          finals,
          system,
          turns.map((turn) => turn.finalVisibleAt - turn.lastChunkAt),
        );
      });
    }
    keepAll(firsts, 'firstVisible');
    keepAll(finals, 'finalVisible');
    await scriptAll(AT_ONCE);
  }

  if (wants('isolation')) {
    await each('isolation', async (system) => {
      keep(system, 'isolation', sampleOf((await measureIsolation(system, effort.isolationRounds)).addedMs));
    });
  }

  for (const [measure, chats] of [
    ['crowd200', 200],
    ['crowd1000', 1000],
  ] as const) {
    if (!wants(measure)) continue;
    const seconds = valuesBySystem();
    const cpu = valuesBySystem();
    const peak = valuesBySystem();
    for (let round = 1; round <= effort.crowdRounds; round += 1) {
      if (round > 1 && performance.now() - beganAt > LAST_ROUND_MS) break;
      await each(`${chats} chats at once, round ${round}`, async (system) => {
        const figures = await measureCrowd(system, chats);
        add(seconds, system, [figures.seconds]);
        add(cpu, system, [figures.cpuSeconds]);
        add(peak, system, [figures.peakMb]);
        if (chats !== 200 || round > 1) return;
        await rest(SETTLE_MS);
        keep(system, 'after200', sampleOf([sum(residentMb(system.pids()))]));
      });
    }
    keepAll(seconds, measure);
    keepAll(cpu, `${measure}Cpu`);
    keepAll(peak, `${measure}Peak`);
  }
  return results;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
