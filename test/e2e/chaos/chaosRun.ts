import { expect } from 'vitest';
import { startModelServer } from '../../platforms/model/modelServer.js';
import type { RedisServer } from '../../platforms/redis.js';
import { createSeededRandom } from '../../setup/seededRandom.js';
import type { GatewayProcess } from '../gateway.js';
import { openGateways } from '../gateways.js';
import { createLaneWatch, questionIn } from '../laneWatch.js';
import { answerTo, brief, chaoticFileCall, chaoticReply } from './answers.js';
import { watchCallOrder } from './callOrder.js';
import { expectAnswered, expectWordsOfAnswers } from './expectAnswered.js';
import { drawQuestions } from './questions.js';
import { expiriesOf } from './storedTurns.js';
import { createTalks } from './talks.js';
import { createWildTurns } from './wild.js';
import type { ChaosPlace, ChaosWorld } from './world.js';

export interface ChaosSize {
  readonly messages: number;
  readonly kills: number;
  /** Longer than a takeover takes, so that no turn meets three kills and is given up. */
  readonly killEveryMs: number;
  readonly disturbEveryMs: number;
}

/** So that no lane is lost where three gateways and all servers share two busy cores; a kill costs its lanes as much. */
const LEASE_MS = '5000';

/** A run takes a minute and a half; after so long what is still missing is taken for lost. */
const RUN_MS = 240_000;
/** What is looked at after that is given so long. */
const LAST_LOOK_MS = 1_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The same world, in which nobody waits for longer than until the time. */
function withDeadline(world: ChaosWorld, deadline: number): ChaosWorld {
  return {
    ...world,
    waitFor: (probe, options) => {
      const leftMs = Math.max(LAST_LOOK_MS, deadline - Date.now());
      return world.waitFor(probe, { ...options, timeoutMs: Math.min(options.timeoutMs ?? leftMs, leftMs) });
    },
  };
}

/** Runs all turns of a world through the built gateway (an ingress and two workers), and looks at what everybody saw. */
export async function runChaos(open: ChaosWorld, size: ChaosSize, seed: number, redis: RedisServer): Promise<void> {
  const startedAt = Date.now();
  const world = withDeadline(open, startedAt + RUN_MS);
  const random = createSeededRandom(seed);
  const watch = createLaneWatch();
  const model = await startModelServer({ onRequest: watch.onRequest, onEnd: watch.onEnd });
  const settings = { LITELLM_URL: model.url, WAGGLE_ACCESS: 'open', WAGGLE_LEASE_MS: LEASE_MS, ...world.settings };
  const gateways = openGateways(settings, redis);
  const killedAt: number[] = [];
  const processes: GatewayProcess[] = [];
  const wild = createWildTurns(world, random);
  const plans = new Map(world.places.map((place) => [place, drawQuestions(place, size.messages, random)]));
  const talks = createTalks(world, plans, watch, random);
  const unsaid = new Set<ChaosPlace>();
  /** What helps to understand a run that failed. */
  const describe = () => {
    console.info(world.describe());
    for (const place of unsaid) console.info(talks.describe(place));
    for (const { text } of watch.overlaps()) console.info(text);
    for (const process of processes) console.info(warningsOf(process.log()));
  };
  try {
    model.script((request, attempt) => {
      const asked = questionIn(request.lastUser);
      const question = asked === null ? '' : `${asked.chat} ${asked.message}`;
      const path = /in your workspace: (inbox\/[^\]]+)\]/.exec(request.lastUser)?.[1];
      if (path !== undefined && request.toolResults.size === 0) return chaoticFileCall(path, attempt, random);
      return wild.replyTo(question) ?? chaoticReply(answerTo(question), attempt, random, world.growing);
    });
    const fleet = await gateways.startFleet();
    const workers = [...fleet.workers];
    processes.push(fleet.ingress, ...workers);
    await world.ready();
    const order = watchCallOrder(gateways.dataDir);
    world.inject(random);

    let isTalking = true;
    const saidIn = async (place: ChaosPlace, talking: Promise<void>) => {
      unsaid.add(place);
      await talking;
      unsaid.delete(place);
    };
    const everyTalk = Promise.all([
      ...world.places.map((place) => saidIn(place, talks.talk(place))),
      ...world.wild.map((place) => saidIn(place, wild.suffer(place))),
    ]);
    let stopTimer = () => {};
    const timeIsOver = new Promise<never>((_, reject) => {
      const late = () => reject(new Error(`not all was said: ${[...unsaid].map(({ name }) => name).join(', ')}`));
      const timer = setTimeout(late, RUN_MS);
      stopTimer = () => clearTimeout(timer);
    });
    const everySaid = Promise.race([everyTalk, timeIsOver]).finally(() => {
      isTalking = false;
      stopTimer();
    });
    everySaid.catch(() => {});
    const disturbing = (async () => {
      while (isTalking) {
        await Promise.race([everySaid.catch(() => {}), pause(size.disturbEveryMs)]);
        if (isTalking) world.disturb(random);
      }
    })();
    for (let kill = 0; kill < size.kills && isTalking; kill += 1) {
      await Promise.race([everySaid, pause(random.between(size.killEveryMs, 2 * size.killEveryMs))]);
      if (!isTalking) break;
      const victim = random.between(0, workers.length - 1);
      killedAt.push(Date.now());
      await workers[victim]?.kill();
      const next = await gateways.start('worker');
      workers[victim] = next;
      processes.push(next);
    }
    await everySaid;
    await disturbing;

    const expectAll = async () => {
      let doubles = 0;
      for (const place of world.places) {
        const mayBeDouble = world.doublesOf(place) + killedAt.length;
        doubles += await expectAnswered(world, place, () => talks.expected(place), mayBeDouble);
      }
      return doubles;
    };
    await expectAll();
    for (const place of world.wild) await wild.expectSurvived(place);
    world.calm();
    // Every process ends what it does before it ends.
    await Promise.all([...workers, fleet.ingress].map((process) => process.stop()));

    const doubles = await expectAll();
    for (const place of world.places) talks.expectOrder(place);
    for (const place of world.places) expectWordsOfAnswers(place, plans.get(place) ?? []);
    for (const place of world.wild) {
      expectWordsOfAnswers(
        place,
        [0, 1, 2].map((m) => ({ text: `${place.name} m${m}` })),
      );
    }
    const lost = world.places.reduce((sum, place) => sum + world.doublesOf(place), 0);
    console.info(
      `seed ${seed}: ${world.calls()} calls, ${world.struck().length} faults, ${killedAt.length} kills, ${talks.summary()}, ` +
        `${lost} lost sends, ${doubles} doubles left, ${Math.round((Date.now() - startedAt) / 1000)} s`,
    );
    console.info(countsOf(world.struck()));
    expect(doubles).toBeLessThanOrEqual(lost + world.doublesByKills(killedAt));
    // A process that gets no time for as long as a lease lasts is taken over alive, and hears of it a moment later.
    const unexplained = watch.overlaps().filter(({ question }) => expiriesOf(gateways.dataDir, question) === 0);
    expect(unexplained).toEqual([]);
    expect(model.refused()).toEqual([]);
    wild.expectGivenUp(gateways.dataDir);
    world.expectClean(killedAt, order);
  } catch (thrown) {
    describe();
    throw thrown;
  } finally {
    await gateways.close();
    await world.close();
    await model.close();
  }
}

/** How often each fault struck, the most frequent first. */
function countsOf(struck: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const what of struck) counts.set(what, (counts.get(what) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.map(([what, count]) => `${what} ${count}`).join(', ');
}

/** The last warnings and errors of a gateway's log. */
function warningsOf(log: string): string {
  const lines = log.split('\n').filter((line) => /"level":(?:"(?:warn|error|fatal)"|[456]0)/.test(line));
  return lines
    .slice(-25)
    .map((line) => brief(line).slice(0, 400))
    .join('\n');
}
