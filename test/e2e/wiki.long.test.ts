import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startDiscordServer } from '../platforms/discord/discordServer.js';
import { visibleText } from '../platforms/discord/visibleText.js';
import { type ModelServer, startModelServer } from '../platforms/model/modelServer.js';
import { startSlackServer } from '../platforms/slack/slackServer.js';
import { type GatewayProcess, makeDataDir, startGatewayProcess } from './gateway.js';

let home: ReturnType<typeof makeDataDir>;
let model: ModelServer;
let gateway: GatewayProcess | null = null;
beforeEach(async () => {
  home = makeDataDir();
  model = await startModelServer();
});
afterEach(async () => {
  await gateway?.child.stop();
  gateway = null;
  await model.close();
  home.remove();
});

const settings = () => ({
  LITELLM_URL: model.url,
  WAGGLE_ACCESS: 'open',
  WAGGLE_DATA_DIR: home.dataDir,
  WAGGLE_SWEEP_MS: '200',
});

/** The text of all pages of all vaults. */
function whole(): string {
  const root = join(home.dataDir, 'wiki');
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const pages = entries.filter(({ name }) => name.endsWith('.md'));
  return pages.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')).join('\n');
}

it('on Slack the wiki is made, synced and searched by slash command, button and exclamation mark', async () => {
  const slack = await startSlackServer({ rates: 'documented' });
  try {
    gateway = await startGatewayProcess({
      ...settings(),
      SLACK_BOT_TOKEN: slack.app.botToken,
      SLACK_APP_TOKEN: slack.app.appToken,
      SLACK_API_URL: slack.url,
    });
    await slack.waitFor(() => slack.app.sockets().length === 2, { what: 'two sockets', timeoutMs: 20_000 });
    const ada = slack.user({ name: 'Ada' });
    const dm = slack.dm(ada);
    const room = slack.channel();
    const asked = async (command: () => void, answer: RegExp) => {
      command();
      return dm.waitForBotMessage((message) => answer.test(slack.textOf(message)));
    };
    await asked(() => dm.slashCommand('/waggle', 'remember My locker has the number 12.'), /^Remembered/);
    const made = await asked(() => dm.slashCommand('/waggle', 'wiki_setup'), /^The wiki is there/);
    dm.pressButton(made, '/wiki_sync');
    await slack.waitFor(() => /^Nothing has changed/.test(slack.textOf(made)), { what: 'the sync' });
    const found = await asked(() => dm.say('!wiki_search locker'), /^One page fits/);
    expect(slack.textOf(found)).toContain('My locker has the number 12.');
    room.slashCommand(ada, '/waggle', 'wiki_setup');
    await room.waitForBotMessage((message) => slack.textOf(message).startsWith('The wiki is there'));
    room.slashCommand(ada, '/waggle', 'wiki_search locker');
    await room.waitForBotMessage((message) => slack.textOf(message).startsWith('No page of the wiki fits'));
    await asked(() => dm.slashCommand('/waggle', 'forget p1'), /is forgotten/);
    expect(whole()).not.toContain('locker');
    expect(slack.refused()).toEqual([]);
  } finally {
    await gateway?.child.stop();
    await slack.close();
  }
});

it('on Discord the wiki is made and searched by slash commands of its own', async () => {
  const discord = await startDiscordServer({ rates: 'documented' });
  try {
    gateway = await startGatewayProcess({
      ...settings(),
      DISCORD_BOT_TOKEN: discord.bot.token,
      DISCORD_API_URL: discord.api,
    });
    await discord.waitFor(() => discord.gateway.isConnected() && discord.commands().length > 0, {
      what: 'a gateway that listens',
      timeoutMs: 20_000,
    });
    const dm = discord.dm(discord.user({ name: 'Ada' }));
    const asked = async (command: () => void, answer: RegExp) => {
      command();
      return dm.waitForBotMessage(({ content }) => answer.test(visibleText(content)));
    };
    await asked(() => dm.slash('remember', { text: 'My locker has the number 12.' }), /^Remembered/);
    await asked(() => dm.slash('wiki_setup', {}), /^The wiki is there/);
    const found = await asked(() => dm.slash('wiki_search', { text: 'locker' }), /^One page fits/);
    expect(visibleText(found.content)).toContain('My locker has the number 12.');
    await asked(() => dm.slash('forget', { text: 'p1' }), /is forgotten/);
    expect(whole()).not.toContain('locker');
    expect(discord.refused()).toEqual([]);
  } finally {
    await gateway?.child.stop();
    await discord.close();
  }
});
