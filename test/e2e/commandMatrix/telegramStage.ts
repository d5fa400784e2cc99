import { startModelServer } from '../../platforms/model/modelServer.js';
import { startTelegramServer } from '../../platforms/telegram/telegramServer.js';
import type { StoredMessage, UserRecord } from '../../platforms/telegram/world.js';
import { makeDataDir, startGatewayProcess } from '../gateway.js';
import { gatherPeople, wordAfter } from './people.js';
import type { MatrixPlace, OpenStage } from './runCells.js';
import { MODEL_ANSWER } from './says.js';

/** Ids of people, far from those that the server gives. */
const FIRST_PERSON = 10_000;

const textOf = ({ text, media }: StoredMessage) => (media === undefined ? text : `[file ${media.name}] ${text}`);

/** Telegram: direct chats, groups and topics of forums. */
export async function openTelegramStage(): Promise<OpenStage> {
  const home = makeDataDir();
  const model = await startModelServer();
  model.script(() => ({ text: MODEL_ANSWER }));
  const telegram = await startTelegramServer({ rates: 'off', pollDelays: false });
  let last = FIRST_PERSON;
  const make = (name: string) => {
    last += 1;
    return telegram.user(last, { name });
  };
  const people = gatherPeople<UserRecord>('telegram', make, (user, language) => {
    user.languageCode = language;
  });
  const gateway = await startGatewayProcess({
    TELEGRAM_BOT_TOKEN: telegram.bot.token,
    TELEGRAM_API_ROOT: telegram.url,
    WAGGLE_TELEGRAM_RATE: 'off',
    LITELLM_URL: model.url,
    WAGGLE_DATA_DIR: home.dataDir,
    ...people.settings,
  });
  const menu = () => telegram.bot.commands(JSON.stringify([{ type: 'all_private_chats' }, '']));
  await telegram.waitFor(() => menu().length > 0, { what: 'a menu', timeoutMs: 20_000 });

  const openDirect = (user: UserRecord): MatrixPlace => {
    const chat = telegram.privateChat(user);
    const say = (text: string) => chat.say(text.slice(0, 4096));
    return {
      say,
      call: (command, args) => say(`/${command} ${args}`.trim()) !== undefined,
      shown: () => chat.botMessages().map(textOf),
      stray: () => [],
    };
  };

  const openGroup = (user: UserRecord, isForum: boolean): MatrixPlace => {
    const group = telegram.group({ forum: isForum });
    const topic = isForum ? group.openTopic('Ferries') : undefined;
    const direct = telegram.privateChat(user);
    const say = (text: string) => {
      group.say(user, text.slice(0, 4096), topic === undefined ? {} : { thread: topic });
    };
    const isThere = (message: StoredMessage) => topic === undefined || message.thread === topic;
    return {
      say: (text) => say(`@${telegram.bot.username} ${text}`),
      call: (command, args) => {
        say(`/${command}@${telegram.bot.username} ${args}`.trim());
        return true;
      },
      shown: () => group.botMessages().filter(isThere).map(textOf),
      stray: () => [...group.botMessages().filter((message) => !isThere(message)), ...direct.botMessages()].map(textOf),
    };
  };

  const codeOf = async (user: UserRecord, said: string, command: string): Promise<string> => {
    const chat = openDirect(user);
    chat.say(said);
    return telegram.waitFor(() => wordAfter(command, chat.shown()), {
      what: `a code for /${command}`,
      timeoutMs: 10_000,
    });
  };

  return {
    open: (cell) => {
      const user = people.take(cell);
      return cell.place === 'dm' ? openDirect(user) : openGroup(user, cell.place === 'thread');
    },
    pairingCode: () => codeOf(make('Stranger'), 'hello', 'approve'),
    linkCode: () => codeOf(people.take({ role: 'member', language: 'en' }), '/link', 'link'),
    width: 24,
    longest: 4000,
    places: ['dm', 'group', 'thread'],
    menu: () => menu().map(({ command }) => command),
    refused: () => telegram.refused(),
    waitFor: (probe, options) => telegram.waitFor(probe, options),
    close: async () => {
      await gateway.child.stop();
      await Promise.all([telegram.close(), model.close()]);
      home.remove();
    },
  };
}
