import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGate } from '../platforms/gate.js';
import { type ModelServer, startModelServer } from '../platforms/model/modelServer.js';
import { type SlackServer, startSlackServer } from '../platforms/slack/slackServer.js';
import type { UserRecord } from '../platforms/slack/world.js';
import { startTelegramServer, type TelegramServer } from '../platforms/telegram/telegramServer.js';
import { type GatewayProcess, makeDataDir, startGatewayProcess } from './gateway.js';

let model: ModelServer;
let slack: SlackServer;
let telegram: TelegramServer;
let gateway: GatewayProcess;
let home: ReturnType<typeof makeDataDir>;
let ada: UserRecord;

const ANSWER = 'The first sentence of the answer stands here. The second one follows it after a while, and ends it.';

const start = async () => {
  gateway = await startGatewayProcess({
    SLACK_BOT_TOKEN: slack.app.botToken,
    SLACK_APP_TOKEN: slack.app.appToken,
    SLACK_API_URL: slack.url,
    TELEGRAM_BOT_TOKEN: telegram.bot.token,
    TELEGRAM_API_ROOT: telegram.url,
    LITELLM_URL: model.url,
    WAGGLE_ACCESS: 'open',
    WAGGLE_DATA_DIR: home.dataDir,
    WAGGLE_LEASE_MS: '2000',
    WAGGLE_SWEEP_MS: '200',
  });
  await slack.waitFor(() => slack.app.sockets().length === 2, { what: 'two sockets', timeoutMs: 20_000 });
};

beforeEach(async () => {
  home = makeDataDir();
  model = await startModelServer();
  telegram = await startTelegramServer({ rates: 'off', pollDelays: false });
  slack = await startSlackServer({ rates: 'off', lingeringSockets: true });
  ada = slack.user({ name: 'Ada' });
  await start();
});

afterEach(async () => {
  await gateway.child.stop();
  await slack.close();
  await telegram.close();
  await model.close();
  home.remove();
});

/** Answers that stop after their first sentence until the gate opens. */
const heldAnswers = () => {
  const gate = createGate();
  model.script(() => ({ text: ANSWER, chunkChars: 12, pauses: [{ afterChunks: 5, until: gate.opened }] }));
  return gate;
};

describe('faults in the middle of a turn', () => {
  it('a killed process: another goes on in the same message', async () => {
    const gate = heldAnswers();
    const room = slack.channel();
    const asked = room.mention(ada, 'tell me');
    const first = await room.waitForBotMessage();
    const silence = createGate();
    model.script(() => ({ text: ANSWER, pauses: [{ afterChunks: 0, until: silence.opened }] }));
    const said = slack.dm(ada).say('me too');
    await slack.waitFor(() => said.reactions.has('eyes'), { what: 'a sign of work' });
    await gateway.kill();
    gate.open();
    silence.open();
    await start();
    await slack.waitFor(() => slack.textOf(first) === ANSWER, { what: 'the whole answer', timeoutMs: 20_000 });
    expect(room.botMessages(asked)).toHaveLength(1);
    await slack.waitFor(() => first.blocks.every((block) => block.type !== 'actions'), { what: 'no buttons' });
    await slack.waitFor(() => said.reactions.size === 0, { what: 'no sign left', timeoutMs: 20_000 });
    expect(slack.refused()).toEqual([]);
  });

  it('the answer deleted by hand comes anew; a kick ends the turn and the next chat goes on', async () => {
    const gate = heldAnswers();
    const room = slack.channel();
    room.mention(ada, 'tell me');
    const first = await room.waitForBotMessage();
    room.remove(first);
    gate.open();
    const second = await room.waitForBotMessage((message) => slack.textOf(message) === ANSWER, { timeoutMs: 20_000 });
    expect(second.ts).not.toBe(first.ts);
    const again = heldAnswers();
    const other = slack.channel();
    other.mention(ada, 'and here?');
    await other.waitForBotMessage();
    other.kick();
    again.open();
    const dm = slack.dm(ada);
    dm.say('still there?');
    await dm.waitForBotMessage((message) => slack.textOf(message) === ANSWER, { timeoutMs: 20_000 });
    expect(slack.refused()).toEqual([]);
  });

  it('a revoked token ends Slack with a reason, and Telegram goes on', async () => {
    model.script(() => ({ text: ANSWER }));
    slack.app.revoke();
    await expect
      .poll(() => gateway.log(), { timeout: 10_000 })
      .toMatch(/stopped receiving|SLACK_BOT_TOKEN.*revoked or mistyped/);
    const chat = telegram.privateChat(telegram.user(11, { name: 'Ada' }));
    chat.say('And you?');
    await chat.waitForBotMessage((message) => message.text === ANSWER);
  });

  it('storms of 429, 5xx and broken connections: the last word lands once', async () => {
    model.script(() => ({ text: ANSWER, chunkChars: 8 }));
    const dm = slack.dm(ada);
    slack.inject({ method: 'chat.update', probability: 0.3, times: 4, fault: { kind: 'drop-after' } });
    slack.inject({ method: 'chat.update', probability: 0.5, times: 2, fault: { kind: 'flood', seconds: 1 } });
    slack.inject({ method: 'chat.postMessage', times: 1, fault: { kind: 'flood', seconds: 1 } });
    slack.inject({ method: 'chat.postMessage', times: 1, fault: { kind: 'page', status: 503 } });
    slack.inject({ method: 'chat.postMessage', times: 1, fault: { kind: 'drop-after' } });
    dm.say('once more');
    await slack.waitFor(
      () => {
        const [only, ...others] = dm.botMessages();
        const isWhole = only !== undefined && slack.textOf(only) === ANSWER;
        return isWhole && others.length === 0 && only.blocks.every((block) => block.type !== 'actions');
      },
      { what: 'the answer, once', timeoutMs: 30_000 },
    );
    expect(slack.refused()).toEqual([]);
    expect(slack.intoClosed()).toEqual([]);
    expect(dm.notifications()).toHaveLength(1);
  });
});
