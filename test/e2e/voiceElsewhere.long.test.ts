import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DiscordServer, startDiscordServer } from '../platforms/discord/discordServer.js';
import { type ModelServer, startModelServer } from '../platforms/model/modelServer.js';
import { type SlackServer, startSlackServer } from '../platforms/slack/slackServer.js';
import { type Gateways, openGateways } from './gateways.js';

const OGG = Buffer.from('OggS and what the test says is heard');

let model: ModelServer;
let slack: SlackServer;
let discord: DiscordServer;
let gateways: Gateways;
beforeEach(async () => {
  model = await startModelServer();
  slack = await startSlackServer({ rates: 'documented' });
  discord = await startDiscordServer({ rates: 'documented' });
  gateways = openGateways(
    {
      SLACK_BOT_TOKEN: slack.app.botToken,
      SLACK_APP_TOKEN: slack.app.appToken,
      SLACK_API_URL: slack.url,
      DISCORD_BOT_TOKEN: discord.bot.token,
      DISCORD_API_URL: discord.api,
      LITELLM_URL: model.url,
      WAGGLE_ACCESS: 'open',
      WAGGLE_STT_MODEL: 'whisper-1',
    },
    undefined,
  );
});
afterEach(async () => {
  await gateways.close();
  await Promise.all([slack.close(), discord.close(), model.close()]);
  expect([...slack.refused(), ...discord.refused()]).toEqual([]);
});

it('voice messages on Discord and clips on Slack are heard, shown and answered', { timeout: 120_000 }, async () => {
  model.speech.script([{ text: 'hello from Discord' }, { text: 'hello from Slack' }]);
  model.script(({ lastUser }) => ({ text: `Heard: ${/hello from \w+/.exec(lastUser)?.[0] ?? 'nothing'}.` }));
  await gateways.start('ingress');
  await discord.waitFor(() => discord.gateway.isConnected(), { what: 'a gateway', timeoutMs: 30_000 });
  await slack.waitFor(() => slack.app.sockets().length === 2, { what: 'two sockets', timeoutMs: 30_000 });

  const ada = discord.user({ name: 'ada' });
  const dm = discord.dm(ada);
  dm.attach([{ name: 'voice-message.ogg', mime: 'audio/ogg', bytes: OGG, durationSecs: 2.4 }]);
  const answer = await dm.waitForBotMessage(({ content }) => content.includes('Heard:'), { timeoutMs: 30_000 });
  expect(answer.content).toBe('> 🎤 hello from Discord\n\nHeard: hello from Discord.');
  expect(model.requests.at(-1)?.lastUser).toContain('[voice message, 0:02] hello from Discord');

  const bo = slack.user({ name: 'Bo' });
  const chat = slack.dm(bo);
  chat.shareFile({
    name: 'audio_message.m4a',
    mime: 'audio/mp4',
    bytes: Buffer.from('\0\0\0\x20ftypM4A x'),
    clipMs: 61_000,
  });
  const told = await chat.waitForBotMessage((message) => slack.textOf(message).includes('Heard:'), {
    timeoutMs: 30_000,
  });
  expect(slack.textOf(told)).toContain('🎤 hello from Slack');
  expect(slack.textOf(told)).toContain('Heard: hello from Slack.');
  expect(model.requests.at(-1)?.lastUser).toContain('[voice message, 1:01] hello from Slack');
  expect(model.speech.requests.map(({ name, mime }) => [name, mime])).toEqual([
    ['recording.ogg', 'audio/ogg'],
    ['recording.m4a', 'audio/mp4'],
  ]);
});

it('without a speech model both say so, and no model is asked', { timeout: 120_000 }, async () => {
  await gateways.start('ingress', { WAGGLE_STT_MODEL: '' });
  await discord.waitFor(() => discord.gateway.isConnected(), { what: 'a gateway', timeoutMs: 30_000 });
  await slack.waitFor(() => slack.app.sockets().length === 2, { what: 'two sockets', timeoutMs: 30_000 });
  const ada = discord.user({ name: 'ada' });
  const dm = discord.dm(ada);
  dm.attach([{ name: 'voice-message.ogg', mime: 'audio/ogg', bytes: OGG, durationSecs: 2 }]);
  await dm.waitForBotMessage(({ content }) => content.includes('no speech model is set up'), { timeoutMs: 30_000 });
  const chat = slack.dm(slack.user({ name: 'Bo' }));
  chat.shareFile({ name: 'audio_message.webm', mime: 'audio/webm', bytes: OGG, clipMs: 2000 });
  await chat.waitForBotMessage((message) => slack.textOf(message).includes('no speech model is set up'), {
    timeoutMs: 30_000,
  });
  expect(model.requests).toEqual([]);
});
