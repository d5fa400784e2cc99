import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DiscordServer, startDiscordServer } from '../platforms/discord/discordServer.js';
import { type ModelServer, startModelServer } from '../platforms/model/modelServer.js';
import type { ModelRequest } from '../platforms/model/request.js';
import { type SlackServer, startSlackServer } from '../platforms/slack/slackServer.js';
import { startTelegramServer, type TelegramServer } from '../platforms/telegram/telegramServer.js';
import { type GatewayProcess, makeDataDir, startGatewayProcess } from './gateway.js';

let model: ModelServer;
let telegram: TelegramServer;
let slack: SlackServer;
let discord: DiscordServer;
let gateway: GatewayProcess | null = null;
let home: ReturnType<typeof makeDataDir>;

beforeEach(async () => {
  home = makeDataDir();
  model = await startModelServer();
  telegram = await startTelegramServer({ rates: 'off', pollDelays: false });
  slack = await startSlackServer({ rates: 'documented' });
  discord = await startDiscordServer({ rates: 'documented' });
});

afterEach(async () => {
  await gateway?.child.stop();
  gateway = null;
  await Promise.all([telegram.close(), slack.close(), discord.close(), model.close()]);
  home.remove();
});

/** A direct chat with the bot, on whichever platform. */
interface Chat {
  readonly name: string;
  /** Types a command, as people do there. */
  command(words: string): void;
  /** What the bot's newest message says. */
  text(): string;
  /** Presses what types this command below the newest message. */
  press(command: string): void;
  waitFor(isTrue: () => boolean, what: string): Promise<unknown>;
  refused(): readonly unknown[];
}

const patience = (what: string) => ({ what, timeoutMs: 30_000 });

function openChats(): readonly Chat[] {
  const onTelegram = telegram.privateChat(telegram.user(11, { name: 'Ada' }));
  const onSlack = slack.dm(slack.user({ name: 'Ada' }));
  const onDiscord = discord.dm(discord.user({ name: 'Ada' }));
  const newest = <Message>(messages: readonly Message[]): Message => {
    const message = messages.at(-1);
    if (message === undefined) throw new Error('no message of the bot');
    return message;
  };
  return [
    {
      name: 'Telegram',
      command: (words) => onTelegram.say(`/${words}`),
      text: () => onTelegram.botMessages().at(-1)?.text ?? '',
      press: (command) => onTelegram.pressButton(newest(onTelegram.botMessages()), command),
      waitFor: (isTrue, what) => telegram.waitFor(isTrue, patience(what)),
      refused: () => telegram.refused(),
    },
    {
      name: 'Slack',
      command: (words) => onSlack.say(`!${words}`),
      text: () =>
        onSlack
          .botMessages()
          .map((message) => slack.textOf(message))
          .at(-1) ?? '',
      press: (command) => onSlack.pressButton(newest(onSlack.botMessages()), command),
      waitFor: (isTrue, what) => slack.waitFor(isTrue, patience(what)),
      refused: () => slack.refused(),
    },
    {
      name: 'Discord',
      command: (words) => onDiscord.say(`/${words}`),
      text: () => onDiscord.botMessages().at(-1)?.content ?? '',
      press: (command) => {
        const message = newest(onDiscord.botMessages());
        if (JSON.stringify(message.components).includes(`"c:${command}"`))
          onDiscord.pressButton(message, `c:${command}`);
        else onDiscord.choose(message, [command]);
      },
      waitFor: (isTrue, what) => discord.waitFor(isTrue, patience(what)),
      refused: () => discord.refused(),
    },
  ];
}

const toolsOf = ({ body }: ModelRequest) => body.tools?.map((tool) => tool.function.name) ?? [];

describe('skills and workflows on three platforms', () => {
  it('are listed, turned over, looked at, planned by and asked with', { timeout: 120_000 }, async () => {
    const question = 'Which town is it about?';
    model.script((request) => {
      const { lastUser, toolResults } = request;
      if (lastUser.startsWith('Before we go on') && toolResults.size === 0) {
        return { toolCalls: [{ name: 'offer_choices', arguments: { options: ['Berlin', 'Paris'] } }] };
      }
      if (lastUser.startsWith('Before we go on')) return { text: question };
      if (lastUser.startsWith('Make a plan')) return { text: 'First the plan, then the work. That is all.' };
      return { text: `You said ${lastUser}. That is all.` };
    });
    gateway = await startGatewayProcess({
      TELEGRAM_BOT_TOKEN: telegram.bot.token,
      TELEGRAM_API_ROOT: telegram.url,
      SLACK_BOT_TOKEN: slack.app.botToken,
      SLACK_APP_TOKEN: slack.app.appToken,
      SLACK_API_URL: slack.url,
      DISCORD_BOT_TOKEN: discord.bot.token,
      DISCORD_API_URL: discord.api,
      LITELLM_URL: model.url,
      WAGGLE_ACCESS: 'open',
      WAGGLE_DATA_DIR: home.dataDir,
      WAGGLE_SWEEP_MS: '200',
    });
    await slack.waitFor(() => slack.app.sockets().length === 2, patience('two sockets'));
    await discord.waitFor(() => discord.gateway.isConnected() && discord.commands().length > 0, patience('Discord'));

    await Promise.all(
      openChats().map(async ({ name, command, text, press, waitFor, refused }) => {
        const see = (words: string) => waitFor(() => text().includes(words), `${name}: ${words}`);
        command('skills');
        await see('Page 1 of 2');
        press('/skills page 2');
        await see('Page 2 of 2');
        press('/skills show tools-map');
        await see('The lightest means that does the job.');
        command('plan');
        await see('Please say with it what it is about: /plan GOAL'.replaceAll('`', '').slice(0, 35));
        command('plan a birthday');
        await see('First the plan, then the work.');
        command('clarify the trip');
        await see(question);
        press('/answer Paris');
        await see('You said Paris.');
        expect(refused(), name).toEqual([]);
      }),
    );

    const plans = model.requests.filter(({ lastUser }) => lastUser.startsWith('Make a plan for this: a birthday'));
    expect(plans).toHaveLength(3);
    for (const plan of plans) {
      expect(toolsOf(plan)).toContain('search_memory');
      expect(toolsOf(plan)).not.toContain('save_memory');
    }
    const later = model.requests.filter(({ lastUser }) => lastUser === 'Paris');
    expect(JSON.stringify(later[0]?.body.messages)).toContain('(plan) a birthday');
    expect(JSON.stringify(later[0]?.body.messages)).not.toContain('In this turn you only read');
    const telegramMenu = telegram.calls.filter(({ method }) => method === 'setMyCommands');
    expect(JSON.stringify(telegramMenu)).toMatch(/"research"[\s\S]*"open_web_research"/);
    expect(JSON.stringify(discord.commands())).toMatch(/"plan"[\s\S]*"tools_map"/);
  });
});
