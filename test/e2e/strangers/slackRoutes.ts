import type { Channel, DirectMessages } from '../../platforms/slack/people.js';
import type { SlackServer } from '../../platforms/slack/slackServer.js';
import type { EphemeralMessage, StoredMessage, UserRecord } from '../../platforms/slack/world.js';
import type { Attempt, Route, Trail } from './route.js';

const bytes = Buffer.from('a file of a stranger');
/** Calls that ask, and show nobody anything. */
const ASKS = /^(conversations\.(info|replies|history|members)|users\.info|files\.info|auth\.test)$/;

const isStatusTakenAway = ({ method, params }: SlackServer['calls'][number]) =>
  method === 'assistant.threads.setStatus' && (params.status ?? '') === '';

/** Everything that a stranger can do on Slack. */
export function slackRoutes(server: () => SlackServer, owner: () => UserRecord): readonly Route[] {
  const newUser = () => server().user({ name: 'eve' });
  const trail = (user: UserRecord, kind: Trail['kind'], decision: Trail['decision']): Trail => ({
    actor: `slack:${server().team.id}:${user.id}`,
    kind,
    decision,
  });
  const textsOf = (messages: readonly (StoredMessage | EphemeralMessage)[]) =>
    messages.map((message) => server().textOf(message));

  const watch = (place: DirectMessages | Channel, user: UserRecord, trails: readonly Trail[]): Attempt => {
    const from = server().calls.length;
    const before = place.botMessages().length;
    return {
      trails,
      seen: () =>
        server()
          .calls.slice(from)
          .filter((call) => call.channel === place.id && !ASKS.test(call.method) && !isStatusTakenAway(call))
          .map(({ method, params }) => `${method} ${String(params.text ?? '')}`),
      shown: () => [
        ...textsOf(place.botMessages().slice(before)),
        ...textsOf(place.ephemerals(user.id)),
        ...server()
          .views(user)
          .map(() => 'a window'),
      ],
    };
  };

  const direct = (
    name: string,
    act: (dm: DirectMessages, word: string) => void,
    told: Route['told'] = 'pairing',
  ): Route => ({
    name: `slack, direct: ${name}`,
    told,
    attempt: async (word) => {
      const user = newUser();
      const dm = server().dm(user);
      const trails = [told === 'pairing' ? trail(user, 'pairing', 'ask') : trail(user, 'button', 'refuse')];
      const attempt = watch(dm, user, trails);
      act(dm, word);
      return attempt;
    },
  });

  const inChannel = (
    name: string,
    act: (channel: Channel, user: UserRecord, word: string) => void,
    options: {
      readonly before?: (channel: Channel) => Promise<void>;
      readonly kind?: Trail['kind'];
      readonly isElsewhere?: true;
    } = {},
  ): Route => ({
    name: `slack, channel: ${name}`,
    told: 'nothing',
    attempt: async (word) => {
      const user = newUser();
      const apps = options.isElsewhere === true ? { apps: [] } : {};
      const channel = server().channel({ members: [user, owner()], ...apps });
      await options.before?.(channel);
      const attempt = watch(channel, user, [trail(user, options.kind ?? 'message', 'refuse')]);
      act(channel, user, word);
      return attempt;
    },
  });

  const askedByOwner = async (channel: Channel) => {
    channel.mention(owner(), '/mode');
    await channel.waitForBotMessage();
  };
  const answeredInThread = async (channel: Channel) => {
    channel.mention(owner(), 'settled?');
    await channel.waitForBotMessage((message) => server().textOf(message).endsWith('settled?'));
  };
  const bots = (channel: Channel): StoredMessage => {
    const [message] = channel.botMessages();
    if (message === undefined) throw new Error('the bot has said nothing');
    return message;
  };
  const firstAction = (message: StoredMessage): string => {
    const found = /"action_id":"([^"]+)"/.exec(JSON.stringify(message.blocks))?.[1];
    if (found === undefined) throw new Error('the message has no button');
    return found;
  };

  return [
    direct('a message', (dm, word) => dm.say(`Hello ${word}`)),
    direct('/waggle', (dm) => dm.slashCommand('/waggle')),
    direct('/waggle with a question', (dm, word) => dm.slashCommand('/waggle', word)),
    direct('a command of its own name', (dm) => dm.slashCommand('/waggle-status')),
    direct('a command spelled with !', (dm) => dm.say('!help')),
    direct('!approve with a guessed code', (dm) => dm.say('!approve ABCDEFGH')),
    direct('!pair', (dm) => dm.say('!pair')),
    direct('a file', (dm, word) => dm.shareFile({ bytes, name: `${word}.txt` }, word)),
    direct('a reply in a thread', (dm, word) => dm.say(word, { thread: dm.say('Hello') })),
    direct('a message and an edit of it', (dm, word) => dm.edit(dm.say('Hello'), `Hello ${word}`)),
    direct('opening the assistant', (dm) => dm.openAssistantThread(), 'nothing'),
    inChannel('a mention', (channel, user, word) => channel.mention(user, word)),
    inChannel('a mention in a thread', (channel, user, word) =>
      channel.mention(user, word, { thread: channel.say(user, 'The ferry.') }),
    ),
    inChannel(
      'a message in a thread with the bot in it',
      (channel, user, word) => channel.say(user, word, { thread: bots(channel) }),
      { before: answeredInThread },
    ),
    inChannel('a command', (channel, user) => channel.slashCommand(user, '/waggle', 'status')),
    inChannel('a command for a persona', (channel, user, word) => {
      channel.slashCommand(user, '/waggle', `researcher ${word}`);
    }),
    inChannel('a command to let the channel in', (channel, user) => {
      channel.slashCommand(user, '/waggle', 'allow here server member');
    }),
    inChannel('a command where the bot is not', (channel, user, word) => channel.slashCommand(user, '/waggle', word), {
      isElsewhere: true,
    }),
    inChannel('a file with a mention', (channel, user, word) => {
      channel.shareFile(user, { bytes, name: 'a.txt' }, `<@${server().app.userId}> ${word}`);
    }),
    inChannel('a message that is edited into a mention', (channel, user, word) => {
      channel.edit(channel.say(user, 'Hello'), `<@${server().app.userId}> ${word}`);
    }),
    inChannel(
      'a press of a button that the owner was given',
      (channel, user) => channel.pressButton(user, bots(channel), firstAction(bots(channel))),
      { before: askedByOwner, kind: 'button' },
    ),
    inChannel(
      'asking about a message by its menu',
      (channel, user) => channel.shortcut(user, channel.say(user, 'The ferry.'), 'waggle_ask'),
      { kind: 'button' },
    ),
  ];
}
