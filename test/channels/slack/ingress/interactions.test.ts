import { afterEach, describe, expect, it } from 'vitest';
import { textOf } from '../../../../src/core/message.js';
import type { SendOptions } from '../../../../src/core/ports/egress.js';
import { parseMarkdown } from '../../../../src/reply/markdown/parse.js';
import { never, openScene, type SceneOptions, type SlackScene } from '../scene.js';

let scene: SlackScene;

async function open(options: SceneOptions = {}) {
  scene = await openScene(options);
  const { server } = scene;
  return { ...scene, ada: server.user({ name: 'Ada' }), general: server.channel() };
}

const plain: SendOptions = { silent: false, replyTo: null, nonce: 't1/0', stopButton: null, choices: [] };

async function post(place: { id: string }, options: Partial<SendOptions>, thread?: string) {
  const { egress } = scene.channel;
  const address = scene.address(place, thread === undefined ? {} : { thread });
  const sent = await egress.send(address, egress.render(parseMarkdown('An answer')), { ...plain, ...options }, never);
  if (!sent.ok) throw new Error('not sent');
  return sent.id;
}

afterEach(async () => {
  expect(scene.server.refused()).toEqual([]);
  expect(scene.dead).toEqual([]);
  await scene.close();
});

describe('slash commands', () => {
  it('are stored with what was typed, by their own name and under /waggle', async () => {
    const { stored, settle, ada, general } = await open();
    general.slashCommand(ada, '/waggle', 'status all');
    await settle(1);
    general.slashCommand(ada, '/waggle', 'What is new?');
    await settle(2);
    general.slashCommand(ada, '/waggle');
    await settle(3);
    general.slashCommand(ada, '/budget', '5');
    await settle(4);
    const { envelope } = general.slashCommand(ada, '/waggle-stop');
    await settle(5);
    expect(envelope.state).toBe('acked');
    expect(stored.map(textOf)).toEqual(['/status all', 'What is new?', '/help', '/budget 5', '/stop']);
    expect(stored[0]).toMatchObject({
      addressed: true,
      sender: { user: ada.id, name: 'Ada' },
      address: { chat: general.id, kind: 'group' },
    });
    expect(stored[0]?.address).not.toHaveProperty('interaction');
  });

  it('are answered by their response_url where the bot is no member', async () => {
    const { server, channel, stored, settle, ada, general } = await open();
    const elsewhere = server.channel({ apps: [], members: [ada] });
    const { responseUrl } = elsewhere.slashCommand(ada, '/waggle', 'status');
    await settle(1);
    const address = stored[0]?.address ?? scene.address(elsewhere);
    expect(address.interaction?.token).toBe(responseUrl);
    const { egress } = channel;
    expect(egress.oneWay?.(address)).toMatchObject({ maxUnits: 12_000 });
    expect(egress.oneWay?.(scene.address(general))).toBeNull();
    const answer = egress.render(parseMarkdown('All **well**'));
    const sent = await egress.send(address, answer, plain, never);
    const id = sent.ok ? sent.id : '';
    // Neither can be done, and neither uses the address up.
    expect(await egress.edit(address, id, answer, plain, never)).toMatchObject({ kind: 'refused' });
    expect(await egress.remove(address, id, never)).toMatchObject({ kind: 'refused' });
    expect(elsewhere.ephemerals(ada.id).map((message) => server.textOf(message))).toEqual(['All well']);
    expect(elsewhere.botMessages()).toEqual([]);
    for (let n = 0; n < 4; n += 1) expect(await egress.send(address, answer, plain, never)).toMatchObject({ ok: true });
    expect(await egress.send(address, answer, plain, never)).toMatchObject({ kind: 'unreachable' });
    const [used] = server.refused().splice(0);
    expect(used).toMatchObject({ method: 'response_url' });
    server.forget();
  });
});

describe('a command while Slack does not say at once where the bot is', () => {
  it('is answered in its conversation all the same', async () => {
    const { server, stored, settle, ada, general } = await open();
    const dm = server.dm(ada);
    server.inject({ method: 'conversations.info', fault: { kind: 'drop-before' } });
    dm.slashCommand('/waggle', 'status');
    await settle(1);
    server.inject({ method: 'conversations.info', fault: { kind: 'flood', seconds: 1 } });
    general.slashCommand(ada, '/waggle', 'status');
    await settle(2);
    expect(stored.map(({ address }) => [address.kind, address.interaction])).toEqual([
      ['dm', undefined],
      ['group', undefined],
    ]);
    expect(server.intoClosed()).toEqual([]);
    // What it said before counts when it says nothing at all.
    server.inject({ method: 'conversations.info', times: 3, fault: { kind: 'page', status: 503 } });
    general.slashCommand(ada, '/waggle', 'help');
    await settle(3);
    expect(stored[2]?.address.interaction).toBeUndefined();
  });

  it('where it said messages of that conversation before: those are told to members only', async () => {
    const { server, stored, settle, ada, general } = await open();
    const dm = server.dm(ada);
    const elsewhere = server.channel({ apps: [], members: [ada] });
    dm.say('hello');
    await settle(1);
    general.kick();
    server.inject({ method: 'conversations.info', times: 9, fault: { kind: 'page', status: 503 } });
    dm.slashCommand('/waggle', 'status');
    await settle(2);
    general.slashCommand(ada, '/waggle', 'status');
    await settle(3);
    elsewhere.slashCommand(ada, '/waggle', 'status');
    await settle(4);
    expect(stored.slice(1).map(({ address }) => address.interaction !== undefined)).toEqual([false, true, true]);
  });
});

describe('an interaction of more than half an hour ago', () => {
  it('is answered in its conversation where the bot may write, and is told as unreachable elsewhere', async () => {
    const { server, channel, stored, settle, ada, general } = await open();
    const elsewhere = server.channel({ apps: [], members: [ada] });
    elsewhere.slashCommand(ada, '/waggle', 'status');
    await settle(1);
    const { interaction } = stored[0]?.address ?? {};
    if (interaction === undefined) throw new Error('no way to answer');
    expect(interaction.until - Date.now()).toBeLessThan(30 * 60_000);
    const { egress } = channel;
    const answer = egress.render(parseMarkdown('Late'));
    const expired = { interaction: { ...interaction, until: Date.now() - 1 } };
    const [there, here] = [scene.address(elsewhere, expired), scene.address(general, expired)];
    for (const address of [there, here]) {
      expect(await egress.edit(address, 'response', answer, plain, never)).toMatchObject({ kind: 'refused' });
      expect(await egress.remove(address, 'response', never)).toMatchObject({ kind: 'refused' });
      expect(egress.oneWay?.(address)).toBeNull();
    }
    expect(await egress.send(there, answer, plain, never)).toMatchObject({ ok: false, kind: 'unreachable' });
    expect(await egress.send(here, answer, plain, never)).toMatchObject({ ok: true });
    expect(general.botMessages().map((message) => server.textOf(message))).toEqual(['Late']);
    expect(elsewhere.ephemerals(ada.id)).toEqual([]);
    expect(server.callsOf('response_url')).toEqual([]);
    expect(server.callsOf('chat.update')).toEqual([]);
  });
});

describe('buttons', () => {
  it('a stop button stops its turn and tells the presser alone', async () => {
    const { server, ada, general, presses } = await open();
    const root = general.mention(ada, 'go');
    const ts = await post(general, { stopButton: 'turn-1' }, root.ts);
    const message = general.botMessages().find((shown) => shown.ts === ts);
    if (message === undefined) throw new Error('not there');
    general.pressButton(ada, message);
    await server.waitFor(() => general.ephemerals(ada.id).length === 1);
    expect(presses).toMatchObject([
      {
        turn: 'turn-1',
        by: { user: ada.id },
        address: { chat: general.id, thread: root.ts },
        lane: `slack:${server.team.id}:${general.id}:${root.ts}`,
      },
    ]);
    expect(general.ephemerals(ada.id)[0]?.text).toBe('Stopping &lt;!here&gt; &amp; now.');
  });

  it('a choice is the message that it types, in the place of its buttons', async () => {
    const { server, stored, settle, ada } = await open();
    const dm = server.dm(ada);
    const choices = Array.from({ length: 25 }, (_, n) => ({ label: `Take ${n}`, command: `/model m${n}` }));
    const ts = await post(dm, { choices });
    const message = dm.botMessages().find((shown) => shown.ts === ts);
    if (message === undefined) throw new Error('not there');
    dm.pressButton(message, 'Take 7');
    await settle(1);
    expect(stored).toMatchObject([
      { addressed: true, inPlaceOf: ts, sender: { user: ada.id }, address: { chat: dm.id, kind: 'dm' } },
    ]);
    expect(stored.map(textOf)).toEqual(['/model m7']);
  });
});

describe('ask about this', () => {
  it('opens a question field, and the question is a turn in that message’s thread', async () => {
    const { server, stored, settle, ada, general } = await open();
    const alert = general.say(ada, `The build of https://ci.example/7 is red. ${'x'.repeat(4000)}`);
    await settle(1);
    general.shortcut(ada, alert, 'waggle_ask');
    const view = await server.waitFor(() => server.views(ada)[0]);
    server.submitView(view, { question: 'Why?' });
    await settle(2);
    expect(server.views(ada)).toEqual([]);
    expect(stored[1]).toMatchObject({
      addressed: true,
      address: { chat: general.id, thread: alert.ts, anchor: alert.ts },
      parts: [{ type: 'text', text: 'Why?' }],
    });
    expect(stored[1]?.replyTo).toMatch(/^The build of https:\/\/ci\.example\/7 is red\. x{500}/);
  });
});

describe('assistant threads', () => {
  it('get suggestions when they open, and their title from the first message', async () => {
    const { server, stored, settle, ada } = await open();
    const dm = server.dm(ada);
    const thread = dm.openAssistantThread();
    await server.waitFor(() => (dm.assistant(thread.ts)?.prompts.length ?? 0) > 0);
    thread.say('Plan my trip to Rome\nand back');
    thread.say('soon');
    await settle(2);
    await server.waitFor(() => dm.assistant(thread.ts)?.title === 'Plan my trip to Rome');
    expect(stored.map((message) => message.address.thread)).toEqual([thread.ts, thread.ts]);
    const { egress } = scene.channel;
    await egress.status(scene.address(dm, { thread: thread.ts }), never, 'Searching the web …');
    expect(dm.status(thread.ts)).toBe('Searching the web …');
    await egress.status(scene.address(dm, { thread: thread.ts }), never, '');
    expect(dm.status(thread.ts)).toBeUndefined();
    expect(server.callsOf('assistant.threads.setTitle')).toHaveLength(1);
  });

  it('suggest in the language of whose view it is; so does the question field', async () => {
    const { server, settle, general } = await open();
    const bea = server.user({ name: 'Bea', locale: 'de-DE' });
    general.join(bea);
    const dm = server.dm(bea);
    const thread = dm.openAssistantThread();
    await server.waitFor(() => (dm.assistant(thread.ts)?.prompts.length ?? 0) > 0);
    expect(dm.assistant(thread.ts)?.prompts.map(({ title }) => title)).toEqual([
      'Was kannst du?',
      'Etwas zusammenfassen',
      'Eine Nachricht entwerfen',
    ]);
    const said = general.say(bea, 'Rot.');
    await settle(1);
    general.shortcut(bea, said, 'waggle_ask');
    const view = await server.waitFor(() => server.views(bea)[0]);
    expect(view.title).toBe('Dazu fragen');
  });
});

describe('signed HTTP', () => {
  it('takes events, commands and interactions, and refuses what is not signed', async () => {
    const { server, stored, settle, ada, general } = await open({ http: true });
    const asked = general.mention(ada, 'over HTTP?');
    await settle(1);
    general.slashCommand(ada, '/waggle', 'status');
    await settle(2);
    const ts = await post(general, { choices: [{ label: 'Yes', command: '/status yes' }] }, asked.ts);
    const message = general.botMessages().find((shown) => shown.ts === ts);
    if (message === undefined) throw new Error('not there');
    general.pressButton(ada, message);
    await settle(3);
    expect(stored.map(textOf)).toEqual(['over HTTP?', '/status', '/status yes']);
    expect(server.app.envelopes.every((envelope) => envelope.state === 'acked')).toBe(true);
  });
});
