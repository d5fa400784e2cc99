import { createServer, type Server } from 'node:http';
import type { App } from '@slack/bolt';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { httpAppOf } from './client.js';
import type { Channel } from './people.js';
import { type SlackServer, startSlackServer } from './slackServer.js';
import type { UserRecord } from './world.js';

let server: SlackServer;
let ada: UserRecord;
let channel: Channel;
let app: App;
let url: string;

beforeEach(async () => {
  server = await startSlackServer({ ackMs: 1000, retryMs: [20, 20] });
  ada = server.user({ name: 'Ada' });
  channel = server.channel();
  ({ app, url } = await httpAppOf(server));
  server.app.useHttp(url);
});
afterEach(async () => {
  await app.stop();
  await server.close();
});

const settled = () => server.waitFor(() => server.app.envelopes.every((envelope) => envelope.state !== 'waiting'));

it('signed events, commands and interactions reach a Bolt app', async () => {
  app.event('app_mention', async ({ event, say }) => {
    await say({ text: 'yes?', thread_ts: event.ts });
  });
  app.command('/waggle', async ({ command, ack }) => {
    await ack(`you said ${command.text}`);
  });
  channel.mention(ada, 'hello & <good> day');
  expect((await channel.waitForBotMessage()).text).toBe('yes?');
  const command = channel.slashCommand(ada, '/waggle', 'what & why');
  await server.waitFor(() => command.envelope.state === 'acked');
  expect(channel.ephemerals(ada.id).map((message) => message.text)).toEqual(['you said what & why']);
  expect(server.app.envelopes[0]?.attempts[0]).toMatchObject({ over: 'http' });
});

it('the request URL answers its challenge', async () => {
  expect(await server.app.verifyUrl(url)).toBe(true);
});

it('a wrong signature is refused by the app, and retried', async () => {
  const other = server.addApp({ signingSecret: 'another secret' });
  other.useHttp(url);
  server.channel({ apps: [other] }).say(ada, 'hello');
  await server.waitFor(() => other.envelopes[0]?.state === 'failed');
  expect(other.envelopes[0]?.attempts.map((attempt) => attempt.failure)).toEqual([
    'http_error',
    'http_error',
    'http_error',
  ]);
});

/** A request URL that answers as the test says. */
async function listen(answer: Parameters<typeof createServer>[1]): Promise<{ http: Server; address: string }> {
  const http = createServer(answer);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', () => resolve()));
  const where = http.address();
  if (where === null || typeof where === 'string') throw new Error('no address');
  return { http, address: `http://127.0.0.1:${where.port}/` };
}
const shut = (http: Server) =>
  new Promise<void>((resolve) => {
    http.close(() => resolve());
    http.closeAllConnections();
  });

it('no answer in time: the event comes again and says why', async () => {
  const heads: (string | string[] | undefined)[][] = [];
  const { http, address } = await listen((request, response) => {
    heads.push([request.headers['x-slack-retry-num'], request.headers['x-slack-retry-reason']]);
    if (heads.length === 2) response.writeHead(500).end();
    if (heads.length === 3) response.writeHead(200).end();
  });
  server.app.useHttp(address);
  channel.say(ada, 'hello');
  await settled();
  expect(heads).toEqual([
    [undefined, undefined],
    ['1', 'http_timeout'],
    ['2', 'http_error'],
  ]);
  expect(server.app.envelopes[0]?.state).toBe('acked');
  await shut(http);
});

it('an app can ask not to be tried again; a closed port counts as a failed connection', async () => {
  const { http, address } = await listen((_request, response) => {
    response.writeHead(503, { 'x-slack-no-retry': '1' }).end();
  });
  server.app.useHttp(address);
  channel.say(ada, 'hello');
  await settled();
  expect(server.app.envelopes[0]).toMatchObject({ state: 'failed', attempts: [{ failure: 'http_error' }] });
  await shut(http);
  const command = channel.slashCommand(ada, '/waggle');
  await settled();
  expect(command.envelope).toMatchObject({ state: 'failed', attempts: [{ failure: 'connection_failed' }] });
});
