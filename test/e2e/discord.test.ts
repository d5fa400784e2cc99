import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type DiscordServer,
  type DiscordServerOptions,
  startDiscordServer,
} from '../platforms/discord/discordServer.js';
import { visibleText } from '../platforms/discord/visibleText.js';
import { createGate } from '../platforms/gate.js';
import { type ModelServer, startModelServer } from '../platforms/model/modelServer.js';
import { until } from '../setup/until.js';
import { type GatewayProcess, makeDataDir, startGatewayProcess } from './gateway.js';

let model: ModelServer;
let discord: DiscordServer;
let gateway: GatewayProcess | null = null;
let home: ReturnType<typeof makeDataDir>;

const settings = () => ({
  DISCORD_BOT_TOKEN: discord.bot.token,
  DISCORD_API_URL: discord.api,
  LITELLM_URL: model.url,
  WAGGLE_ACCESS: 'open',
  WAGGLE_DATA_DIR: home.dataDir,
  WAGGLE_LEASE_MS: '2000',
  WAGGLE_SWEEP_MS: '200',
});

const start = async (more: Readonly<Record<string, string>> = {}, options: DiscordServerOptions = {}) => {
  discord = await startDiscordServer({ rates: 'documented', ...options });
  gateway = await startGatewayProcess({ ...settings(), ...more });
  await listening();
};

/** The gateway listens, and its menu is there. */
const listening = () =>
  discord.waitFor(() => discord.gateway.isConnected() && discord.commands().length > 0, {
    what: 'a gateway that listens',
  });

beforeEach(async () => {
  home = makeDataDir();
  model = await startModelServer();
});

afterEach(async () => {
  await gateway?.child.stop();
  gateway = null;
  await discord.close();
  await model.close();
  home.remove();
  expect(discord.refused()).toEqual([]);
  expect(discord.callsInClosedGate()).toEqual([]);
  expect(discord.thinking()).toEqual([]);
  expect(discord.failed()).toEqual([]);
});

const words = (text: string) => text.split(/\s+/).filter(Boolean).join(' ');

describe('a gateway on Discord', () => {
  it('answers a DM with one message that grows by edits and rings with words of the answer', async () => {
    const rest = createGate();
    const answer = 'The tide turns at noon. After that the water falls until six in the evening, and the sand is free.';
    model.script(() => ({ text: answer, chunkChars: 12, pauses: [{ afterChunks: 4, until: rest.opened }] }));
    await start();
    const ada = discord.dm(discord.user({ name: 'Ada' }));
    ada.say('When does the tide turn?');
    const first = await ada.waitForBotMessage((message) => message.content.startsWith('The tide turns at noon.'));
    expect(first.content.length).toBeLessThan(answer.length);
    rest.open();
    await discord.waitFor(() => first.content === answer, { what: 'the whole answer' });
    expect(ada.botMessages()).toHaveLength(1);
    expect(ada.notifications().map((entry) => answer.startsWith(entry.text))).toEqual([true]);
    expect(ada.history().flatMap((message) => message.altered)).toEqual([]);
  });

  it('answers a mention in a channel and what follows in a thread, in Markdown as Discord shows it, in messages of its size', async () => {
    const answer = `# Plan\n\n${Array.from({ length: 60 }, (_, i) => `- step ${i + 1} with \`code_${i}\` and **words**`).join('\n')}\n\n| a | b |\n|---|---|\n| 1 | 2 |`;
    model.script((request) => ({
      text: request.lastUser.includes('again') ? 'Once more: done.' : answer,
      chunkChars: 300,
    }));
    await start();
    const ada = discord.user({ name: 'Ada' });
    const channel = discord.guild({ members: [ada] }).channel('general');
    channel.say(ada, 'nobody is asked');
    const asked = channel.mention(ada, 'what is the plan?');
    await channel.waitForBotMessage((message) => message.content.includes('1 │ 2'), { timeoutMs: 30_000 });
    const shown = channel.botMessages().map((message) => visibleText(message.content));
    expect(words(shown.join('\n')).replaceAll('• ', '')).toContain('step 1 with code_0 and words');
    expect(shown.length).toBeGreaterThan(1);
    expect(channel.botMessages()[0]?.replyTo).toBe(asked.id);
    const steps = shown.join('\n').match(/step \d+/g) ?? [];
    expect(steps).toEqual(Array.from({ length: 60 }, (_, i) => `step ${i + 1}`));
    const thread = channel.startThread(ada, 'details', asked);
    thread.mention(ada, 'again?');
    await thread.waitForBotMessage((message) => message.content === 'Once more: done.');
    thread.say(ada, 'and again');
    await discord.waitFor(() => thread.botMessages().length === 2, { what: 'an answer without a mention' });
  }, 40_000);

  it('fills the placeholder of a command, and answers what was missed while it was away', async () => {
    model.script((request) => ({ text: `You said: ${request.lastUser}.` }));
    await start();
    const ada = discord.dm(discord.user({ name: 'Ada' }));
    const command = ada.slash('help');
    await discord.waitFor(() => command.original?.thinking === false && /\/stop/.test(command.original.content), {
      what: 'the help in place of the placeholder',
    });
    expect(ada.botMessages()).toHaveLength(1);
    await gateway?.stop();
    ada.say('are you there?');
    const before = discord.gateway.notes.length;
    gateway = await startGatewayProcess(settings());
    await ada.waitForBotMessage((message) => message.content.includes('are you there?'));
    expect(discord.gateway.notes.length).toBeGreaterThan(before);
    expect(discord.callsOf('overwriteCommands')).toHaveLength(1);
  });

  it('shows a notice after a kill although one of the killed process was removed, and leaves none', async () => {
    const [more, text, rest] = [createGate(), createGate(), createGate()];
    const [first, answer] = ['The tide turns at noon.', 'The tide turns at noon. Then the water falls.'];
    model.script([
      { fault: { kind: 'status', status: 500 } },
      {
        chunks: [first, answer.slice(first.length)],
        pauses: [
          { afterChunks: 1, until: more.opened },
          { afterChunks: 2, until: rest.opened },
        ],
      },
      { text: answer, hold: text.opened },
      { text: 'And again at six.' },
    ]);
    await start();
    const ada = discord.dm(discord.user({ name: 'Ada' }));
    ada.say('When does the tide turn?');
    await ada.waitForBotMessage((message) => message.content !== first);
    const shown = () => ada.botMessages().map(({ content }) => content);
    await discord.waitFor(() => shown().join() === first, { what: 'the first words, and no notice' });
    more.open();
    // Edited, so that the gateway knows of its first message.
    await discord.waitFor(() => shown().join() === answer, { what: 'the answer' });
    await gateway?.kill();
    gateway = await startGatewayProcess(settings());
    await ada.waitForBotMessage((message) => message.content.startsWith('Picking up'));
    text.open();
    rest.open();
    ada.say('And then?');
    await discord.waitFor(() => shown().join(' ') === `${answer} And again at six.`, { what: 'both answers' });
  }, 40_000);

  it('ends and says why when its token is refused, while the rest of the gateway goes on', async () => {
    model.script(() => ({ text: 'Still here.' }));
    await start();
    discord.revokeToken();
    await until(() => /this account stopped receiving/.test(gateway?.log() ?? ''), 'a word in the log');
    expect(gateway?.log()).toMatch(/DISCORD_BOT_TOKEN/);
    expect(gateway?.log()).not.toContain(discord.bot.token.replace(/-new$/, ''));
    const answer = await fetch(`${await gateway?.url()}/healthz`);
    expect(answer.status).toBe(200);
    discord.forget();
  });
});
