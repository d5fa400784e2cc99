import { startDiscordServer } from '../../platforms/discord/discordServer.js';
import type { Doings } from '../../platforms/discord/people.js';
import { visibleText } from '../../platforms/discord/visibleText.js';
import type { StoredMessage, UserRecord } from '../../platforms/discord/world.js';
import { startModelServer } from '../../platforms/model/modelServer.js';
import { makeDataDir, startGatewayProcess } from '../gateway.js';
import { gatherPeople, wordAfter } from './people.js';
import type { MatrixPlace, OpenStage } from './runCells.js';
import { MODEL_ANSWER } from './says.js';

const LOCALES: Readonly<Record<string, string>> = { en: 'en-US', es: 'es-ES', pt: 'pt-BR', zh: 'zh-CN' };
/** Of what follows a command's name, in its option and in a message. */
const MAX_OPTION = 6000;
const TYPED = 1900;

const textsOf = (messages: readonly StoredMessage[]) =>
  messages.map(({ content, attachments }) => {
    const files = attachments.map(({ name }) => `[file ${name}] `).join('');
    return `${files}${visibleText(content)}`;
  });

/** Discord: direct messages, channels of a guild and their threads. Typed where the client does not let a command be sent. */
export async function openDiscordStage(): Promise<OpenStage> {
  const home = makeDataDir();
  const model = await startModelServer();
  model.script(() => ({ text: MODEL_ANSWER }));
  const discord = await startDiscordServer({ rates: 'off' });
  const make = (name: string) => discord.user({ name });
  const people = gatherPeople<UserRecord>('discord', make, (user, language) => {
    user.locale = LOCALES[language] ?? language;
  });
  const gateway = await startGatewayProcess({
    DISCORD_BOT_TOKEN: discord.bot.token,
    DISCORD_API_URL: discord.api,
    LITELLM_URL: model.url,
    WAGGLE_DATA_DIR: home.dataDir,
    ...people.settings,
  });
  await discord.waitFor(() => discord.gateway.isConnected() && discord.commands().length > 0, {
    what: 'a gateway that listens',
    timeoutMs: 20_000,
  });
  const guild = discord.guild();
  let channels = 0;

  const find = (command: string) =>
    discord.commands().find(({ definition }) => definition.name === command && definition.type === 1);

  /** By the command's menu; where the client does not let that be sent, as a message of the length that it lets be typed. */
  const callBy = (doings: Doings, command: string, args: string, type: (text: string) => void): boolean => {
    const option = find(command)?.definition.options?.[0];
    const isOffered = option === undefined ? args === '' : args !== '' || option.required !== true;
    const most = option !== undefined && 'max_length' in option ? Number(option.max_length) : MAX_OPTION;
    if (find(command) !== undefined && isOffered && args.length <= most) {
      doings.slash(command, args === '' ? {} : { text: args });
      return true;
    }
    // Neither way takes so much: the client says so itself.
    if (args.length > most && most >= TYPED) return false;
    type(`/${command} ${args.slice(0, TYPED)}`.trim());
    return true;
  };

  const openDirect = (user: UserRecord): MatrixPlace => {
    const dm = discord.dm(user);
    return {
      say: (text) => dm.say(text),
      call: (command, args) => callBy(dm, command, args, (typed) => dm.say(typed)),
      shown: () => textsOf(dm.botMessages()),
      stray: () => textsOf(dm.ephemeral(user)),
    };
  };

  const openGuild = (user: UserRecord, isThread: boolean): MatrixPlace => {
    channels += 1;
    const channel = guild.channel(`ferry-${channels}`);
    const place = isThread ? channel.startThread(user, 'Ferries') : channel;
    const doings = place.as(user);
    return {
      say: (text) => doings.mention(text),
      call: (command, args) => callBy(doings, command, args, (typed) => doings.mention(typed)),
      shown: () => textsOf(place.botMessages()),
      stray: () => [
        ...textsOf(place.ephemeral(user)),
        ...textsOf(discord.dm(user).botMessages()),
        ...(isThread ? textsOf(channel.botMessages()) : []),
      ],
    };
  };

  const codeOf = async (user: UserRecord, said: string, command: string): Promise<string> => {
    const dm = openDirect(user);
    dm.say(said);
    return discord.waitFor(() => wordAfter(command, dm.shown()), { what: `a code for /${command}`, timeoutMs: 10_000 });
  };

  return {
    open: (cell) => {
      const user = people.take(cell);
      // Discord tells a person's language with interactions only: from the first one on it is known for what is typed, too.
      if (cell.language !== 'en') discord.dm(user).autocomplete('persona', 'text', '');
      return cell.place === 'dm' ? openDirect(user) : openGuild(user, cell.place === 'thread');
    },
    pairingCode: () => codeOf(make('Stranger'), 'hello', 'approve'),
    linkCode: () => codeOf(people.take({ role: 'member', language: 'en' }), '/link', 'link'),
    width: 24,
    longest: 2300,
    places: ['dm', 'group', 'thread'],
    menu: () => discord.commands().flatMap(({ definition }) => (definition.type === 1 ? [definition.name] : [])),
    refused: () => [...discord.refused(), ...discord.thinking(), ...discord.failed()],
    waitFor: (probe, options) => discord.waitFor(probe, options),
    close: async () => {
      await gateway.child.stop();
      await Promise.all([discord.close(), model.close()]);
      home.remove();
    },
  };
}
