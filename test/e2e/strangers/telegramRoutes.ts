import type { GroupChat, PrivateChat } from '../../platforms/telegram/people.js';
import type { TelegramServer } from '../../platforms/telegram/telegramServer.js';
import type { StoredMessage, UserRecord } from '../../platforms/telegram/world.js';
import type { Attempt, Route, Trail } from './route.js';

const FIRST_STRANGER = 5000;
const bytes = Buffer.from('a file of a stranger');

/** Calls that show nobody anything: the spinner of a button must end. */
const isQuiet = (method: string, params: Readonly<Record<string, unknown>>) =>
  method === 'answerCallbackQuery' && (params.text ?? '') === '';

/** Everything that a stranger can do on Telegram. */
export function telegramRoutes(server: () => TelegramServer, owner: () => UserRecord): readonly Route[] {
  let users = FIRST_STRANGER;
  const newUser = () => {
    users += 1;
    return server().user(users, { name: 'Eve' });
  };
  const trail = (user: UserRecord, kind: Trail['kind'], decision: Trail['decision']): Trail => ({
    actor: `telegram:${server().bot.id}:${user.id}`,
    kind,
    decision,
  });

  const watch = (chat: Pick<PrivateChat, 'id' | 'botMessages'>, trails: readonly Trail[]): Attempt => {
    const from = server().calls.length;
    const before = chat.botMessages().length;
    return {
      trails,
      seen: () =>
        server()
          .calls.slice(from)
          .filter((call) => call.chat === chat.id && !isQuiet(call.method, call.params))
          .map(({ method, params }) => `${method} ${String(params.text ?? '')}`),
      shown: () =>
        chat
          .botMessages()
          .slice(before)
          .map(({ text }) => text),
    };
  };

  const direct = (name: string, act: (chat: PrivateChat, word: string) => void): Route => ({
    name: `telegram, direct: ${name}`,
    told: 'pairing',
    attempt: async (word) => {
      const user = newUser();
      const chat = server().privateChat(user);
      const attempt = watch(chat, [trail(user, 'pairing', 'ask')]);
      act(chat, word);
      return attempt;
    },
  });

  const inGroup = (
    name: string,
    act: (group: GroupChat, user: UserRecord, word: string) => Promise<void> | void,
    options: {
      readonly forum?: boolean;
      readonly type?: 'group';
      /** What the owner does first, with what the bot says to that. */
      readonly before?: (group: GroupChat) => Promise<void>;
      readonly kind?: Trail['kind'];
    } = {},
  ): Route => ({
    name: `telegram, group: ${name}`,
    told: 'nothing',
    attempt: async (word) => {
      const { forum = false, type = 'supergroup', kind = 'message' } = options;
      const user = newUser();
      const group = server().group({ title: 'Ferry', forum, type, bots: [server().bot] });
      await options.before?.(group);
      const attempt = watch(group, [trail(user, kind, 'refuse')]);
      await act(group, user, word);
      return attempt;
    },
  });

  const at = (text: string) => `@${server().bot.username} ${text}`;
  const askedByOwner = async (group: GroupChat) => {
    group.say(owner(), at('/mode'));
    await group.waitForBotMessage();
  };
  const bots = (group: GroupChat): StoredMessage => {
    const [message] = group.botMessages();
    if (message === undefined) throw new Error('the bot has said nothing');
    return message;
  };

  return [
    direct('a message', (chat, word) => chat.say(`Hello ${word}`)),
    direct('/start', (chat, word) => chat.say(`/start ${word}`)),
    direct('/help', (chat) => chat.say('/help')),
    direct('/pair', (chat) => chat.say('/pair')),
    direct('/approve with a guessed code', (chat) => chat.say('/approve ABCDEFGH')),
    direct('/allow here', (chat) => chat.say('/allow here')),
    direct('/stop', (chat) => chat.say('/stop all')),
    direct('a command spelled with !', (chat) => chat.say('!memory')),
    direct("a persona's command with a task", (chat, word) => chat.say(`/researcher ${word}`)),
    direct('an unknown command', (chat, word) => chat.say(`/${word}`)),
    direct('an escaped command', (chat, word) => chat.say(`//status ${word}`)),
    direct('a photo', (chat, word) => chat.sendFile('photo', { bytes, caption: word })),
    direct('a document', (chat, word) => chat.sendFile('document', { bytes, name: `${word}.txt` })),
    direct('a voice note', (chat) => chat.sendFile('voice', { bytes })),
    direct('an album', (chat, word) => chat.sendAlbum('photo', [{ bytes, caption: word }, { bytes }, { bytes }])),
    direct('a forwarded message', (chat, word) => chat.say(word, { forwardedFrom: 'Owner' })),
    {
      ...direct('three messages, and one edited', (chat, word) => {
        const first = chat.say(`one ${word}`);
        chat.say(`two ${word}`);
        chat.say('/pair');
        chat.edit(first, `four ${word}`);
      }),
    },
    inGroup('a mention', (group, user, word) => void group.say(user, at(word))),
    inGroup('a mention in a basic group', (group, user, word) => void group.say(user, at(word)), { type: 'group' }),
    inGroup('a command', (group, user) => void group.say(user, `/status@${server().bot.username}`)),
    inGroup('a command without a name behind it', (group, user) => void group.say(user, '/help')),
    inGroup('/pair', (group, user) => void group.say(user, '/pair')),
    inGroup('/allow here', (group, user) => void group.say(user, '/allow here')),
    inGroup('a reply to the bot', (group, user, word) => void group.say(user, word, { replyTo: bots(group) }), {
      before: askedByOwner,
    }),
    inGroup('a photo with a mention', (group, user, word) => {
      group.sendFile(user, 'photo', { bytes, caption: at(word) });
    }),
    inGroup('a message that is edited into a mention', async (group, user, word) => {
      const message = group.say(user, 'Who takes the ferry?');
      group.edit(message, at(word));
    }),
    inGroup(
      'a mention in a topic',
      (group, user, word) => void group.say(user, at(word), { thread: group.openTopic('Tickets') }),
      { forum: true },
    ),
    inGroup(
      'a press of a button that the owner was given',
      (group, user) => {
        const data = (bots(group).keyboard?.inline_keyboard ?? []).flat().flatMap((key) => key.callback_data ?? []);
        group.pressButton(user, bots(group), data[0]);
      },
      { before: askedByOwner, kind: 'button' },
    ),
  ];
}
