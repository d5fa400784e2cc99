import type { DiscordServer } from '../../platforms/discord/discordServer.js';
import type { ChannelPlace, DmPlace } from '../../platforms/discord/people.js';
import { visibleText } from '../../platforms/discord/visibleText.js';
import type { StoredMessage, UserRecord } from '../../platforms/discord/world.js';
import type { Attempt, Route, Trail } from './route.js';

const bytes = Buffer.from('a file of a stranger');

/** Everything that a stranger can do on Discord. */
export function discordRoutes(server: () => DiscordServer, owner: () => UserRecord): readonly Route[] {
  let channels = 0;
  const newUser = () => server().user({ name: 'eve' });
  const trail = (user: UserRecord, kind: Trail['kind'], decision: Trail['decision']): Trail => ({
    actor: `discord:${server().bot.id}:${user.id}`,
    kind,
    decision,
  });

  /** A deferred answer is no answer, and an interaction's placeholder is taken away. */
  const says = ({ params }: DiscordServer['calls'][number]): string => {
    const data = params.data;
    const content = typeof data === 'object' && data !== null ? JSON.stringify(data) : String(params.content ?? '');
    return content === '{"choices":[]}' ? '' : content;
  };
  const watch = (place: DmPlace | ChannelPlace, user: UserRecord, trails: readonly Trail[]): Attempt => {
    const from = server().calls.length;
    const before = place.botMessages().length;
    return {
      trails,
      seen: () =>
        server()
          .calls.slice(from)
          .filter((call) => call.channel === place.id && says(call) !== '')
          .map((call) => `${call.route} ${says(call)}`),
      shown: () => [
        ...[...place.botMessages().slice(before), ...place.ephemeral(user)].map(({ content }) => visibleText(content)),
        ...server()
          .interactions()
          .filter((one) => one.user === user && (one.modal !== undefined || (one.choices?.length ?? 0) > 0))
          .map(() => 'a window or completions'),
      ],
    };
  };

  const direct = (name: string, act: (dm: DmPlace, word: string) => void, told: Route['told'] = 'pairing'): Route => ({
    name: `discord, direct: ${name}`,
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

  const inGuild = (
    name: string,
    act: (channel: ChannelPlace, user: UserRecord, word: string) => void,
    options: { readonly before?: (channel: ChannelPlace) => Promise<void>; readonly kind?: Trail['kind'] } = {},
  ): Route => ({
    name: `discord, guild: ${name}`,
    told: 'nothing',
    attempt: async (word) => {
      channels += 1;
      const user = newUser();
      const channel = server().guild().channel(`ferry-${channels}`);
      await options.before?.(channel);
      const attempt = watch(channel, user, [trail(user, options.kind ?? 'message', 'refuse')]);
      act(channel, user, word);
      return attempt;
    },
  });

  const askedByOwner = async (channel: ChannelPlace) => {
    channel.mention(owner(), '/mode');
    await channel.waitForBotMessage();
  };
  const bots = (channel: ChannelPlace): StoredMessage => {
    const [message] = channel.botMessages();
    if (message === undefined) throw new Error('the bot has said nothing');
    return message;
  };
  const firstControl = (message: StoredMessage): string => {
    const found = /"custom_id":"([^"]+)"/.exec(JSON.stringify(message.components))?.[1];
    if (found === undefined) throw new Error('the message has no button');
    return found;
  };

  return [
    direct('a message', (dm, word) => dm.say(`Hello ${word}`)),
    direct('/help by its menu', (dm) => dm.slash('help')),
    direct('/pair by its menu', (dm) => dm.slash('pair')),
    direct('/approve with a guessed code', (dm) => dm.slash('approve', { text: 'ABCDEFGH' })),
    direct('a command that is typed', (dm) => dm.say('/status')),
    direct('a command spelled with !', (dm) => dm.say('!memory')),
    direct('a file', (dm, word) => dm.attach([{ name: 'a.txt', bytes }], word)),
    direct('a message and an edit of it', (dm, word) => dm.edit(dm.say('Hello'), `Hello ${word}`)),
    direct('completions of a command', (dm) => dm.autocomplete('persona', 'text', ''), 'nothing'),
    // Of the two only the message is answered: no window opens.
    direct('asking about a message by its menu', (dm) => dm.contextMenu('Ask about this', dm.say('The ferry.'))),
    inGuild('a mention', (channel, user, word) => channel.mention(user, word)),
    inGuild("a mention of the bot's role", (channel, user, word) => channel.mention(user, word, { byRole: true })),
    inGuild('a command by its menu', (channel, user) => channel.as(user).slash('status')),
    inGuild('a command to let the guild in', (channel, user) => {
      channel.as(user).slash('allow', { text: 'here server member' });
    }),
    inGuild('completions of a command', (channel, user) => channel.as(user).autocomplete('persona', 'text', ''), {
      kind: 'button',
    }),
    inGuild(
      'asking about a message by its menu',
      (channel, user) => channel.as(user).contextMenu('Ask about this', channel.say(user, 'The ferry.')),
      { kind: 'button' },
    ),
    inGuild('a reply to the bot', (channel, user, word) => channel.reply(user, bots(channel), word), {
      before: askedByOwner,
    }),
    inGuild('a file with a mention', (channel, user, word) => {
      channel.as(user).attach([{ name: 'a.txt', bytes }], `<@${server().bot.id}> ${word}`);
    }),
    inGuild('a message that is edited into a mention', (channel, user, word) => {
      channel.edit(channel.say(user, 'Hello'), `<@${server().bot.id}> ${word}`);
    }),
    inGuild(
      'a press of a button that the owner was given',
      (channel, user) => channel.as(user).pressButton(bots(channel), firstControl(bots(channel))),
      { before: askedByOwner, kind: 'button' },
    ),
    {
      name: 'discord, guild: a mention in a thread',
      told: 'nothing',
      attempt: async (word) => {
        channels += 1;
        const user = newUser();
        const channel = server().guild().channel(`ferry-${channels}`);
        const thread = channel.startThread(user, 'Ferries');
        const from = server().calls.length;
        thread.as(user).mention(word);
        return {
          trails: [trail(user, 'message', 'refuse')],
          seen: () =>
            server()
              .calls.slice(from)
              .filter((call) => call.channel === thread.id && says(call) !== '')
              .map((call) => `${call.route} ${says(call)}`),
          shown: () => thread.botMessages().map(({ content }) => visibleText(content)),
        };
      },
    },
  ];
}
