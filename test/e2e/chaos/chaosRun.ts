import { expect } from 'vitest';
import { startModelServer } from '../../platforms/model/modelServer.js';
import type { RedisServer } from '../../platforms/redis.js';
import type { WaitOptions } from '../../platforms/watch.js';
import { createSeededRandom, type SeededRandom } from '../../setup/seededRandom.js';
import type { GatewayProcess } from '../gateway.js';
import { openGateways, type Settings } from '../gateways.js';
import { createLaneWatch } from '../laneWatch.js';
import { answerTo, brief, chaoticReply } from './answers.js';
import { countDoubles, normalWords } from './doubles.js';

/** One conversation, as the people in it see it. */
export interface ChaosPlace {
  /** As the lane watch knows it: c0, c1, ... */
  readonly name: string;
  /** Somebody asks the bot. */
  say(text: string): void;
  /** What the bot's messages show now, oldest first. */
  shown(): readonly string[];
  /** First words of all that rang. */
  rung(): readonly string[];
  /** What the platform had to mend in the bot's messages. */
  altered(): readonly string[];
}

/** A conversation to which something happens in the middle of a turn. */
export interface WildPlace extends ChaosPlace {
  readonly what: string;
  befall(): void;
  /** Undoes it. Null: it stays as it is, and nothing more is asked there. */
  readonly mend: (() => void) | null;
  /** What shall be seen of the answer that was struck: all of it, or what came through. */
  readonly expects: 'whole' | 'part';
}

/** One platform with everything that chaos needs. */
export interface ChaosWorld {
  readonly settings: Settings;
  readonly places: readonly ChaosPlace[];
  readonly wild: readonly WildPlace[];
  /** The share of answers that grow; the others come in one go, because the platform allows too few edits. */
  readonly growing: number;
  /**
   * In which order a place's answers stand: as their questions were posted, or, where the platform brings what got lost on its
   * way seconds later, as the questions arrived.
   */
  readonly order: 'posted' | 'arrived';
  /** Resolves when the gateway listens. */
  ready(): Promise<void>;
  waitFor(probe: () => boolean, options: WaitOptions): Promise<unknown>;
  /** Lets faults strike from now on. */
  inject(random: SeededRandom): void;
  /** One thing that befalls the way in. */
  disturb(random: SeededRandom): void;
  /** Ends all faults. */
  calm(): void;
  /** How many doubles a place may show because its sends were lost. */
  doublesOf(place: ChaosPlace): number;
  /** What helps to understand a run that failed. */
  describe(): string;
  calls(): number;
  /** How often faults struck. */
  struck(): number;
  /** What must hold at the end on this platform: nothing refused, no closed gate, nothing left "thinking". */
  expectClean(killedAt: readonly number[]): void;
  close(): Promise<void>;
}

export interface ChaosSize {
  readonly messages: number;
  readonly kills: number;
  /** Longer than a takeover takes, so that no turn meets three kills and is given up. */
  readonly killEveryMs: number;
  readonly disturbEveryMs: number;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Time for a struck turn to find out that its chat is closed. */
const STRUCK_MS = 4_000;

/** Runs all turns of a world through the built gateway (an ingress and two workers), and looks at what everybody saw. */
export async function runChaos(world: ChaosWorld, size: ChaosSize, seed: number, redis: RedisServer): Promise<void> {
  const random = createSeededRandom(seed);
  const watch = createLaneWatch();
  const model = await startModelServer({ onRequest: watch.onRequest, onEnd: watch.onEnd });
  const gateways = openGateways({ LITELLM_URL: model.url, WAGGLE_ACCESS: 'open', ...world.settings }, redis);
  const startedAt = Date.now();
  const killedAt: number[] = [];
  const struckTurns = new Map<string, Promise<void>>();
  try {
    model.script((request, attempt) => {
      const [name = '', message = ''] = /\b(c\d+) (m\d+)\b/.exec(request.lastUser)?.slice(1) ?? [];
      const key = `${name} ${message}`;
      const reply = chaoticReply(answerTo(key), attempt, random, world.growing);
      const until = struckTurns.get(key);
      if (until === undefined) return reply;
      return { text: answerTo(key), chunkChars: 20, delayMs: 10, pauses: [{ afterChunks: 6, until }] };
    });
    const fleet = await gateways.startFleet();
    const workers: GatewayProcess[] = [...fleet.workers];
    await world.ready();
    world.inject(random);

    const questionsOf = (place: ChaosPlace) => Array.from({ length: size.messages }, (_, m) => `${place.name} m${m}`);
    const isSeen = (place: ChaosPlace, question: string) =>
      normalWords(place.shown().join('\n')).includes(`End of ${question}.`);
    const talk = async (place: ChaosPlace) => {
      for (const question of questionsOf(place)) {
        place.say(question);
        if (random.chance(0.3)) continue;
        const timeoutMs = random.between(500, 12_000);
        await world.waitFor(() => isSeen(place, question), { timeoutMs }).catch(() => {});
      }
    };
    const suffer = async (place: WildPlace) => {
      let release = () => {};
      struckTurns.set(
        `${place.name} m1`,
        new Promise<void>((resolve) => {
          release = resolve;
        }),
      );
      place.say(`${place.name} m0`);
      await world.waitFor(() => isSeen(place, `${place.name} m0`), { timeoutMs: 60_000, what: `${place.what}: m0` });
      place.say(`${place.name} m1`);
      await world
        .waitFor(() => normalWords(place.shown().join('\n')).includes(`Answer to ${place.name} m1.`), {
          timeoutMs: 15_000,
        })
        .catch(() => {});
      place.befall();
      release();
      if (place.mend === null) return;
      await pause(STRUCK_MS);
      place.mend();
      place.say(`${place.name} m2`);
    };

    let isTalking = true;
    const everySaid = Promise.all([...world.places.map(talk), ...world.wild.map(suffer)]).then(() => {
      isTalking = false;
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
      const victim = random.between(0, workers.length - 1);
      killedAt.push(Date.now());
      await workers[victim]?.kill();
      workers[victim] = await gateways.start('worker');
    }
    await everySaid;
    await disturbing;

    const answersOf = (place: ChaosPlace) => {
      const posted = questionsOf(place);
      const arrived = watch.orderOf(place.name).map((message) => `${place.name} ${message}`);
      const isComplete = arrived.length === posted.length;
      return (world.order === 'arrived' && isComplete ? arrived : posted).map(answerTo);
    };
    const doublesIn = (place: ChaosPlace) =>
      countDoubles(place.shown(), answersOf(place), world.doublesOf(place) + killedAt.length);
    for (const place of world.places) {
      await world.waitFor(() => doublesIn(place) !== null, { timeoutMs: 60_000 }).catch(() => {});
      if (doublesIn(place) !== null) continue;
      console.info(world.describe());
      console.info(`${place.name} was asked ${watch.orderOf(place.name).join(' ')}`);
      for (const process of [...workers, fleet.ingress]) console.info(warningsOf(process.log()));
      expect(place.shown().map(brief), place.name).toEqual(answersOf(place).map(brief));
    }
    for (const place of world.wild) await expectSurvived(world, place);
    world.calm();
    // Every process ends what it does before it ends.
    await Promise.all([...workers, fleet.ingress].map((process) => process.stop()));

    let doubles = 0;
    for (const place of world.places) {
      doubles += doublesIn(place) ?? Number.NaN;
      const asked = watch.orderOf(place.name);
      const posted = questionsOf(place).map((text) => text.split(' ')[1]);
      expect(world.order === 'posted' ? asked : asked.toSorted(), place.name).toEqual(posted);
    }
    for (const place of [...world.places, ...world.wild]) {
      for (const text of place.rung()) expectAnswersWords(place, text, size.messages);
      expect(place.altered()).toEqual([]);
    }
    const lost = world.places.reduce((sum, place) => sum + world.doublesOf(place), 0);
    console.info(
      `seed ${seed}: ${world.calls()} calls, ${world.struck()} faults, ${killedAt.length} kills, ${lost} lost sends, ` +
        `${doubles} doubles left, ${Math.round((Date.now() - startedAt) / 1000)} s`,
    );
    expect(doubles).toBeLessThanOrEqual(lost === 0 ? 0 : lost + killedAt.length);
    expect(watch.mostOfOneChat()).toBe(1);
    expect(model.refused()).toEqual([]);
    world.expectClean(killedAt);
  } finally {
    await gateways.close();
    await world.close();
    await model.close();
  }
}

/** The last warnings and errors of a gateway's log. */
function warningsOf(log: string): string {
  const lines = log.split('\n').filter((line) => /"level":(?:"(?:warn|error|fatal)"|[456]0)/.test(line));
  return lines
    .slice(-25)
    .map((line) => line.slice(0, 400))
    .join('\n');
}

/** The first notification of an answer has words of the answer; nothing else rings. */
function expectAnswersWords(place: ChaosPlace, text: string, messages: number): void {
  const said = normalWords(text).slice(0, 300);
  const answers = Array.from({ length: messages }, (_, m) => normalWords(answerTo(`${place.name} m${m}`)));
  expect(said, `an empty notification in ${place.name}`).not.toBe('');
  expect(
    answers.some((answer) => answer.includes(said)),
    `a notification with other words in ${place.name}: ${text}`,
  ).toBe(true);
}

/** Before and after what befell a place its answers are whole, and of the one that was struck nothing is seen twice. */
async function expectSurvived(world: ChaosWorld, place: WildPlace): Promise<void> {
  const [before, struck, after] = [0, 1, 2].map((m) => normalWords(answerTo(`${place.name} m${m}`)));
  const seen = () => normalWords(place.shown().join('\n'));
  if (place.mend === null && place.expects === 'part') return;
  const end = place.mend === null ? struck : after;
  const isThere = () => {
    const text = seen();
    if (!text.startsWith(`${before} `) || !text.endsWith(` ${end}`)) return false;
    if (place.mend === null) return text === `${before} ${struck}`;
    const between = text.slice(`${before} `.length, Math.max(`${before} `.length, text.length - ` ${after}`.length));
    return place.expects === 'whole' ? between === struck : (struck ?? '').startsWith(between);
  };
  await world.waitFor(isThere, { timeoutMs: 60_000 }).catch(() => {});
  if (!isThere()) expect(seen(), `${place.name}: ${place.what}`).toBe([before, struck, after].join(' '));
}
