import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCensus } from '../../../../src/channels/slack/ingress/census.js';
import { receiveBySocket } from '../../../../src/channels/slack/ingress/socketMode.js';
import { createSlackApi } from '../../../../src/channels/slack/wire/api.js';
import { systemClock } from '../../../../src/core/clock.js';
import { type SlackServer, startSlackServer } from '../../../platforms/slack/slackServer.js';
import { createFakeClock, type FakeClock } from '../../../setup/fakeClock.js';
import { createRecordingLog } from '../../../setup/recordingLog.js';
import { openTestDb, type TestDb } from '../../../store/openTestDb.js';

let slack: SlackServer;
let clock: FakeClock;
let stores: TestDb[];
let running: { stop(): Promise<void> }[];

beforeEach(async () => {
  slack = await startSlackServer();
  clock = createFakeClock();
  stores = [];
  running = [];
});

afterEach(async () => {
  for (const process of running) await process.stop();
  await slack.close();
  for (const store of stores) await store.dispose();
});

async function openStore(): Promise<TestDb> {
  const store = await openTestDb();
  stores.push(store);
  return store;
}

/** The ingress of one process, connected. */
async function startIngress(store: TestDb, owner: string) {
  const log = createRecordingLog();
  const { appToken, botToken } = slack.app;
  const api = createSlackApi({ token: botToken, apiUrl: slack.url, clock: systemClock, log });
  const memory = store.db.channelMemory;
  const census = createCensus({ appToken, owner, account: 'slack:T1', memory, clock, log });
  const ending = new AbortController();
  const before = slack.app.sockets().length;
  const receiving = receiveBySocket({ api, appToken, take: async () => {}, census, clock, log }, ending.signal);
  await slack.waitFor(() => slack.app.sockets().length === before + 2, { what: 'two more sockets' });
  const process = {
    log,
    stop: async () => {
      ending.abort();
      await receiving;
      api.close();
    },
  };
  running.push(process);
  return process;
}

/** Moves the clock in steps, and lets sockets and the store answer meanwhile, until it holds. */
async function passUntil(holds: () => boolean | Promise<boolean>, stepMs: number): Promise<void> {
  for (let steps = 0; !(await holds()); steps += 1) {
    if (steps > 500) throw new Error('it did not come true');
    await new Promise((resolve) => setTimeout(resolve, 5));
    await clock.advance(stepMs);
  }
}

const errors = ({ log }: Awaited<ReturnType<typeof startIngress>>) =>
  log.messages('error').filter((line) => line.startsWith('another program is connected to Slack with this app token'));
const gone = 'nobody else is connected to Slack with this app token any more';
const troublesOf = (store: TestDb) => store.db.channelMemory.troubles();

it('several processes of one data directory are as it should be', async () => {
  const store = await openStore();
  const one = await startIngress(store, 'one');
  const two = await startIngress(store, 'two');
  const until = clock.now() + 2 * 3_600_000;
  await passUntil(() => clock.now() > until, 25_000);
  expect([...errors(one), ...errors(two)]).toEqual([]);
  expect(await troublesOf(store)).toEqual([]);
  expect(slack.app.sockets()).toHaveLength(4);
});

it('a program of another data directory is noticed by both, told once, and its end as well', async () => {
  const [ours, theirs] = [await openStore(), await openStore()];
  const one = await startIngress(ours, 'one');
  const other = await startIngress(theirs, 'other');
  await passUntil(() => errors(other).length > 0, 5_000);
  expect(await troublesOf(theirs)).toEqual([{ account: 'slack:T1', trouble: 'shared-token' }]);
  await passUntil(() => errors(one).length > 0, 20_000);
  expect(await troublesOf(ours)).toEqual([{ account: 'slack:T1', trouble: 'shared-token' }]);
  await other.stop();
  await passUntil(() => one.log.messages('info').includes(gone), 20_000);
  await passUntil(async () => (await troublesOf(ours)).length === 0, 1_000);
  expect([errors(one), errors(other)].map((lines) => lines.length)).toEqual([1, 1]);
  expect(slack.app.sockets()).toHaveLength(2);
});
