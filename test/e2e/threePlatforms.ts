import { expect } from 'vitest';
import { type DiscordServer, startDiscordServer } from '../platforms/discord/discordServer.js';
import { type ModelServer, startModelServer } from '../platforms/model/modelServer.js';
import { type SlackServer, startSlackServer } from '../platforms/slack/slackServer.js';
import { startTelegramServer, type TelegramServer } from '../platforms/telegram/telegramServer.js';
import { type GatewayProcess, makeDataDir, startGatewayProcess } from './gateway.js';

/** One gateway on all three chat platforms, and a model that a test scripts. */
export interface ThreePlatforms {
  readonly model: ModelServer;
  readonly telegram: TelegramServer;
  readonly slack: SlackServer;
  readonly discord: DiscordServer;
  readonly gateway: GatewayProcess;
  readonly dataDir: string;
  /** Ends everything; fails where a platform had something to refuse. */
  close(): Promise<void>;
}

/** A direct chat with the bot, on whichever platform. */
export interface DirectChat {
  readonly name: 'Telegram' | 'Slack' | 'Discord';
  say(words: string): void;
  /** Types a command, as people do there. */
  command(words: string): void;
  /** What the bot's messages say, oldest first. */
  texts(): readonly string[];
  /** What its newest one says. */
  text(): string;
  /** Presses what types this command below the newest message, as soon as it is there: text may come before its buttons. */
  press(command: string): Promise<void>;
  /** How often the bot has asked the platform to show these words in a message. */
  callsWith(words: string): number;
  waitFor(isTrue: () => boolean, what: string): Promise<unknown>;
  /** Waits until the newest message has these words. */
  see(words: string | RegExp): Promise<unknown>;
}

const PATIENCE_MS = 30_000;

/** @param settings of the gateway besides what says where the platforms and the model are */
export async function openThreePlatforms(
  settings: Readonly<Record<string, string>> = {},
  options: { readonly models?: string[] } = {},
): Promise<ThreePlatforms> {
  const home = makeDataDir();
  const model = await startModelServer(options);
  const telegram = await startTelegramServer({ rates: 'off', pollDelays: false });
  const slack = await startSlackServer({ rates: 'documented' });
  const discord = await startDiscordServer({ rates: 'documented' });
  const servers = [telegram, slack, discord, model];
  const remove = async () => {
    await Promise.all(servers.map((server) => server.close()));
    home.remove();
  };
  const gateway = await startGatewayProcess({
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
    ...settings,
  }).catch(async (thrown: unknown) => {
    await remove();
    throw thrown;
  });
  const wait = { timeoutMs: PATIENCE_MS };
  await slack.waitFor(() => slack.app.sockets().length === 2, { what: 'two sockets', ...wait });
  await discord.waitFor(() => discord.gateway.isConnected() && discord.commands().length > 0, {
    what: 'Discord',
    ...wait,
  });
  return {
    model,
    telegram,
    slack,
    discord,
    gateway,
    dataDir: home.dataDir,
    close: async () => {
      await gateway.stop();
      const refused = [telegram.refused(), slack.refused(), discord.refused()];
      await remove();
      expect(refused, 'what Telegram, Slack and Discord refused').toEqual([[], [], []]);
    },
  };
}

function newest<Message>(messages: readonly Message[]): Message {
  const message = messages.at(-1);
  if (message === undefined) throw new Error('no message of the bot');
  return message;
}

/**
 * A new person's direct chats with the bot, one on each platform.
 *
 * @param user number of the person on Telegram
 */
export function openDirectChats({ telegram, slack, discord }: ThreePlatforms, user: number): readonly DirectChat[] {
  const name = 'Ada';
  const onTelegram = telegram.privateChat(telegram.user(user, { name }));
  const onSlack = slack.dm(slack.user({ name }));
  const onDiscord = discord.dm(discord.user({ name }));
  interface Made extends Omit<DirectChat, 'text' | 'see' | 'press'> {
    newest(): unknown;
    pressNow(command: string): void;
  }
  const seeing = ({ newest: last, pressNow, ...chat }: Made): DirectChat => {
    const text = () => chat.texts().at(-1) ?? '';
    const has = (words: string | RegExp) => (typeof words === 'string' ? text().includes(words) : words.test(text()));
    return {
      ...chat,
      text,
      press: async (command) => {
        const isThere = () => JSON.stringify(last() ?? null).includes(`${command}"`);
        await chat.waitFor(isThere, `${chat.name}: a button for ${command}`);
        pressNow(command);
      },
      see: (words) =>
        chat
          .waitFor(() => has(words), `${chat.name}: ${words}`)
          .catch((thrown: unknown) => {
            throw new Error(`${chat.name} shows ${JSON.stringify(chat.texts().slice(-3))}`, { cause: thrown });
          }),
    };
  };
  const patience = (what: string) => ({ what, timeoutMs: PATIENCE_MS });
  const count = (calls: readonly unknown[], words: string) =>
    calls.filter((call) => JSON.stringify(call).includes(words)).length;
  return [
    seeing({
      name: 'Telegram',
      say: (words) => onTelegram.say(words),
      command: (words) => onTelegram.say(`/${words}`),
      texts: () => onTelegram.botMessages().map(({ text }) => text),
      newest: () => onTelegram.botMessages().at(-1),
      pressNow: (command) => onTelegram.pressButton(newest(onTelegram.botMessages()), command),
      callsWith: (words) => count(telegram.calls, words),
      waitFor: (isTrue, what) => telegram.waitFor(isTrue, patience(what)),
    }),
    seeing({
      name: 'Slack',
      say: (words) => onSlack.say(words),
      command: (words) => onSlack.say(`!${words}`),
      texts: () => onSlack.botMessages().map((message) => slack.textOf(message)),
      newest: () => onSlack.botMessages().at(-1),
      pressNow: (command) => onSlack.pressButton(newest(onSlack.botMessages()), command),
      callsWith: (words) => count(slack.calls, words),
      waitFor: (isTrue, what) => slack.waitFor(isTrue, patience(what)),
    }),
    seeing({
      name: 'Discord',
      say: (words) => onDiscord.say(words),
      command: (words) => onDiscord.say(`/${words}`),
      texts: () => onDiscord.botMessages().map(({ content }) => content),
      newest: () => onDiscord.botMessages().at(-1),
      pressNow: (command) => {
        const message = newest(onDiscord.botMessages());
        if (JSON.stringify(message.components).includes(`"c:${command}"`))
          onDiscord.pressButton(message, `c:${command}`);
        else onDiscord.choose(message, [command]);
      },
      callsWith: (words) => count(discord.calls, words),
      waitFor: (isTrue, what) => discord.waitFor(isTrue, patience(what)),
    }),
  ];
}
