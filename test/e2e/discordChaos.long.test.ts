import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DiscordServer, startDiscordServer } from '../platforms/discord/discordServer.js';
import type { DiscordFault } from '../platforms/discord/faults.js';
import type { PlaceView } from '../platforms/discord/view.js';
import { visibleText } from '../platforms/discord/visibleText.js';
import { type ModelServer, startModelServer } from '../platforms/model/modelServer.js';
import { createSeededRandom, type SeededRandom } from '../setup/seededRandom.js';
import { type GatewayProcess, makeDataDir, startGatewayProcess } from './gateway.js';

const PLACES = 40;
const MESSAGES = 5;
const SEED = Number(process.env.WAGGLE_TEST_SEED ?? 20261201);
const DISTURB_EVERY_MS = 1_200;
const KILLS = 3;

const sentence = 'The gulls keep to the **northern** cliffs while the _wind_ stands in the `west_1`.';

const EDIT_FAULTS: readonly DiscordFault[] = [
  { kind: 'drop-before' },
  { kind: 'drop-after' },
  { kind: 'drop-after', how: 'end' },
  { kind: 'status', status: 500 },
  { kind: 'status-after', status: 502 },
  { kind: 'rate-limit', ms: 1_000 },
  { kind: 'rate-limit', ms: 700, scope: 'shared' },
  { kind: 'hang' },
  { kind: 'slow-answer', ms: 400 },
  { kind: 'delay', ms: 400 },
];
const CREATE_FAULTS = EDIT_FAULTS.filter(({ kind }) => kind !== 'hang');

let discord: DiscordServer;
let model: ModelServer;
let gateway: GatewayProcess;
let home: ReturnType<typeof makeDataDir>;

const start = () =>
  startGatewayProcess({
    DISCORD_BOT_TOKEN: discord.bot.token,
    DISCORD_API_URL: discord.api,
    LITELLM_URL: model.url,
    WAGGLE_ACCESS: 'open',
    WAGGLE_DATA_DIR: home.dataDir,
    WAGGLE_LEASE_MS: '2000',
    WAGGLE_SWEEP_MS: '300',
  });

beforeEach(async () => {
  home = makeDataDir();
  model = await startModelServer();
  discord = await startDiscordServer({ rates: 'documented', seed: SEED });
  gateway = await start();
});

afterEach(async () => {
  await gateway.child.stop();
  await discord.close();
  await model.close();
  home.remove();
});

const words = (text: string) => text.split(/\s+/).filter(Boolean).join(' ');

/** One answer in five fills two messages or more. */
function answerOf(question: string): string {
  const number = [...question].reduce((sum, char) => sum + char.charCodeAt(0), 0);
  const count = number % 5 === 0 ? 40 : 1 + (number % 4);
  return `Answer to ${question}: ${Array.from({ length: count }, () => sentence).join(' ')} End of ${question}.`;
}

function injectFaults(): void {
  const strike = (route: string | readonly string[], share: number, faults: readonly DiscordFault[]) => {
    for (const fault of faults) discord.inject({ route, chance: share / faults.length, fault });
  };
  strike(['editMessage', 'deleteMessage', 'startTyping'], 0.15, EDIT_FAULTS);
  strike('createMessage', 0.15, CREATE_FAULTS);
  strike('listMessages', 0.1, [{ kind: 'status', status: 503 }, { kind: 'drop-before' }]);
}

/** One thing that befalls the connection. */
function disturb(random: SeededRandom): void {
  random.pick([
    () => discord.gateway.drop(),
    () => discord.gateway.drop('end'),
    () => discord.gateway.askReconnect(),
    () => discord.gateway.duplicate(undefined, 3),
    () => {
      discord.gateway.expireSessions();
      discord.gateway.drop();
    },
  ])();
}

describe('chaos on Discord', () => {
  it(`shows every answer of ${PLACES * MESSAGES} turns once and whole, whatever strikes (seed ${SEED})`, async () => {
    const random = createSeededRandom(SEED);
    model.script((request) => ({
      // In a channel the line begins with the speaker's name.
      text: answerOf(/p\d+-m\d+/.exec(request.lastUser)?.[0] ?? request.lastUser),
      chunkChars: random.between(10, 200),
      delayMs: 5,
    }));
    await discord.waitFor(() => discord.gateway.isConnected(), { what: 'a gateway that listens' });
    injectFaults();
    const people = Array.from({ length: PLACES }, (_, i) => discord.user({ name: `P${i}` }));
    const guild = discord.guild({ members: people });
    const places = people.map((person, i) => {
      const isDm = i % 2 === 0;
      const view: PlaceView = isDm ? discord.dm(person) : guild.channel(`channel-${i}`);
      const say = (text: string) =>
        isDm ? discord.dm(person).say(text) : guild.channel(`channel-${i}`).mention(person, text);
      return { view, say, name: `p${i}` };
    });
    const shown = (view: PlaceView) => view.botMessages().map((message) => visibleText(message.content));
    const questions = (name: string) => Array.from({ length: MESSAGES }, (_, m) => `${name}-m${m}`);
    const wanted = (name: string) =>
      words(
        questions(name)
          .map((question) => visibleText(answerOf(question)))
          .join(' '),
      );

    let isTalking = true;
    const talking = Promise.all(
      places.map(async ({ view, say, name }) => {
        for (const question of questions(name)) {
          say(question);
          if (random.chance(0.3)) continue;
          await discord
            .waitFor(() => words(shown(view).join(' ')).includes(`End of ${question}.`), {
              timeoutMs: random.between(500, 6_000),
            })
            .catch(() => {});
        }
      }),
    ).then(() => {
      isTalking = false;
    });
    let kills = 0;
    for (let round = 1; isTalking; round += 1) {
      await Promise.race([talking, new Promise((resolve) => setTimeout(resolve, DISTURB_EVERY_MS))]);
      if (kills < KILLS && round % 4 === 0) {
        kills += 1;
        await gateway.kill();
        gateway = await start();
      } else disturb(random);
    }
    for (const { view, name } of places) {
      const isWhole = () => words(shown(view).join(' ')) === wanted(name);
      await discord.waitFor(isWhole, { timeoutMs: 60_000, what: name }).catch(() => {});
      if (!isWhole()) expect(shown(view), name).toEqual(questions(name).map((q) => visibleText(answerOf(q))));
      const rung = view.notifications().map(({ text }) => text);
      const isOfAnswer = (text: string) =>
        questions(name).some((question) => answerOf(question).includes(text.slice(0, 20)));
      expect(rung.filter((text) => text !== '' && !isOfAnswer(text))).toEqual([]);
      expect(view.history().flatMap((message) => message.altered)).toEqual([]);
    }
    console.info(
      `seed ${SEED}: ${discord.calls.length} calls, ${kills} kills, ${discord.gateway.notes.length} gateway notes`,
    );
    expect(discord.refused()).toEqual([]);
    expect(discord.callsInClosedGate()).toEqual([]);
    expect(model.refused()).toEqual([]);
  }, 240_000);
});
