import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.js';
import { textOf } from '../../../src/core/message.js';
import type { GatewayDb } from '../../../src/store/openGatewayDb.js';
import { type DiscordServer, startDiscordServer } from '../../platforms/discord/discordServer.js';
import { until } from '../../setup/until.js';
import { contentOf, type Listening, type ListenOptions, listen, NOW, openTestStore, plain } from './scene.js';

let server: DiscordServer;
let db: GatewayDb & { dispose(): Promise<void> };
const open: Listening[] = [];

/** Listens, and waits until the menu is there. */
const start = async (options?: ListenOptions) => {
  const listening = await listen(server, db, options);
  open.push(listening);
  await server.waitFor(() => server.commands().length > 0);
  return listening;
};

beforeEach(async () => {
  server = await startDiscordServer();
  db = await openTestStore();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((listening) => listening.stop()));
  expect(server.thinking()).toEqual([]);
  expect(server.failed()).toEqual([]);
  expect(server.refused()).toEqual([]);
  await server.close();
  await db.dispose();
});

describe('a slash command', () => {
  it('shows a placeholder at once, which the answer takes the place of', async () => {
    const ada = server.user({ name: 'Ada', locale: 'de' });
    const dm = server.dm(ada);
    const bot = await start();
    const command = dm.slash('approve', { text: 'ABC' });
    await until(() => bot.stored.length === 1);
    const [message] = bot.stored;
    if (message === undefined) throw new Error('nothing stored');
    expect(message).toMatchObject({
      identity: `i:${command.id}`,
      parts: [{ type: 'text', text: '/approve ABC' }],
      sender: { user: ada.id, locale: 'de' },
      addressed: true,
      inPlaceOf: command.original?.id,
      ownPlace: true,
    });
    const sent = await bot.channel.egress.edit(
      message.address,
      message.inPlaceOf ?? '',
      plain('Done.'),
      NOW.buttons,
      NOW.signal,
    );
    expect(sent).toEqual({ ok: true, id: command.original?.id });
    expect(dm.botMessages().map(contentOf)).toEqual(['Done.']);
    expect(server.callsOf('editAnswer')).toHaveLength(1);
  });

  it('is answered by ordinary messages when its token is too old', async () => {
    const dm = server.dm(server.user());
    const bot = await start();
    dm.slash('help');
    await until(() => bot.stored.length === 1);
    const [message] = bot.stored;
    const { address, inPlaceOf } = message ?? {};
    if (address?.interaction === undefined) throw new Error('no way back');
    const late = { ...address, interaction: { ...address.interaction, until: Date.now() - 1 } };
    await bot.channel.egress.edit(late, inPlaceOf ?? '', plain('Late.'), NOW.buttons, NOW.signal);
    expect(dm.botMessages().map(contentOf)).toEqual(['Late.']);
    expect(server.callsOf('editAnswer')).toHaveLength(0);
    expect(server.callsOf('editMessage')).toHaveLength(1);
  });

  it('that is not for the person leaves no placeholder behind', async () => {
    const dm = server.dm(server.user());
    const bot = await start({ accept: async () => ({ outcome: 'refused', turn: null }) });
    dm.slash('help');
    await until(() => dm.history().some((message) => message.deletedAt !== undefined));
    expect(dm.messages()).toEqual([]);
    expect(bot.stored).toEqual([]);
  });

  it('told twice is one, and one whose first answer was lost has one placeholder', async () => {
    const dm = server.dm(server.user());
    const bot = await start();
    server.gateway.duplicate('INTERACTION_CREATE');
    server.inject({ route: 'respond', fault: { kind: 'drop-after' } });
    dm.slash('help');
    await until(() => bot.stored.length === 1);
    expect(bot.stored[0]?.inPlaceOf).toBe(dm.history().at(-1)?.id);
    await bot.channel.egress.edit(
      bot.stored[0]?.address ?? NOW.address,
      bot.stored[0]?.inPlaceOf ?? '',
      plain('x'),
      NOW.buttons,
      NOW.signal,
    );
    expect(dm.history()).toHaveLength(1);
  });

  it('whose process died between placeholder and store is taken up by the next one', async () => {
    const dm = server.dm(server.user());
    const first = await start({ accept: () => Promise.reject(new Error('the disk is full')) });
    dm.slash('help');
    await server.waitFor(() => server.thinking().length === 1);
    await until(() => first.offered.length > 0);
    await first.stop();
    open.splice(0);
    const second = await start();
    await until(() => second.stored.length === 1);
    const [message] = second.stored;
    expect(message?.inPlaceOf).toBe(dm.history()[0]?.id);
    await second.channel.egress.edit(
      message?.address ?? NOW.address,
      message?.inPlaceOf ?? '',
      plain('Back.'),
      NOW.buttons,
      NOW.signal,
    );
    expect(dm.botMessages().map(contentOf)).toEqual(['Back.']);
  });

  it('has no placeholder for ever when the answers about it are lost for a while', async () => {
    const dm = server.dm(server.user());
    const bot = await start({ clock: { ...systemClock, sleep: (_, signal) => systemClock.sleep(10, signal) } });
    server.inject({ route: 'respond', times: 3, fault: { kind: 'drop-after' } });
    server.inject({ route: 'getAnswer', times: 3, fault: { kind: 'drop-before' } });
    dm.slash('help');
    await until(() => bot.stored.length === 1);
    const [message] = bot.stored;
    const { address, inPlaceOf } = message ?? {};
    await bot.channel.egress.edit(address ?? NOW.address, inPlaceOf ?? '', plain('Here.'), NOW.buttons, NOW.signal);
    expect(dm.botMessages().map(contentOf)).toEqual(['Here.']);
  });

  it('that is not for the person leaves no placeholder although Discord fails at first', async () => {
    const dm = server.dm(server.user());
    await start({
      clock: { ...systemClock, sleep: (_, signal) => systemClock.sleep(10, signal) },
      accept: async () => ({ outcome: 'refused', turn: null }),
    });
    server.inject({ route: 'deleteAnswer', times: 2, fault: { kind: 'status', status: 503 } });
    dm.slash('help');
    await until(() => dm.history().some((message) => message.deletedAt !== undefined));
  });

  it('is offered, and taken for private, only where nobody else reads', async () => {
    const dm = server.dm(server.user());
    const bot = await start();
    expect(server.commands().map(({ definition }) => definition.contexts)).toEqual(Array(4).fill([0, 1]));
    dm.slash('help', {}, { context: 2 });
    dm.slash('help');
    await until(() => bot.stored.length === 2);
    expect(bot.stored.map((message) => message.address.kind)).toEqual(['group', 'dm']);
    for (const { address, inPlaceOf } of bot.stored) {
      await bot.channel.egress.edit(address, inPlaceOf ?? '', plain('Done.'), NOW.buttons, NOW.signal);
    }
  });

  it('offers what can follow it while it is typed', async () => {
    const dm = server.dm(server.user());
    await start();
    const typing = dm.autocomplete('stop', 'text', 'a');
    await server.waitFor(() => typing.choices !== undefined);
    expect(typing.choices).toEqual([
      { name: 'all', value: 'all' },
      { name: 'a', value: 'a' },
    ]);
  });

  it('where the bot has no access is answered by the way of the interaction', async () => {
    const ada = server.user();
    const guild = server.guild({ members: [ada] });
    const channel = guild.channel('hidden');
    const bot = await start();
    channel.as(ada).slash('help');
    await until(() => bot.stored.length === 1);
    channel.deny('VIEW_CHANNEL', 'SEND_MESSAGES');
    const [message] = bot.stored;
    const { egress } = bot.channel;
    if (message === undefined) throw new Error('nothing stored');
    expect((await egress.status(message.address, NOW.signal)).ok).toBe(true);
    await egress.edit(message.address, message.inPlaceOf ?? '', plain('one'), NOW.buttons, NOW.signal);
    const second = await egress.send(message.address, plain('two'), NOW.send('c1'), NOW.signal);
    expect(second.ok).toBe(true);
    const changed = await egress.edit(
      message.address,
      second.ok ? second.id : '',
      plain('two!'),
      NOW.buttons,
      NOW.signal,
    );
    expect(changed.ok).toBe(true);
    expect(channel.botMessages().map(contentOf)).toEqual(['one', 'two!']);
  });
});

describe('controls', () => {
  it('of a few choices are buttons that type a command for whoever presses them', async () => {
    const ada = server.user();
    const dm = server.dm(ada);
    const bot = await start();
    const { egress } = bot.channel;
    const address = { ...NOW.address, account: server.bot.id, chat: dm.id };
    const choices = [
      { label: 'English', command: '/language en' },
      { label: 'Deutsch', command: '/language de' },
    ];
    await egress.send(address, plain('Which?'), { ...NOW.send('n'), choices }, NOW.signal);
    const [picker] = dm.botMessages();
    if (picker === undefined) throw new Error('no picker');
    const press = dm.pressButton(picker, 'c:/language de');
    await until(() => bot.stored.length === 1);
    const [message] = bot.stored;
    expect(message).toMatchObject({
      identity: `i:${press.id}`,
      inPlaceOf: picker.id,
      sender: { user: ada.id },
      parts: [{ type: 'text', text: '/language de' }],
    });
    await egress.edit(message?.address ?? address, picker.id, plain('Deutsch!'), NOW.buttons, NOW.signal);
    expect(dm.botMessages().map((entry) => [entry.content, entry.components])).toEqual([['Deutsch!', []]]);
  });

  it('pressed before the process died are taken up by the next one, once, and their message stays', async () => {
    const dm = server.dm(server.user());
    const first = await start({ accept: () => Promise.reject(new Error('the disk is full')) });
    const address = { ...NOW.address, account: server.bot.id, chat: dm.id };
    const choices = [{ label: 'One', command: '/pick 1' }];
    await first.channel.egress.send(address, plain('Which?'), { ...NOW.send('n'), choices }, NOW.signal);
    const [picker] = dm.botMessages();
    if (picker === undefined) throw new Error('no picker');
    dm.pressButton(picker);
    await until(() => first.offered.length > 0);
    await first.stop();
    open.splice(0);
    const second = await start();
    await until(() => second.stored.length === 1);
    expect(second.stored[0]).toMatchObject({ inPlaceOf: picker.id, parts: [{ text: '/pick 1' }] });
    await second.stop();
    open.splice(0);
    const third = await start({ accept: async () => ({ outcome: 'refused', turn: null }) });
    dm.say('after');
    await until(() => third.offered.some((message) => textOf(message) === 'after'));
    expect(third.offered.map(textOf)).not.toContain('/pick 1');
    expect(dm.botMessages().map(contentOf)).toEqual(['Which?']);
  });

  it('of many choices are a menu', async () => {
    const dm = server.dm(server.user());
    const bot = await start();
    const address = { ...NOW.address, account: server.bot.id, chat: dm.id };
    const choices = Array.from({ length: 25 }, (_, i) => ({ label: `No. ${i}`, command: `/pick ${i}` }));
    await bot.channel.egress.send(address, plain('Which?'), { ...NOW.send('n'), choices, stopButton: 't' }, NOW.signal);
    const [picker] = dm.botMessages();
    if (picker === undefined) throw new Error('no picker');
    dm.choose(picker, ['/pick 24']);
    await until(() => bot.stored.length === 1);
    expect(bot.stored.map(textOf)).toEqual(['/pick 24']);
  });

  it('stop a turn, and what is no button any more says so', async () => {
    const ada = server.user();
    const dm = server.dm(ada);
    const bot = await start();
    const address = { ...NOW.address, account: server.bot.id, chat: dm.id };
    await bot.channel.egress.send(
      address,
      plain('Working ...'),
      { ...NOW.send('n'), stopButton: 'turn-1' },
      NOW.signal,
    );
    const [notice] = dm.botMessages();
    if (notice === undefined) throw new Error('no notice');
    dm.pressButton(notice);
    await until(() => bot.presses.length === 1 && dm.ephemeral(ada).length === 1);
    expect(bot.presses[0]).toMatchObject({ turn: 'turn-1', by: { user: ada.id }, address: { chat: dm.id } });
    expect(dm.ephemeral(ada).map(contentOf)).toEqual(['Stopping.']);
  });
});

describe('a button', () => {
  it('whose acknowledgement is lost stops its turn, and types its command, all the same', async () => {
    const dm = server.dm(server.user());
    const bot = await start({ clock: { ...systemClock, sleep: (_, signal) => systemClock.sleep(10, signal) } });
    const address = { ...NOW.address, account: server.bot.id, chat: dm.id };
    const choices = [{ label: 'One', command: '/pick 1' }];
    await bot.channel.egress.send(address, plain('x'), { ...NOW.send('n'), choices, stopButton: 't-1' }, NOW.signal);
    const [shown] = dm.botMessages();
    if (shown === undefined) throw new Error('no message');
    server.inject({ route: 'respond', times: 3, fault: { kind: 'drop-after' } });
    server.inject({ route: 'getAnswer', times: 1, fault: { kind: 'drop-before' } });
    dm.pressButton(shown, 'stop:t-1');
    await until(() => bot.presses.length === 1);
    await server.waitFor(() => server.callsOf('getAnswer').length === 1);
    server.inject({ route: 'respond', times: 3, fault: { kind: 'drop-after' } });
    server.inject({ route: 'getAnswer', times: 2, fault: { kind: 'drop-before' } });
    dm.pressButton(shown, 'c:/pick 1');
    await until(() => bot.stored.length === 1);
    expect(bot.stored[0]).toMatchObject({ inPlaceOf: shown.id, parts: [{ text: '/pick 1' }] });
  });

  it('that is not for the presser, or is no button any more, says so in the language of the client', async () => {
    const ada = server.user({ locale: 'de' });
    const dm = server.dm(ada);
    const bot = await start({ accept: async () => ({ outcome: 'refused', turn: null }) });
    const address = { ...NOW.address, account: server.bot.id, chat: dm.id };
    const choices = [{ label: 'One', command: '/pick 1' }];
    await bot.channel.egress.send(address, plain('Which?'), { ...NOW.send('n'), choices }, NOW.signal);
    const [picker] = dm.botMessages();
    if (picker === undefined) throw new Error('no picker');
    dm.pressButton(picker);
    await until(() => dm.ephemeral(ada).length === 1);
    picker.components = [{ type: 1, components: [{ type: 2, style: 2, label: 'old', custom_id: 'x:1' }] }];
    dm.pressButton(picker);
    await until(() => dm.ephemeral(ada).length === 2);
    expect(dm.ephemeral(ada).map(contentOf)).toEqual([
      'Dieser Befehl ist nicht für dich.',
      'Dieser Knopf ist veraltet.',
    ]);
    expect(picker.content).toBe('Which?');
  });
});

describe('the language of a person', () => {
  it('is known from what was pressed or called last, for messages too, and across restarts', async () => {
    const ada = server.user({ locale: 'de' });
    const dm = server.dm(ada);
    const first = await start();
    dm.say('before');
    await until(() => first.stored.length === 1);
    dm.slash('help');
    await until(() => first.stored.length === 2);
    dm.say('after');
    await until(() => first.stored.length === 3);
    expect(first.stored.map(({ sender }) => sender.locale)).toEqual([undefined, 'de', 'de']);
    for (const { address, inPlaceOf } of first.stored) {
      if (inPlaceOf !== undefined)
        await first.channel.egress.edit(address, inPlaceOf, plain('Done.'), NOW.buttons, NOW.signal);
    }
    await first.stop();
    open.splice(0);
    const second = await start();
    dm.say('again');
    await until(() => second.stored.length === 1);
    expect(second.stored[0]?.sender.locale).toBe('de');
  });
});

describe('the menu of a message', () => {
  it('asks for a question, which is a turn about that message', async () => {
    const ada = server.user({ locale: 'fr' });
    const bob = server.user({ name: 'Bob' });
    const channel = server.guild({ members: [ada, bob] }).channel('general');
    const bot = await start();
    const said = channel.say(bob, 'the bees are **gone**');
    const opened = channel.as(ada).contextMenu('Ask about this', said);
    await server.waitFor(() => opened.modal !== undefined);
    expect(opened.modal).toMatchObject({ title: 'Interroger sur ce message' });
    channel.as(ada).submitModal(opened, { question: 'why?' });
    await until(() => bot.stored.length === 1);
    const [message] = bot.stored;
    expect(message).toMatchObject({ replyTo: 'the bees are **gone**', parts: [{ type: 'text', text: 'why?' }] });
    await bot.channel.egress.edit(
      message?.address ?? NOW.address,
      message?.inPlaceOf ?? '',
      plain('Pesticides.'),
      NOW.buttons,
      NOW.signal,
    );
    expect(channel.botMessages().map(contentOf)).toEqual(['Pesticides.']);
  });
});

describe('the list of commands', () => {
  it('is published once, and again only when it is another', async () => {
    const bot = await start();
    expect(server.commands().map(({ definition }) => definition.name)).toEqual([
      'help',
      'stop',
      'approve',
      'Ask about this',
    ]);
    await until(async () => (await db.channelMemory.get(`discord:${server.bot.id}`, 'menu')) !== null);
    await bot.stop();
    open.splice(0);
    await start();
    expect(server.callsOf('overwriteCommands')).toHaveLength(1);
  });

  it('describes the commands in the language of each client', async () => {
    await start();
    const definitions = new Map(server.commands().map(({ definition }) => [definition.name, definition]));
    expect(definitions.get('help')?.description_localizations).toEqual({
      de: 'Die Befehle auflisten',
      'zh-CN': '列出命令',
      'zh-TW': '列出命令',
    });
    expect(definitions.get('stop')?.description_localizations).toEqual({});
    expect(definitions.get('Ask about this')?.name_localizations).toMatchObject({
      de: 'Dazu fragen',
      'es-419': 'Preguntar sobre esto',
      'pt-BR': 'Perguntar sobre isto',
    });
  });
});
