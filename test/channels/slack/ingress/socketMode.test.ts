import { expect, it } from 'vitest';
import { createCensus } from '../../../../src/channels/slack/ingress/census.js';
import { receiveBySocket } from '../../../../src/channels/slack/ingress/socketMode.js';
import { createSlackApi } from '../../../../src/channels/slack/wire/api.js';
import { startSlackServer } from '../../../platforms/slack/slackServer.js';
import { createFakeClock } from '../../../setup/fakeClock.js';
import { createRecordingLog } from '../../../setup/recordingLog.js';
import { openTestDb } from '../../../store/openTestDb.js';

/** The clock stands still, so a pause of any length would be for ever. */
it('connections that are cut have their successors at once, and those of good ones every time', async () => {
  const clock = createFakeClock();
  const log = createRecordingLog();
  const server = await startSlackServer();
  const { app } = server;
  const api = createSlackApi({ token: app.botToken, apiUrl: server.url, clock, log });
  const ending = new AbortController();
  const store = await openTestDb();
  const { appToken } = app;
  const memory = store.db.channelMemory;
  const census = createCensus({ appToken, owner: 'test', account: 'slack:T1', memory, clock, log });
  const deps = { api, appToken, take: async () => {}, census, clock, log };
  const receiving = receiveBySocket(deps, ending.signal);
  const newPair = (after: number) =>
    server.waitFor(() => app.sockets().length === 2 && app.sockets().every(({ id }) => id > after), {
      what: 'two new sockets',
    });
  const connected = () => log.messages('info').filter((message) => message === 'connected to Slack').length;

  for (const pairs of [1, 2, 3]) {
    await newPair(2 * (pairs - 1));
    while (connected() < 2 * pairs) await new Promise((resolve) => setImmediate(resolve));
    if (pairs > 1) await clock.advance(10_000);
    app.dropSockets();
  }
  await newPair(6);

  expect(log.messages('warn')).toEqual([]);
  ending.abort();
  await receiving;
  api.close();
  await server.close();
  await store.dispose();
});
