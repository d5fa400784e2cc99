import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStatus } from '../../../../src/channels/slack/egress/status.js';
import { createSlackFiles } from '../../../../src/channels/slack/files.js';
import { createSlackApi } from '../../../../src/channels/slack/wire/api.js';
import { systemClock } from '../../../../src/core/clock.js';
import type { Egress, SendOptions, Sent } from '../../../../src/core/ports/egress.js';
import type { FileSource } from '../../../../src/core/ports/files.js';
import { parseMarkdown } from '../../../../src/reply/markdown/parse.js';
import type { SlackFault } from '../../../platforms/slack/faults.js';
import type { Channel } from '../../../platforms/slack/people.js';
import type { StoredMessage, UserRecord } from '../../../platforms/slack/world.js';
import { createFakeClock } from '../../../setup/fakeClock.js';
import { never, openScene, type SlackScene } from '../scene.js';

let scene: SlackScene;
let egress: Egress;
let general: Channel;
let ada: UserRecord;
let root: StoredMessage;

const plain: SendOptions = { silent: false, replyTo: null, nonce: 't1/0', stopButton: null, choices: [] };
const at = () => scene.address(general, { thread: root.ts });
const render = (markdown: string) => egress.render(parseMarkdown(markdown));
const send = (markdown: string, options: Partial<SendOptions> = {}, signal = never) =>
  egress.send(at(), render(markdown), { ...plain, ...options }, signal);
const edit = (id: string, markdown: string) => egress.edit(at(), id, render(markdown), plain, never);
const idOf = (sent: Sent) => (sent.ok ? sent.id : '');
const strike = (method: string, fault: SlackFault) => scene.server.inject({ method, fault });
const shown = () => general.botMessages().map((message) => scene.server.textOf(message));

beforeEach(async () => {
  scene = await openScene({ receives: false });
  ({ egress } = scene.channel);
  general = scene.server.channel();
  ada = scene.server.user({ name: 'Ada' });
  root = general.mention(ada, 'hello');
});

afterEach(async () => {
  expect(scene.server.refused()).toEqual([]);
  await scene.close();
});

describe('messages', () => {
  it('stand in their thread, ring with their own words, and mention nobody', async () => {
    const sent = await send('Hello <!channel> & <@U0TEST00003>, **see** [this](https://a.example)');
    const message = general.botMessages(root).find((one) => one.ts === idOf(sent));
    expect(message).toMatchObject({ thread: root.ts, altered: [] });
    expect(shown()).toEqual(['Hello <!channel> & <@U0TEST00003>, see this']);
    expect(general.notifications().map((entry) => entry.text)).toEqual(['Hello <!channel> & <@U0TEST00003>, see this']);
    expect(message?.text).toBe('Hello &lt;!channel&gt; &amp; &lt;@U0TEST00003&gt;, see this');
  });

  it('are edited in place, with and without buttons, and removed; removing twice is success', async () => {
    const id = idOf(await send('one', { stopButton: 'turn-1' }));
    expect(await edit(id, 'two')).toEqual({ ok: true, id });
    expect(await edit(id, 'two')).toEqual({ ok: true, id });
    expect(shown()).toEqual(['two']);
    expect(await egress.remove(at(), id, never)).toEqual({ ok: true, id });
    expect(await egress.remove(at(), id, never)).toEqual({ ok: true, id });
    expect(await edit(id, 'three')).toMatchObject({ ok: false, kind: 'gone' });
    expect(shown()).toEqual([]);
  });

  it('a fault of a send and of an edit is told as it is, after one call', async () => {
    const faults: readonly (readonly [SlackFault, string, string])[] = [
      [{ kind: 'drop-before' }, 'unknown', 'retry'],
      [{ kind: 'drop-after' }, 'unknown', 'retry'],
      [{ kind: 'cut-answer' }, 'unknown', 'retry'],
      [{ kind: 'error', error: 'internal_error' }, 'unknown', 'retry'],
      [{ kind: 'error-after', error: 'fatal_error' }, 'unknown', 'retry'],
      [{ kind: 'page', status: 200 }, 'unknown', 'retry'],
      [{ kind: 'page', status: 502 }, 'unknown', 'retry'],
      [{ kind: 'page', status: 503 }, 'retry', 'retry'],
      [{ kind: 'error', error: 'service_unavailable' }, 'retry', 'retry'],
      [{ kind: 'error', error: 'is_archived' }, 'unreachable', 'unreachable'],
      [{ kind: 'error', error: 'token_revoked' }, 'unreachable', 'unreachable'],
      [{ kind: 'error', error: 'invalid_blocks' }, 'refused', 'refused'],
    ];
    const id = idOf(await send('one'));
    for (const [n, [fault, ofSend, ofEdit]] of faults.entries()) {
      const about = JSON.stringify(fault);
      strike('chat.postMessage', fault);
      expect(await send('two', { nonce: `t1/${n + 1}` }), about).toMatchObject({ ok: false, kind: ofSend });
      strike('chat.update', fault);
      expect(await edit(id, 'three'), about).toMatchObject({ ok: false, kind: ofEdit });
      expect(scene.server.callsOf('chat.postMessage'), about).toHaveLength(n + 2);
      expect(scene.server.callsOf('chat.update'), about).toHaveLength(n + 1);
    }
  });

  it('a 429 names the time and closes nothing by itself', async () => {
    const id = idOf(await send('one'));
    strike('chat.postMessage', { kind: 'flood', seconds: 7 });
    expect(await send('two')).toEqual({ ok: false, kind: 'wait', ms: 7000, scope: 'chat' });
    strike('chat.update', { kind: 'flood', seconds: 3 });
    expect(await edit(id, 'two')).toEqual({ ok: false, kind: 'wait', ms: 3000, scope: 'limit' });
    strike('assistant.threads.setStatus', { kind: 'flood', seconds: 30 });
    const busy = await egress.status(at(), never, 'busy');
    expect(busy).toMatchObject({ ok: false, kind: 'wait', ms: 30_000, scope: 'limit' });
    expect(scene.server.intoClosed()).toEqual([]);
  });

  it('an unreachable server took nothing; an aborted call may have been taken', async () => {
    await scene.server.goDown();
    // The connection of before breaks first: what it may have carried is not known.
    await send('zero');
    expect(await send('one')).toMatchObject({ ok: false, kind: 'retry' });
    await scene.server.comeUp();
    strike('chat.postMessage', { kind: 'hang-after' });
    const ending = new AbortController();
    const sending = send('two', {}, ending.signal);
    await scene.server.waitFor(() => general.botMessages().length === 1);
    ending.abort();
    expect(await sending).toMatchObject({ ok: false, kind: 'unknown' });
  });

  it('places that are closed are unreachable', async () => {
    const id = idOf(await send('one'));
    general.lockThread(root);
    expect(await send('two')).toMatchObject({ ok: false, kind: 'unreachable' });
    general.setReadOnly(true);
    expect(await send('three')).toMatchObject({ ok: false, kind: 'unreachable' });
    general.archive();
    expect(await edit(id, 'four')).toMatchObject({ ok: false, kind: 'unreachable' });
    general.unarchive();
    general.kick();
    expect(await edit(id, 'five')).toMatchObject({ ok: false, kind: 'unreachable' });
    general.delete();
    expect(await send('six')).toMatchObject({ ok: false, kind: 'unreachable' });
    expect(await egress.status(at(), never, 'busy')).toMatchObject({ ok: false });
  });
});

describe('that the assistant is at work', () => {
  const marks = (message: StoredMessage) => [...message.reactions.keys()];
  const show = (message: StoredMessage, text: string) =>
    egress.status(scene.address(scene.server.dm(ada), { anchor: message.ts }), never, text);

  it('is a status in threads; in a direct conversation the message bears a reaction until the answer stands', async () => {
    expect(await egress.status(at(), never, 'Searching ...')).toMatchObject({ ok: true });
    expect(general.status(root)).toBe('Searching ...');
    const said = scene.server.dm(ada).say('hello');
    for (const text of ['Thinking ...', 'Searching ...']) expect(await show(said, text)).toMatchObject({ ok: true });
    expect(marks(said)).toEqual(['eyes']);
    expect(scene.server.callsOf('reactions.add')).toHaveLength(1);
    expect(await show(said, '')).toMatchObject({ ok: true });
    expect(marks(said)).toEqual([]);
  });

  it('is taken back by whoever takes the turn over, and also where a call was lost or limited', async () => {
    const said = scene.server.dm(ada).say('hello');
    await show(said, 'Thinking ...');
    const another = createSlackApi({
      token: scene.server.app.botToken,
      apiUrl: scene.server.url,
      clock: systemClock,
      log: scene.log,
    });
    const showElsewhere = createStatus({ api: another, clock: systemClock });
    const address = scene.address(scene.server.dm(ada), { anchor: said.ts });
    expect(await showElsewhere(address, never, '')).toMatchObject({ ok: true });
    another.close();
    expect(marks(said)).toEqual([]);
    // This process still believes in it; taking it back again is no fault.
    expect(await show(said, '')).toMatchObject({ ok: true });
    strike('reactions.add', { kind: 'drop-after' });
    expect(await show(said, 'Thinking ...')).toMatchObject({ kind: 'retry' });
    strike('reactions.remove', { kind: 'flood', seconds: 7 });
    expect(await show(said, '')).toMatchObject({ kind: 'wait', ms: 7_000, scope: 'limit' });
    expect(scene.server.intoClosed()).toEqual([]);
    expect(marks(said)).toEqual(['eyes']);
  });

  it('is not shown where it cannot be, and never oftener than it can be taken back', async () => {
    const dm = scene.server.dm(ada);
    const said = Array.from({ length: 20 }, (_, n) => dm.say(`line ${n}`));
    for (const message of said) expect(await show(message, 'Thinking ...')).toMatchObject({ ok: true });
    for (const message of said) expect(await show(message, '')).toMatchObject({ ok: true });
    expect(scene.server.callsOf('reactions.add')).toHaveLength(15);
    expect(scene.server.callsOf('reactions.remove')).toHaveLength(15);
    expect(said.flatMap(marks)).toEqual([]);
    expect(await egress.status(scene.address(dm), never, 'Thinking ...')).toMatchObject({ ok: true });
  });

  it('asks no more for reactions that the app was not granted', async () => {
    const [one, two] = [scene.server.dm(ada).say('one'), scene.server.dm(ada).say('two')];
    strike('reactions.add', { kind: 'error', error: 'missing_scope' });
    expect(await show(one, 'Thinking ...')).toMatchObject({ ok: true });
    expect(await show(two, 'Thinking ...')).toMatchObject({ ok: true });
    expect(scene.server.callsOf('reactions.add')).toHaveLength(1);
  });
});

describe('a send whose answer was lost', () => {
  const find = (nonce: string, since = Date.now() - 1000) => egress.findSent?.(at(), { nonce, since }, never);

  it('is found by its nonce, in its thread and in a direct conversation', async () => {
    strike('chat.postMessage', { kind: 'drop-after' });
    expect(await send('one', { nonce: 'turn/0' })).toMatchObject({ kind: 'unknown' });
    expect(await find('turn/0')).toEqual({ ok: true, id: general.botMessages()[0]?.ts });
    expect(await find('turn/0', 0)).toEqual({ ok: true, id: general.botMessages()[0]?.ts });
    expect(await find('turn/1')).toBeNull();
    const dm = scene.server.dm(ada);
    strike('chat.postMessage', { kind: 'drop-after' });
    await egress.send(scene.address(dm), render('two'), { ...plain, nonce: 'turn/2' }, never);
    const lost = { nonce: 'turn/2', since: Date.now() };
    expect(await egress.findSent?.(scene.address(dm), lost, never)).toEqual({ ok: true, id: dm.botMessages()[0]?.ts });
  });

  it('is looked for through all that was said meanwhile', async () => {
    await send('one', { nonce: 'turn/0' });
    for (let n = 0; n < 450; n += 1) general.say(ada, `line ${n}`, { thread: root });
    await send('two', { nonce: 'turn/1' });
    expect(await find('turn/1')).toMatchObject({ ok: true });
    strike('conversations.replies', { kind: 'drop-before' });
    expect(await find('turn/1')).toMatchObject({ ok: false, kind: 'retry' });
  });
});

describe('files', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'waggle-slack-file-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  const file = async () => {
    const path = join(dir, 'report.txt');
    await writeFile(path, 'a report');
    return { path, name: 'report.txt', mime: 'text/plain', bytes: 8 };
  };
  const stage = async () => egress.stage?.(at(), await file(), never);
  const show = async (staged: string) =>
    egress.upload?.(at(), await file(), { silent: false, replyTo: null, nonce: 'turn/file:0', staged }, never);
  const files = () => general.botMessages().flatMap((message) => message.files.map((file) => file.bytes.toString()));

  it('go out in three steps, and a lost last one is found by the file', async () => {
    const one = idOf((await stage()) ?? { ok: true, id: '' });
    expect(files()).toEqual([]);
    expect(await show(one)).toMatchObject({ ok: true });
    expect(files()).toEqual(['a report']);
    const two = idOf((await stage()) ?? { ok: true, id: '' });
    strike('files.completeUploadExternal', { kind: 'drop-after' });
    expect(await show(two)).toMatchObject({ kind: 'unknown' });
    const lost = { nonce: 'turn/file:1', since: Date.now() - 1000, staged: two };
    expect(await egress.findSent?.(at(), lost, never)).toEqual({ ok: true, id: general.botMessages()[1]?.ts });
    expect(files()).toHaveLength(2);
  });

  it('that cannot be brought are simply brought again, when Slack says so, or are too large', async () => {
    strike('upload', { kind: 'drop-before' });
    expect(await stage()).toMatchObject({ kind: 'retry' });
    strike('upload', { kind: 'flood', seconds: 3 });
    expect(await stage()).toMatchObject({ kind: 'wait', ms: 3_000, scope: 'limit' });
    scene.server.clearFaults();
    strike('files.getUploadURLExternal', { kind: 'error', error: 'file_upload_size_restricted' });
    expect(await stage()).toMatchObject({ kind: 'refused', cause: { code: 'file-too-large' } });
    expect(files()).toEqual([]);
  });

  it('come in with the bot’s token, and not beyond what they say', async () => {
    const dm = scene.server.dm(ada);
    const said = dm.shareFile({ name: 'a.bin', mime: 'application/pdf', bytes: Buffer.from('content') });
    const big = dm.shareFile({ name: 'b.bin', bytes: Buffer.from('x'), size: 2_000_000_000 });
    const { files: source } = scene.channel;
    const fetch = (message: StoredMessage, name: string) =>
      source?.fetch({ address: scene.address(dm), ref: message.files[0]?.id ?? '', to: join(dir, name) }, never);
    expect(await fetch(said, 'a')).toBe(7);
    await expect(fetch(big, 'b')).rejects.toMatchObject({ code: 'file-too-large' });
    strike('files.info', { kind: 'error', error: 'file_deleted' });
    await expect(fetch(said, 'd')).rejects.toMatchObject({ code: 'file-gone' });
  });

  it('of two processes wait together when Slack tells one of them to', async () => {
    const said = scene.server.dm(ada).shareFile({ name: 'a.bin', bytes: Buffer.from('content') });
    const clock = createFakeClock();
    const open = () => {
      const { botToken: token } = scene.server.app;
      const api = createSlackApi({ token, apiUrl: scene.server.url, clock: systemClock, log: scene.log });
      return { api, files: createSlackFiles({ api, account: 'T3', gates: scene.deps.gates, clock, log: scene.log }) };
    };
    const [one, other] = [open(), open()];
    const fetch = (files: FileSource, name: string) =>
      files.fetch({ address: at(), ref: said.files[0]?.id ?? '', to: join(dir, name) }, never);
    scene.server.inject({ method: 'files.info', fault: { kind: 'flood', seconds: 1 } });
    const first = fetch(one.files, 'first');
    await vi.waitFor(async () =>
      expect(await scene.deps.gates.pass({ keys: ['slack:T3/files.info'], now: clock.now() })).toBeGreaterThan(0),
    );
    const asked = () => scene.server.calls.filter(({ method }) => method === 'files.info').length;
    const before = asked();
    const second = fetch(other.files, 'second');
    await clock.advance(900);
    expect(asked()).toBe(before);
    scene.server.clearFaults();
    await clock.advance(200);
    expect(await Promise.all([first, second])).toEqual([7, 7]);
    one.api.close();
    other.api.close();
  });

  it('wait together when Slack tells one of them to', async () => {
    const dm = scene.server.dm(ada);
    const said = ['a', 'b'].map((name) => dm.shareFile({ name, bytes: Buffer.from('content') }));
    const { files: source } = scene.channel;
    const fetch = (message: StoredMessage | undefined, name: string) =>
      source?.fetch({ address: scene.address(dm), ref: message?.files[0]?.id ?? '', to: join(dir, name) }, never);
    scene.server.inject({ method: 'files.info', fault: { kind: 'flood', seconds: 1 } });
    const first = fetch(said[0], 'first');
    await scene.server.waitForCall((call) => call.method === 'files.info');
    const before = Date.now();
    await vi.waitFor(() => expect(scene.log.messages('warn')).toHaveLength(1));
    expect(await Promise.all([first, fetch(said[1], 'second')])).toEqual([7, 7]);
    expect(Date.now() - before).toBeGreaterThan(500);
    expect(scene.server.intoClosed()).toEqual([]);
  });

  it('come in although the network fails twice, and not after that', async () => {
    const hasty = { ...systemClock, sleep: () => Promise.resolve() };
    const api = createSlackApi({
      token: scene.server.app.botToken,
      apiUrl: scene.server.url,
      clock: systemClock,
      log: scene.log,
    });
    const source = createSlackFiles({ api, account: 'T1', gates: scene.deps.gates, clock: hasty, log: scene.log });
    const said = scene.server.dm(ada).shareFile({ name: 'a.bin', bytes: Buffer.from('content') });
    const fetch = (name: string) =>
      source.fetch({ address: at(), ref: said.files[0]?.id ?? '', to: join(dir, name) }, never);
    strike('download', { kind: 'cut-answer' });
    strike('download', { kind: 'page', status: 503 });
    expect(await fetch('a')).toBe(7);
    // Every time, however long the twenty rounds take by the server's clock.
    scene.server.inject({ method: 'files.info', times: 99, fault: { kind: 'flood', seconds: 1 } });
    const waiting = createFakeClock();
    const patient = createSlackFiles({ api, account: 'T2', gates: scene.deps.gates, clock: waiting, log: scene.log });
    const began = waiting.now();
    let refusal: unknown = null;
    const refused = patient
      .fetch({ address: at(), ref: said.files[0]?.id ?? '', to: join(dir, 'b') }, never)
      .catch((thrown: unknown) => {
        refusal = thrown;
      });
    while (refusal === null) {
      await waiting.advance(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await refused;
    expect(refusal).toMatchObject({ code: 'file-unavailable' });
    // A limit is waited for 20 s in all.
    expect(waiting.now() - began).toBeGreaterThanOrEqual(20_000);
    scene.server.clearFaults();
    scene.server.inject({ method: 'download', times: 3, fault: { kind: 'drop-before' } });
    await expect(fetch('c')).rejects.toMatchObject({ code: 'file-unavailable' });
    api.close();
  });
});
