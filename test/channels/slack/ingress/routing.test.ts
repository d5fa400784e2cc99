import { createHmac } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { startSlack } from '../../../../src/channels/slack/start.js';
import { systemClock } from '../../../../src/core/clock.js';
import { type InboundMessage, textOf } from '../../../../src/core/message.js';
import { startHttpServer } from '../../../../src/http/httpServer.js';
import { startSlackServer } from '../../../platforms/slack/slackServer.js';
import { never, openScene, type SlackScene } from '../scene.js';

let scene: SlackScene;
const closers: (() => Promise<unknown> | undefined)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await scene.close();
});

it('two workspaces of one app share its secret, and each hears what is meant for it; old signatures are refused', async () => {
  scene = await openScene({ receives: false });
  const { log } = scene;
  const signingSecret = 'one secret for both';
  const servers = await Promise.all(
    ['T0ONE', 'T0TWO', 'T0OTHER'].map((id) =>
      startSlackServer({ team: { id, name: id, domain: id.toLowerCase() }, app: { signingSecret } }),
    ),
  );
  for (const server of servers) closers.push(() => server.close());
  const accounts = servers.slice(0, 2).map(({ app, url }) => ({ botToken: app.botToken, apiUrl: url, signingSecret }));
  const starts = startSlack(accounts, scene.deps);
  const stored: InboundMessage[] = [];
  const ending = new AbortController();
  for (const start of starts) {
    const channel = await start.open(never);
    const ended = channel.ingress.run(async (message) => {
      stored.push(message);
      return { outcome: 'stored', turn: message.identity };
    }, ending.signal);
    closers.push(
      () => channel.close(),
      () => ended,
    );
  }
  closers.push(async () => ending.abort());
  const parts = starts.flatMap(({ httpPart }) => httpPart ?? []);
  const http = await startHttpServer({ host: '127.0.0.1', port: 0, token: 'test', parts, clock: systemClock, log });
  closers.push(() => http.close());
  for (const server of servers) {
    server.app.useHttp(`${http.url}/slack/events`);
    const ada = server.user({ name: 'Ada' });
    server.dm(ada).say(`in ${server.team.id}`);
    const isTaken = () => server.app.envelopes.every((envelope) => envelope.state === 'acked');
    await server.waitFor(isTaken);
    server.dm(ada).slashCommand('/waggle', 'status');
    await server.waitFor(isTaken);
  }
  expect(stored.map((message) => [message.address.account, textOf(message)])).toEqual([
    ['T0ONE', 'in T0ONE'],
    ['T0ONE', '/status'],
    ['T0TWO', 'in T0TWO'],
    ['T0TWO', '/status'],
  ]);
  expect(log.messages('warn')).toContain('a Slack event is for a workspace that is not configured');

  const post = (ageMs: number) => {
    const body = JSON.stringify({ type: 'app_rate_limited', team_id: 'T0ONE', minute_rate_limited: 1 });
    const at = String(Math.floor((Date.now() - ageMs) / 1000));
    const signature = createHmac('sha256', signingSecret).update(`v0:${at}:${body}`).digest('hex');
    const headers = { 'x-slack-request-timestamp': at, 'x-slack-signature': `v0=${signature}` };
    return fetch(`${http.url}/slack/events`, { method: 'POST', body, headers });
  };
  const warning = 'Slack has too many events for this app and leaves some out; what people write now may be lost';
  expect((await post(6 * 60_000)).status).toBe(401);
  expect(log.messages('warn')).not.toContain(warning);
  expect((await post(0)).status).toBe(200);
  expect(log.messages('warn')).toContain(warning);
});
