import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type DiscordServer, startDiscordServer } from '../platforms/discord/discordServer.js';
import { createGate, type Gate } from '../platforms/gate.js';
import { type ModelServer, startModelServer } from '../platforms/model/modelServer.js';
import { until } from '../setup/until.js';
import { type GatewayProcess, makeDataDir, startGatewayProcess } from './gateway.js';
import { storedStates } from './storedMessages.js';

const ANSWER = 'The tide turns at noon. After that the water falls until six in the evening, and the sand is free.';
const NEXT = 'This is the answer to what came next.';

let model: ModelServer;
let discord: DiscordServer;
let gateway: GatewayProcess | null = null;
const home = makeDataDir();

beforeAll(async () => {
  model = await startModelServer();
  discord = await startDiscordServer({ rates: 'documented' });
  gateway = await startGatewayProcess({
    DISCORD_BOT_TOKEN: discord.bot.token,
    DISCORD_API_URL: discord.api,
    LITELLM_URL: model.url,
    WAGGLE_ACCESS: 'open',
    WAGGLE_DATA_DIR: home.dataDir,
    WAGGLE_SWEEP_MS: '200',
  });
  await discord.waitFor(() => discord.gateway.isConnected() && discord.commands().length > 0, { what: 'a gateway' });
});
afterAll(async () => {
  await gateway?.child.stop();
  expect(discord.refused()).toEqual([]);
  await discord.close();
  await model.close();
  home.remove();
});

let never: Gate;
/** Questions that begin with "slow" are answered half. */
beforeEach(() => {
  never = createGate();
  model.script(({ lastUser }) =>
    lastUser.startsWith('slow')
      ? { text: ANSWER, chunkChars: 12, pauses: [{ afterChunks: 4, until: never.opened }] }
      : { text: lastUser.startsWith('next') ? NEXT : ANSWER, chunkChars: 12 },
  );
});

let people = 0;
const openDm = () => {
  people += 1;
  return discord.dm(discord.user({ name: `Person ${people}` }));
};
const statesOf = (words: string) => storedStates(home.dataDir, words);
const askedOf = (question: string) => model.requests.filter(({ lastUser }) => lastUser === question);

it('a question that is deleted while its turn runs stops it, and what was shown goes', async () => {
  const dm = openDm();
  const asked = dm.say('slow one');
  await dm.waitForBotMessage((message) => message.content.startsWith('The tide turns at noon.'));
  dm.remove(asked);
  await discord.waitFor(() => dm.botMessages().length === 0, { what: 'nothing of the answer' });
  expect(askedOf('slow one').map(({ aborted }) => aborted)).toEqual([true]);
  dm.say('next one');
  await dm.waitForBotMessage((message) => message.content === NEXT);
  expect(dm.botMessages()).toHaveLength(1);
  expect(JSON.stringify(model.requests.at(-1)?.body.messages)).not.toContain('slow one');
  never.open();
});

it('a question that is deleted while it waits is never asked, and one that was answered keeps its answer', async () => {
  const dm = openDm();
  dm.say('slow two');
  await dm.waitForBotMessage((message) => message.content.startsWith('The tide'));
  const waiting = dm.say('never to be asked');
  const asked = dm.say('next two');
  await until(() => statesOf('never to be asked').includes('queued'), 'the message that waits');
  dm.remove(waiting);
  await until(() => statesOf('never to be asked').includes('stopped'), 'the message taken out');
  dm.say('next three');
  never.open();
  await discord.waitFor(
    () =>
      dm
        .botMessages()
        .map(({ content }) => content)
        .join('|') === [ANSWER, NEXT, NEXT].join('|'),
    {
      what: 'three answers',
    },
  );
  expect(askedOf('never to be asked')).toEqual([]);
  await until(() => statesOf('next two').includes('done'), 'the end of the second turn');
  dm.remove(asked);
  dm.say('next four');
  await discord.waitFor(() => dm.botMessages().length === 4, { what: 'the last answer' });
  expect(dm.botMessages().map(({ content }) => content)).toEqual([ANSWER, NEXT, NEXT, NEXT]);
});

it('an edit while the turn runs has the new answer written over the old one', async () => {
  const dm = openDm();
  const asked = dm.say('slow five');
  const shown = await dm.waitForBotMessage((message) => message.content.startsWith('The tide'));
  dm.edit(asked, 'next five');
  await discord.waitFor(() => shown.content === NEXT, { what: 'the new answer in the old message' });
  expect(dm.botMessages()).toHaveLength(1);
  expect(askedOf('slow five').map(({ aborted }) => aborted)).toEqual([true]);
  never.open();
});
