import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiscordEgress } from '../../src/channels/discord/egress/egress.js';
import { renderDiscord } from '../../src/channels/discord/render.js';
import { createDiscordRest } from '../../src/channels/discord/wire/rest.js';
import { createSlackEgress } from '../../src/channels/slack/egress/egress.js';
import { createSlackApi } from '../../src/channels/slack/wire/api.js';
import { systemClock } from '../../src/core/clock.js';
import type { TurnEventBody } from '../../src/core/events.js';
import type { Egress } from '../../src/core/ports/egress.js';
import { type DiscordServer, startDiscordServer } from '../platforms/discord/discordServer.js';
import type { DmPlace } from '../platforms/discord/people.js';
import type { DirectMessages } from '../platforms/slack/people.js';
import { type SlackServer, startSlackServer } from '../platforms/slack/slackServer.js';
import { createRecordingLog } from '../setup/recordingLog.js';
import { openTestDb, type TestDb } from '../store/openTestDb.js';
import { openTurn } from './openTurn.js';
import { final } from './replyScene.js';

let test: TestDb;
let workspace: string;

beforeEach(async () => {
  test = await openTestDb();
  workspace = mkdtempSync(join(tmpdir(), 'waggle-uploads-'));
});

afterEach(async () => {
  await test.dispose();
  rmSync(workspace, { recursive: true, force: true });
});

function file(name: string): TurnEventBody {
  const path = `outbox/${'0'.repeat(16)}/${name}`;
  const full = join(workspace, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, 'content');
  return { type: 'file', file: { path, name, mime: 'text/plain', bytes: 7 } };
}

describe('an upload on Discord whose answer was lost', () => {
  let discord: DiscordServer;
  let dm: DmPlace;
  let egress: Egress;
  let close: () => Promise<void>;

  beforeEach(async () => {
    discord = await startDiscordServer({ clock: test.clock });
    dm = discord.dm(discord.user());
    const rest = createDiscordRest({ token: discord.bot.token, apiUrl: discord.api, clock: test.clock });
    const application = discord.bot.id;
    const log = createRecordingLog();
    egress = createDiscordEgress({
      rest,
      application,
      instance: 'test',
      render: renderDiscord,
      clock: test.clock,
      log,
    });
    close = () => rest.close();
  });

  afterEach(async () => {
    expect(discord.refused()).toEqual([]);
    await close();
    await discord.close();
  });

  const turnIn = () =>
    openTurn(test, workspace, { platform: 'discord', account: discord.bot.id, chat: dm.id, kind: 'dm' }, egress);
  const isUpload = ({ params }: { params: Readonly<Record<string, unknown>> }) => 'attachments' in params;
  const shown = () => dm.botMessages().map(({ content, attachments: [one] }) => one?.name ?? content);

  it('is there once, however often that happens', async () => {
    const turn = await turnIn();
    discord.inject({ route: 'createMessage', times: 3, when: isUpload, fault: { kind: 'drop-after' } });
    const stream = await turn.attempt(file('one.txt'), file('two.txt'), final('Two files.'));
    expect(await turn.over(stream)).toEqual({ kind: 'delivered' });
    expect(shown()).toEqual(['Two files.', 'one.txt', 'two.txt']);
  });

  it('does not hold its chat for minutes when nothing is answered', async () => {
    const turn = await turnIn();
    discord.inject({ route: 'createMessage', when: isUpload, fault: { kind: 'hang-after' } });
    const since = test.clock.now();
    const stream = await turn.attempt(file('one.txt'), final('One file.'));
    expect(await turn.over(stream)).toEqual({ kind: 'delivered' });
    expect(shown()).toEqual(['One file.', 'one.txt']);
    expect(test.clock.now() - since).toBeLessThan(40_000);
  });
});

describe('an upload on Slack whose answer was lost', () => {
  let slack: SlackServer;
  let dm: DirectMessages;
  let egress: Egress;
  let close: () => void;

  beforeEach(async () => {
    slack = await startSlackServer({ clock: test.clock });
    dm = slack.dm(slack.user());
    const { botToken: token } = slack.app;
    const api = createSlackApi({ token, apiUrl: slack.url, clock: systemClock, log: createRecordingLog() });
    egress = createSlackEgress({ api, hasFaces: false, clock: test.clock });
    close = () => api.close();
  });

  afterEach(async () => {
    expect(slack.refused()).toEqual([]);
    close();
    await slack.close();
  });

  const turnIn = () =>
    openTurn(test, workspace, { platform: 'slack', account: 'T0TEST', chat: dm.id, kind: 'dm' }, egress);
  const shown = () => dm.botMessages().map((message) => message.files[0]?.name ?? slack.textOf(message));

  it('is there once', async () => {
    const turn = await turnIn();
    slack.inject({ method: 'files.completeUploadExternal', times: 3, fault: { kind: 'drop-after' } });
    const stream = await turn.attempt(file('one.txt'), file('two.txt'), final('Two files.'));
    expect(await turn.over(stream)).toEqual({ kind: 'delivered' });
    expect(shown()).toEqual(['Two files.', 'one.txt', 'two.txt']);
  });

  it('is brought and shown anew when it surely did not arrive', async () => {
    const turn = await turnIn();
    slack.inject({ method: 'files.completeUploadExternal', times: 3, fault: { kind: 'drop-before' } });
    const stream = await turn.attempt(file('one.txt'), final('One file.'));
    expect(await turn.over(stream)).toEqual({ kind: 'delivered' });
    expect(shown()).toEqual(['One file.', 'one.txt']);
  });

  it('is settled in seconds when Slack itself says that it failed half-way, a message too', async () => {
    const turn = await turnIn();
    slack.inject({ method: 'chat.postMessage', fault: { kind: 'error', error: 'internal_error' } });
    slack.inject({ method: 'files.completeUploadExternal', fault: { kind: 'error', error: 'fatal_error' } });
    const since = test.clock.now();
    const stream = await turn.attempt(file('one.txt'), final('One file.'));
    expect(await turn.over(stream)).toEqual({ kind: 'delivered' });
    expect(shown()).toEqual(['One file.', 'one.txt']);
    expect(test.clock.now() - since).toBeLessThan(20_000);
  });

  it('is found by the worker that takes the turn over', async () => {
    const turn = await turnIn();
    slack.inject({ method: 'files.completeUploadExternal', fault: { kind: 'hang-after' } });
    const first = await turn.attempt(file('one.txt'), final('One file.'));
    await turn.passUntil(() => shown().length === 2);
    first.abort();
    await first.done;
    const second = await turn.attempt(file('one.txt'), final('One file.'));
    expect(await turn.over(second)).toEqual({ kind: 'delivered' });
    expect(shown()).toEqual(['One file.', 'one.txt']);
    expect(slack.callsOf('files.completeUploadExternal')).toHaveLength(1);
  });
});
