import { App, LogLevel } from '@slack/bolt';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SlackServer, startSlackServer } from './slackServer.js';
import type { UserRecord } from './world.js';

let server: SlackServer;
let ada: UserRecord;
let app: App;
let seen: unknown[];

beforeEach(async () => {
  server = await startSlackServer({ retryMs: [50, 50] });
  ada = server.user({ name: 'Ada' });
  seen = [];
  app = new App({
    token: server.app.botToken,
    appToken: server.app.appToken,
    socketMode: true,
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl: server.url },
  });
  app.use(async ({ body, next }) => {
    seen.push(body);
    await next();
  });
  await app.start();
});
afterEach(async () => {
  await app.stop();
  await server.close();
});

it('a message arrives over the socket, is acknowledged and answered in its thread', async () => {
  app.message(async ({ message, say }) => {
    await say({ text: 'hello', thread_ts: message.ts });
  });
  const channel = server.channel();
  const asked = channel.say(ada, 'hi & <b>');
  const answer = await channel.waitForBotMessage();
  expect(answer).toMatchObject({ text: 'hello', thread: asked.ts });
  expect(seen[0]).toMatchObject({ event: { text: 'hi &amp; &lt;b&gt;', user: ada.id, channel_type: 'channel' } });
  await server.waitFor(() => server.app.envelopes.every((envelope) => envelope.state === 'acked'));
  expect(server.app.envelopesOf('message')).toHaveLength(2);
  expect(channel.notifications()).toMatchObject([{ text: 'hello', thread: asked.ts }]);
  expect(server.refused()).toEqual([]);
});
