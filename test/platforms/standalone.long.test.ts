import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { webApi } from '@slack/bolt';
import { REST, Routes } from 'discord.js';
import { Api } from 'grammy';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { createWatch } from './watch.js';

type Line = Record<string, unknown>;

interface Running {
  command(value: object): void;
  /** The next event of that kind that was not taken yet. */
  next(event: string): Promise<Line>;
}

const children = new Set<ChildProcessWithoutNullStreams>();

beforeAll(() => {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.test.json'], { stdio: 'inherit' });
}, 120_000);
afterEach(async () => {
  for (const child of children) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.end();
    expect(await ended).toBe(0);
  }
  children.clear();
});

function run(name: string, options: object): Running {
  const child = spawn(process.execPath, [`dist-test/test/platforms/${name}/standalone.js`, JSON.stringify(options)]);
  children.add(child);
  const events: Line[] = [];
  const watch = createWatch(() => JSON.stringify(events));
  child.stderr.pipe(process.stderr);
  createInterface({ input: child.stdout }).on('line', (line) => {
    events.push(JSON.parse(line));
    watch.changed();
  });
  return {
    command: (value) => child.stdin.write(`${JSON.stringify(value)}\n`),
    next: (event) =>
      watch.waitFor(() => {
        const index = events.findIndex((entry) => entry.event === event);
        return index >= 0 && events.splice(index, 1)[0];
      }),
  };
}

it('the Bot API server runs in a process of its own', async () => {
  const telegram = run('telegram', { token: '42:abc', rates: 'off' });
  const ready = await telegram.next('ready');
  expect(ready).toMatchObject({ token: '42:abc', botId: 42 });
  const api = new Api('42:abc', { apiRoot: String(ready.url) });
  telegram.command({ say: { user: 11, text: 'hello' } });
  expect(await telegram.next('said')).toMatchObject({ chat: 11, message: 1 });
  expect((await api.getUpdates())[0]?.message?.text).toBe('hello');
  await api.sendMessage(11, 'hi there');
  expect(await telegram.next('call')).toMatchObject({
    method: 'sendMessage',
    chat: 11,
    message: 2,
    text: 'hi there',
    ok: true,
  });
  telegram.command({ inject: { method: 'getMe', fault: { kind: 'status', code: 500, description: 'Oops' } } });
  await telegram.next('done');
  telegram.command({ show: { user: 11 } });
  expect(await telegram.next('chat')).toMatchObject({ notifications: [{ text: 'hi there' }] });
  await expect(api.getMe()).rejects.toThrow('Oops');
  telegram.command({ say: { user: 11 } });
  expect(await telegram.next('error')).toMatchObject({ message: expect.stringContaining('say.text') });
});

it('the Slack server runs in a process of its own', async () => {
  const slack = run('slack', { app: { botToken: 'xoxb-1' } });
  const ready = await slack.next('ready');
  expect(ready).toMatchObject({ botToken: 'xoxb-1', appToken: expect.stringMatching(/^xapp-/) });
  const web = new webApi.WebClient('xoxb-1', { slackApiUrl: String(ready.url) });
  slack.command({ say: { user: 'ada', text: 'hello' } });
  const said = await slack.next('said');
  await web.chat.postMessage({ channel: String(said.channel), text: 'hi *there*' });
  expect(await slack.next('call')).toMatchObject({ method: 'chat.postMessage', text: 'hi *there*', ok: true });
  slack.command({ say: { user: 'ada', channel: 'general', text: 'all', mention: true } });
  expect(await slack.next('said')).toMatchObject({ channel: expect.stringMatching(/^C/) });
  slack.command({ show: { user: 'ada' } });
  expect(await slack.next('chat')).toMatchObject({
    messages: [{ text: 'hello' }, { text: 'hi there', from: 'bot' }],
    notifications: [{ text: 'hi there' }],
  });
  slack.command({ stats: true });
  expect(await slack.next('stats')).toMatchObject({ calls: 1, refused: [] });
  slack.command({ say: { user: 'ada' } });
  expect(await slack.next('error')).toMatchObject({ message: expect.stringContaining('say.text') });
});

it('the Discord server runs in a process of its own', async () => {
  const discord = run('discord', { token: 'abc' });
  const ready = await discord.next('ready');
  const rest = new REST({ api: String(ready.api) }).setToken('abc');
  discord.command({ say: { user: 'ada', text: 'hello' } });
  const said = await discord.next('said');
  await rest.post(Routes.channelMessages(String(said.channel)), { body: { content: 'hi **there**' } });
  expect(await discord.next('call')).toMatchObject({ route: 'createMessage', text: 'hi **there**', ok: true });
  discord.command({ say: { user: 'ada', channel: 'general', text: 'all', mention: true } });
  await discord.next('said');
  discord.command({ show: { user: 'ada' } });
  expect(await discord.next('chat')).toMatchObject({
    messages: [{ content: 'hello' }, { content: 'hi **there**' }],
    notifications: [{ text: 'hi **there**' }],
  });
  discord.command({ stats: true });
  expect(await discord.next('stats')).toMatchObject({ calls: 1, refused: [], thinking: 0 });
  discord.command({ say: { user: 'ada' } });
  expect(await discord.next('error')).toMatchObject({ message: expect.stringContaining('say.text') });
});

it('the model server runs in a process of its own', async () => {
  const model = run('model', {});
  const { url } = await model.next('ready');
  model.command({ reply: { text: 'abc', chunkChars: 1 } });
  await model.next('done');
  const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] });
  const response = await fetch(`${url}/chat/completions`, { method: 'POST', body });
  expect(await response.text()).toContain('"content":"b"');
  expect(await model.next('request')).toMatchObject({ n: 1, lastUser: 'hi' });
  expect(await model.next('end')).toMatchObject({ n: 1, status: 200, aborted: false, lastChunkAt: expect.any(Number) });
});
