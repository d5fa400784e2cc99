import { afterEach, describe, expect, it } from 'vitest';
import { textOf } from '../../../../src/core/message.js';
import { openScene, type SceneOptions, type SlackScene } from '../scene.js';

let scene: SlackScene;

async function open(options: SceneOptions = {}) {
  scene = await openScene(options);
  const { server } = scene;
  return { ...scene, ada: server.user({ name: 'Ada', locale: 'de-DE' }), general: server.channel() };
}

afterEach(async () => {
  expect(scene.server.refused()).toEqual([]);
  expect(scene.dead).toEqual([]);
  await scene.close();
});

describe('what people write', () => {
  it('a direct message is stored with its sender, and only then acknowledged', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { server, stored, settle, ada } = await open({ before: () => held });
    const said = server.dm(ada).say('Hello & good <morning>');
    await server.waitFor(() => server.app.envelopesOf('message').length === 1);
    expect(server.app.envelopesOf('message')[0]?.state).toBe('waiting');
    release();
    await settle(1);
    expect(stored).toMatchObject([
      {
        identity: `m:${said.channel}:${said.ts}`,
        address: { platform: 'slack', account: server.team.id, chat: said.channel, anchor: said.ts, kind: 'dm' },
        lane: `slack:${server.team.id}:${said.channel}`,
        sender: { user: ada.id, name: 'Ada', locale: 'de-DE', isBot: false },
        addressed: true,
        parts: [{ type: 'text', text: 'Hello & good <morning>' }],
        sentAt: Math.floor(Number(said.ts) * 1000),
      },
    ]);
    expect(stored[0]?.address).not.toHaveProperty('thread');
  });

  it('a mention opens the lane of its thread, once, whichever of its two events comes first', async () => {
    const { server, stored, settle, ada, general } = await open();
    const one = general.mention(ada, 'what is new?');
    const two = general.say(ada, `So, <@${server.app.userId}>, and then?`, { order: 'mention-first' });
    await settle(2);
    expect(stored.map((message) => [textOf(message), message.address.thread, message.addressed])).toEqual([
      ['what is new?', one.ts, true],
      ['So, and then?', two.ts, true],
    ]);
    expect(server.app.envelopes).toHaveLength(4);
  });

  it('a reply stays in its thread and follows it where nobody else is named', async () => {
    const { server, stored, settle, ada, general } = await open();
    const bob = server.user({ name: 'Bob' });
    const root = general.mention(ada, 'one');
    general.say(bob, 'two', { thread: root });
    general.say(bob, `<@${ada.id}> three`, { thread: root });
    general.say(bob, 'four');
    await settle(4);
    const dm = server.dm(ada);
    const first = dm.say('five');
    dm.say('six', { thread: first });
    await settle(6);
    expect(stored.map((m) => [textOf(m), m.address.thread, m.addressed, m.followsThread])).toEqual([
      ['one', root.ts, true, undefined],
      ['two', root.ts, false, true],
      ['@Ada three', root.ts, false, undefined],
      ['four', undefined, false, undefined],
      ['five', undefined, true, undefined],
      ['six', first.ts, true, undefined],
    ]);
  });

  it('called into a thread, the bot learns once what it began with', async () => {
    const { server, stored, settle, ada, general } = await open();
    const bob = server.user({ name: 'Bob' });
    const root = general.say(bob, 'The build is <!here> red, see https://ci.example');
    general.mention(ada, 'why?', { thread: root });
    await settle(2);
    general.mention(ada, 'and now?', { thread: root });
    await settle(3);
    expect(stored.map((message) => message.replyTo)).toEqual([
      undefined,
      'The build is @here red, see https://ci.example',
      undefined,
    ]);
  });

  it('commands can be typed with an exclamation mark anywhere', async () => {
    const { stored, settle, ada, general } = await open();
    const root = general.say(ada, '!status all');
    general.say(ada, '!unknown thing');
    general.say(ada, '!stop', { thread: root });
    general.mention(ada, '!budget');
    await settle(4);
    expect(stored.map((message) => [textOf(message), message.addressed])).toEqual([
      ['/status all', true],
      ['!unknown thing', false],
      ['/stop', true],
      ['/budget', true],
    ]);
  });

  it('files come by their id, links behind their words, alerts with what stands in their attachments', async () => {
    const { server, stored, settle, ada } = await open();
    const dm = server.dm(ada);
    dm.shareFile(
      { name: 'plan.pdf', mime: 'application/pdf', bytes: Buffer.from('abc') },
      'Look at https://a.example/x?y=1&z',
    );
    dm.say('', { attachments: [{ title: 'CPU high', title_link: 'https://m.example', text: 'host *db1* at 98 %' }] });
    await settle(2);
    expect(stored[0]?.parts).toMatchObject([
      { type: 'text', text: 'Look at https://a.example/x?y=1&z' },
      { type: 'file', mime: 'application/pdf', bytes: 3, name: 'plan.pdf' },
    ]);
    expect(stored[1]?.parts).toEqual([
      { type: 'text', text: 'CPU high (https://m.example)\nhost *db1* at 98 %', forwarded: true },
    ]);
    expect(stored[1]?.address.community).toBe(server.team.id);
  });

  it('an edit names the message that it changes; link previews and our own edits are none', async () => {
    const { server, channel, address, stored, settle, ada } = await open();
    const dm = server.dm(ada);
    const said = dm.say('helo');
    dm.edit(said, 'hello');
    dm.unfurl(said);
    const rendered = channel.egress.render({ type: 'root', children: [] });
    const own = { ...rendered, payload: { text: 'own', blocks: [] } };
    const options = { silent: false, replyTo: null, nonce: 'n', stopButton: null, choices: [] };
    const never = new AbortController().signal;
    const sent = await channel.egress.send(address(dm), own, options, never);
    if (!sent.ok) throw new Error('not sent');
    await channel.egress.edit(address(dm), sent.id, { ...own, payload: { text: 'own 2', blocks: [] } }, options, never);
    await channel.egress.remove(address(dm), sent.id, never);
    await settle(2);
    expect(stored.map((message) => [textOf(message), message.edits])).toEqual([
      ['helo', undefined],
      ['hello', `m:${said.channel}:${said.ts}`],
    ]);
    expect(scene.withdrawals).toEqual([]);
  });

  it('a deleted message is withdrawn, also when its replies keep its place', async () => {
    const { server, stored, settle, ada, general } = await open();
    const dm = server.dm(ada);
    const said = dm.say('oops');
    dm.remove(said);
    const root = general.mention(ada, 'hm');
    general.say(ada, 'more', { thread: root });
    general.remove(root);
    await settle(3);
    await server.waitFor(() => scene.withdrawals.length === 2);
    expect(scene.withdrawals).toMatchObject([
      { identity: `m:${said.channel}:${said.ts}`, address: { chat: said.channel } },
      { identity: `m:${general.id}:${root.ts}`, address: { chat: general.id, thread: root.ts } },
    ]);
    expect(stored).toHaveLength(3);
  });

  it('the bot is told where it may write', async () => {
    const { server, settle, general } = await open();
    general.kick();
    await server.waitFor(() => scene.memberships.length === 1);
    general.invite();
    await server.waitFor(() => scene.memberships.length === 2);
    await settle(0);
    expect(scene.memberships.map((change) => [change.address.chat, change.isReachable])).toEqual([
      [general.id, false],
      [general.id, true],
    ]);
  });
});
