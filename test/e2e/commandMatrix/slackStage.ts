import { COMMAND_SPECS } from '../../../src/commands/specs.js';
import { startModelServer } from '../../platforms/model/modelServer.js';
import { startSlackServer } from '../../platforms/slack/slackServer.js';
import type { EphemeralMessage, StoredMessage, UserRecord } from '../../platforms/slack/world.js';
import { makeDataDir, startGatewayProcess } from '../gateway.js';
import { gatherPeople, wordAfter } from './people.js';
import type { MatrixPlace, OpenStage } from './runCells.js';
import { MODEL_ANSWER } from './says.js';

const LOCALES: Readonly<Record<string, string>> = { en: 'en-US', pt: 'pt-BR', zh: 'zh-CN' };
const localeOf = (language: string) => LOCALES[language] ?? `${language}-${language.toUpperCase()}`;

/** Slack: direct messages, channels, their threads (`!name`), and channels that the app is not in. */
export async function openSlackStage(): Promise<OpenStage> {
  const home = makeDataDir();
  const model = await startModelServer();
  model.script(() => ({ text: MODEL_ANSWER }));
  const slack = await startSlackServer({ rates: 'off' });
  const make = (name: string) => slack.user({ name });
  const people = gatherPeople<UserRecord>('slack', make, (user, language) => {
    user.locale = localeOf(language);
  });
  const gateway = await startGatewayProcess({
    SLACK_BOT_TOKEN: slack.app.botToken,
    SLACK_APP_TOKEN: slack.app.appToken,
    SLACK_API_URL: slack.url,
    LITELLM_URL: model.url,
    WAGGLE_DATA_DIR: home.dataDir,
    ...people.settings,
  });
  await slack.waitFor(() => slack.app.sockets().length === 2, { what: 'two sockets', timeoutMs: 20_000 });

  const textsOf = (messages: readonly (StoredMessage | EphemeralMessage)[]) =>
    messages.map((message) => {
      const files = 'files' in message ? message.files.map(({ name }) => `[file ${name}] `).join('') : '';
      return `${files}${slack.textOf(message)}`;
    });

  const openDirect = (user: UserRecord): MatrixPlace => {
    const dm = slack.dm(user);
    return {
      say: (text) => dm.say(text),
      call: (command, args) => dm.slashCommand('/waggle', `${command} ${args}`.trim()) !== undefined,
      shown: () => textsOf(dm.botMessages()),
      stray: () => textsOf(dm.ephemerals()),
    };
  };

  const openChannel = (user: UserRecord): MatrixPlace => {
    const channel = slack.channel({ members: [user] });
    return {
      say: (text) => channel.slashCommand(user, '/waggle', text),
      call: (command, args) => {
        const own = Object.hasOwn(COMMAND_SPECS, command);
        if (own) channel.slashCommand(user, `/waggle-${command.replaceAll('_', '-')}`, args);
        else channel.slashCommand(user, '/waggle', `${command} ${args}`.trim());
        return true;
      },
      shown: () => textsOf(channel.botMessages().filter(({ thread }) => thread === undefined)),
      stray: () => [
        ...textsOf(channel.botMessages().filter(({ thread }) => thread !== undefined)),
        ...textsOf(channel.ephemerals()),
        ...textsOf(slack.dm(user).botMessages()),
      ],
    };
  };

  const openThread = (user: UserRecord): MatrixPlace => {
    const channel = slack.channel({ members: [user] });
    const root = channel.say(user, 'About the ferry.');
    return {
      say: (text) => channel.mention(user, text, { thread: root }),
      call: (command, args) => channel.say(user, `!${command} ${args}`.trim(), { thread: root }) !== undefined,
      shown: () => textsOf(channel.botMessages(root)),
      stray: () => [
        ...textsOf(channel.botMessages().filter(({ thread }) => thread !== root.ts)),
        ...textsOf(channel.ephemerals()),
      ],
    };
  };

  const openElsewhere = (user: UserRecord): MatrixPlace => {
    const channel = slack.channel({ apps: [], members: [user] });
    return {
      say: (text) => channel.slashCommand(user, '/waggle', text),
      call: (command, args) => channel.slashCommand(user, '/waggle', `${command} ${args}`.trim()) !== undefined,
      shown: () => textsOf(channel.ephemerals(user.id)),
      stray: () => [
        ...textsOf(channel.botMessages()),
        ...textsOf(channel.ephemerals().filter((message) => message.user !== user.id)),
      ],
    };
  };

  const codeOf = async (user: UserRecord, said: string, command: string): Promise<string> => {
    const dm = openDirect(user);
    dm.say(said);
    return slack.waitFor(() => wordAfter(command, dm.shown()), { what: `a code for /${command}`, timeoutMs: 10_000 });
  };

  const open = { dm: openDirect, group: openChannel, thread: openThread, elsewhere: openElsewhere };
  return {
    open: (cell) => open[cell.place](people.take(cell)),
    pairingCode: () => codeOf(make('Stranger'), 'hello', 'approve'),
    linkCode: () => codeOf(people.take({ role: 'member', language: 'en' }), '!link', 'link'),
    width: 10,
    longest: 3500,
    places: ['dm', 'group', 'thread', 'elsewhere'],
    menu: () => null,
    refused: () => slack.refused(),
    waitFor: (probe, options) => slack.waitFor(probe, options),
    close: async () => {
      await gateway.child.stop();
      await Promise.all([slack.close(), model.close()]);
      home.remove();
    },
  };
}
