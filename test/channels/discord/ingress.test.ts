import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textOf } from '../../../src/core/message.js';
import type { GatewayDb } from '../../../src/store/openGatewayDb.js';
import { type DiscordServer, startDiscordServer } from '../../platforms/discord/discordServer.js';
import { until } from '../../setup/until.js';
import { type Listening, type ListenOptions, listen, NOW, openChannel, openTestStore, plain } from './scene.js';

let server: DiscordServer;
let db: GatewayDb & { dispose(): Promise<void> };
const open: Listening[] = [];

const start = async (options?: ListenOptions) => {
  const listening = await listen(server, db, options);
  open.push(listening);
  return listening;
};

beforeEach(async () => {
  server = await startDiscordServer();
  db = await openTestStore();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((listening) => listening.stop()));
  await server.close();
  await db.dispose();
  expect(server.refused()).toEqual([]);
});

describe('what is said', () => {
  it('in a DM comes in, with files, by the sender whom Discord vouches for', async () => {
    const ada = server.user({ name: 'Ada', username: 'ada' });
    const dm = server.dm(ada);
    const bot = await start();
    const said = dm.say('hello there');
    dm.attach([{ name: 'a.png', mime: 'image/png', bytes: Buffer.from('png') }]);
    await until(() => bot.stored.length === 2);
    const [first, second] = bot.stored;
    expect(first).toMatchObject({
      identity: `m:${said.id}`,
      address: { platform: 'discord', account: server.bot.id, chat: dm.id, anchor: said.id, kind: 'dm' },
      sender: { user: ada.id, name: 'Ada', isBot: false, verifiedBy: 'platform' },
      addressed: true,
      parts: [{ type: 'text', text: 'hello there' }],
    });
    expect(second?.parts).toMatchObject([{ type: 'file', mime: 'image/png', bytes: 3, name: 'a.png' }]);
  });

  it('in a channel is addressed by a mention of the bot, of its role, or by a reply to it', async () => {
    const ada = server.user({ name: 'Ada' });
    const bob = server.user({ name: 'Bob' });
    const guild = server.guild({ members: [ada, bob] });
    const channel = guild.channel('general');
    const bot = await start();
    channel.say(ada, 'nobody is meant');
    channel.mention(ada, 'what is up?');
    channel.mention(ada, 'and by role?', { byRole: true });
    channel.say(ada, `ask <@${bob.id}> in <#${channel.id}>`);
    const rest = await bot.channel.egress.send(
      { platform: 'discord', account: server.bot.id, chat: channel.id, kind: 'group' },
      { units: 2, parts: 0, payload: { content: 'an answer' }, plain: 'an answer' },
      { silent: false, replyTo: null, nonce: 'n', stopButton: null, choices: [] },
      new AbortController().signal,
    );
    expect(rest.ok).toBe(true);
    const [answer] = channel.botMessages();
    if (answer === undefined) throw new Error('no answer');
    channel.reply(ada, answer, 'why?');
    await until(() => bot.offered.length === 5);
    expect(bot.offered.map((message) => [textOf(message), message.addressed])).toEqual([
      ['nobody is meant', false],
      ['what is up?', true],
      ['and by role?', true],
      ['ask @Bob in #general', false],
      ['why?', true],
    ]);
    expect(bot.offered.at(-1)?.replyTo).toBe('an answer');
    expect(bot.offered.every((message) => message.address.kind === 'group')).toBe(true);
    expect(new Set(bot.offered.map((message) => message.address.community))).toEqual(new Set([guild.id]));
  });

  it('in a thread follows it, unless it names somebody else; a thread is a lane', async () => {
    const ada = server.user({ name: 'Ada' });
    const bob = server.user({ name: 'Bob' });
    const channel = server.guild({ members: [ada, bob] }).channel('general');
    const bot = await start();
    const thread = channel.startThread(ada, 'a talk');
    thread.mention(ada, 'join us');
    thread.say(ada, 'go on');
    thread.say(ada, `<@${bob.id}> look`);
    await until(() => bot.offered.length === 3);
    expect(bot.offered.map((message) => [message.addressed, message.followsThread ?? false])).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
    expect(new Set(bot.offered.map((message) => message.address.chat))).toEqual(new Set([thread.id]));
  });

  it('by bots, webhooks and the system is dropped; the starter of a thread is not a second message', async () => {
    const ada = server.user({ name: 'Ada' });
    const channel = server.guild({ members: [ada] }).channel('general');
    const bot = await start();
    const asked = channel.mention(ada, 'a question');
    channel.startThread(ada, 'about it', asked);
    channel.say(ada, 'joined', { type: 7 });
    channel.mention(ada, 'the last');
    await until(() => bot.stored.length === 2);
    expect(bot.offered.map(textOf)).toEqual(['a question', 'the last']);
  });

  it('once counts once, however often Discord tells it', async () => {
    const ada = server.user();
    const dm = server.dm(ada);
    const bot = await start();
    server.gateway.duplicate('MESSAGE_CREATE', 2);
    dm.say('one');
    dm.say('two');
    dm.say('three');
    await until(() => bot.stored.length === 3);
    expect(bot.stored.map(textOf)).toEqual(['one', 'two', 'three']);
  });

  it('within a moment is taken in as it was said, with what became of it, in whatever order Discord tells it', async () => {
    const ada = server.user();
    const dm = server.dm(ada);
    const channel = server.guild({ members: [ada] }).channel('general');
    const bot = await start();
    const held = server.gateway.hold('MESSAGE_CREATE', 'MESSAGE_UPDATE', 'MESSAGE_DELETE');
    const first = dm.say('one');
    dm.edit(first, 'one, changed');
    dm.remove(first);
    for (const text of ['two', 'three', 'four']) {
      dm.say(text);
      channel.mention(ada, `${text} here`);
    }
    held.release('reversed');
    await until(() => bot.offered.length === 8);
    const of = (chat: string) => bot.offered.filter(({ address }) => address.chat === chat).map(textOf);
    expect(of(dm.id)).toEqual(['one', 'one, changed', 'two', 'three', 'four']);
    expect(of(channel.id)).toEqual(['two here', 'three here', 'four here']);
    expect(bot.withdrawn.map(({ identity }) => identity)).toEqual([`m:${first.id}`]);
  });

  it('in a form that nobody knows, the library neither, is kept for the operator, and what follows comes in', async () => {
    const dm = server.dm(server.user());
    const bot = await start();
    const odd = dm.say('from the future', {
      wire: { attachments: 'many' },
    });
    dm.say('hello');
    await until(() => bot.stored.length === 1 && bot.dead.length === 1);
    expect(bot.stored.map(textOf)).toEqual(['hello']);
    expect(bot.dead[0]).toMatchObject({ type: 'MESSAGE_CREATE', data: { id: odd.id } });
  });

  it('without words is told as what it is: stickers, polls, voice, forwards, embeds, kinds that nobody knows', async () => {
    const dm = server.dm(server.user());
    const bot = await start();
    dm.say('', { wire: { sticker_items: [{ id: '1', name: 'Wave', format_type: 1 }] } });
    dm.say('', {
      wire: {
        poll: {
          question: { text: 'When?' },
          answers: [{ poll_media: { text: 'now' } }, { poll_media: { text: 'later' } }],
        },
      },
    });
    dm.attach([{ name: 'voice.ogg', mime: 'audio/ogg; codecs=opus', bytes: Buffer.from('x'), durationSecs: 2 }]);
    dm.say('', {
      wire: {
        message_reference: { type: 1, message_id: '1' },
        message_snapshots: [{ message: { content: 'look at this' } }],
      },
    });
    dm.say('', {
      wire: {
        embeds: [{ type: 'rich', title: 'Build 7', description: 'failed', fields: [{ name: 'step', value: 'test' }] }],
      },
    });
    await until(() => bot.stored.length === 5);
    expect(bot.stored.map((message) => message.parts)).toMatchObject([
      [{ text: '[a sticker: Wave]' }],
      [{ text: '[a poll: When? — now / later]' }],
      [{ type: 'file', mime: 'audio/ogg', name: 'voice.ogg' }],
      [{ text: 'look at this', forwarded: true }],
      [{ text: 'Build 7\nfailed\nstep: test' }],
    ]);
  });

  it('is told as changed only when its author edits it, and as gone when it is deleted', async () => {
    const ada = server.user();
    const dm = server.dm(ada);
    const bot = await start();
    const said = dm.say('see https://a.example');
    dm.addPreview(said, 'https://a.example');
    dm.edit(said, 'see nothing');
    dm.remove(said);
    await until(() => bot.withdrawn.length === 1);
    expect(bot.offered.map((message) => [textOf(message), message.edits ?? null])).toEqual([
      ['see https://a.example', null],
      ['see nothing', `m:${said.id}`],
    ]);
    expect(bot.withdrawn[0]?.identity).toBe(`m:${said.id}`);
  });

  it('is stored when the store works again, in order, and only its own channel waits', async () => {
    const ada = server.user();
    const bob = server.user();
    let failures = 2;
    const bot = await start({
      accept: async (message, store) => {
        if (message.sender.user === ada.id && failures > 0) {
          failures -= 1;
          throw new Error('disk full');
        }
        return store(message);
      },
    });
    server.dm(ada).say('first');
    server.dm(ada).say('second');
    server.dm(bob).say('meanwhile');
    await until(() => bot.stored.length === 3);
    expect(bot.stored.map(textOf)).toEqual(['meanwhile', 'first', 'second']);
  });

  it('in a channel opens a thread of its own where that is wanted: the answer goes there', async () => {
    const ada = server.user();
    const channel = server.guild({ members: [ada] }).channel('general');
    const bot = await start({ config: { autoThread: true } });
    const asked = channel.mention(ada, 'tell me everything about bees');
    await until(() => bot.stored.length === 1);
    const [message] = bot.stored;
    if (message === undefined) throw new Error('no message');
    const sent = await bot.channel.egress.send(
      message.address,
      { units: 4, parts: 0, payload: { content: 'Bees!' }, plain: 'Bees!' },
      { silent: false, replyTo: message.address.anchor ?? null, nonce: 'n', stopButton: null, choices: [] },
      new AbortController().signal,
    );
    expect(sent.ok).toBe(true);
    const thread = channel.thread(asked.id);
    expect(thread.record.name).toBe('tell me everything about bees');
    expect(thread.botMessages().map((entry) => entry.content)).toEqual(['Bees!']);
    thread.say(ada, 'and more');
    await until(() => bot.offered.length === 2);
    expect(bot.offered[1]).toMatchObject({ lane: message.lane, followsThread: true });
  });

  it.each([
    ['there are too many threads', 160006, 400],
    ['the name is not taken', 50035, 400],
    ['the bot may not', 50013, 403],
  ])('in a channel is answered in the channel when no thread can be opened: %s', async (_, code, status) => {
    const ada = server.user();
    const channel = server.guild({ members: [ada] }).channel('general');
    const bot = await start({ config: { autoThread: true } });
    channel.mention(ada, 'tell me about bees');
    await until(() => bot.stored.length === 1);
    const address = bot.stored[0]?.address ?? NOW.address;
    server.inject({ route: 'startThreadFrom', fault: { kind: 'status', status, code } });
    const sent = await bot.channel.egress.send(address, plain('Bees!'), NOW.send('n'), NOW.signal);
    expect(sent.ok).toBe(true);
    expect(channel.botMessages().map((entry) => entry.content)).toEqual(['Bees!']);
    server.forget();
  });
});

describe('a second gateway with the same token', () => {
  it('and another data directory is named once, by what it says; the own messages are not', async () => {
    const ada = server.user({ name: 'Ada' });
    const dm = server.dm(ada);
    const bot = await start();
    const other = await openTestStore();
    const foreign = await openChannel(server, other);
    try {
      const address = { platform: 'discord', account: server.bot.id, chat: dm.id, kind: 'dm' } as const;
      const named = () => bot.log.messages('error').filter((message) => message.includes('another gateway answers'));
      await bot.channel.egress.send(address, plain('mine'), NOW.send('1'), NOW.signal);
      dm.say('one');
      await until(() => bot.stored.length === 1);
      expect(named()).toEqual([]);
      await foreign.channel.egress.send(address, plain('theirs'), NOW.send('2'), NOW.signal);
      await foreign.channel.egress.send(address, plain('and again'), NOW.send('3'), NOW.signal);
      dm.say('two');
      await until(() => bot.stored.length === 2);
      expect(named()).toHaveLength(1);
    } finally {
      await foreign.channel.close();
      await other.dispose();
    }
  });
});
