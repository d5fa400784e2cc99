import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSlackEgress } from '../../src/channels/slack/egress/egress.js';
import { createSlackApi } from '../../src/channels/slack/wire/api.js';
import { systemClock } from '../../src/core/clock.js';
import type { TurnEventBody } from '../../src/core/events.js';
import type { Egress } from '../../src/core/ports/egress.js';
import type { Channel } from '../platforms/slack/people.js';
import { type SlackServer, startSlackServer } from '../platforms/slack/slackServer.js';
import type { UserRecord } from '../platforms/slack/world.js';
import { createRecordingLog } from '../setup/recordingLog.js';
import { openTestDb, type TestDb } from '../store/openTestDb.js';
import { openTurn } from './openTurn.js';
import { final } from './replyScene.js';

/** Three messages of what a response_url takes. */
const PARTS = Array.from(
  { length: 30 },
  (_, i) => `Part ${i + 1}: ${'The gulls keep to the northern cliffs. '.repeat(25)}`,
);
const LONG = PARTS.map((part) => part.trim()).join('\n\n');

const words = (text: string) => text.split(/\s+/).filter(Boolean).join(' ');

let test: TestDb;
let workspace: string;
let slack: SlackServer;
let ada: UserRecord;
let elsewhere: Channel;
let egress: Egress;
let close: () => void;

beforeEach(async () => {
  test = await openTestDb();
  workspace = mkdtempSync(join(tmpdir(), 'waggle-one-way-'));
  slack = await startSlackServer({ clock: test.clock });
  ada = slack.user({ name: 'Ada' });
  elsewhere = slack.channel({ apps: [], members: [ada] });
  const api = createSlackApi({
    token: slack.app.botToken,
    apiUrl: slack.url,
    clock: systemClock,
    log: createRecordingLog(),
  });
  egress = createSlackEgress({ api, hasFaces: false, clock: test.clock });
  close = () => api.close();
});

afterEach(async () => {
  expect(slack.refused()).toEqual([]);
  close();
  await slack.close();
  await test.dispose();
  rmSync(workspace, { recursive: true, force: true });
});

/** A command given where the app is no member. */
function turnHere() {
  const { responseUrl: token } = elsewhere.slashCommand(ada, '/waggle', 'tell me about gulls');
  const interaction = { token, until: test.clock.now() + 29 * 60_000 };
  const address = { platform: 'slack', account: 'T0TEST', chat: elsewhere.id, kind: 'group', interaction } as const;
  return openTurn(test, workspace, address, egress);
}

const shown = () => elsewhere.ephemerals(ada.id).map((message) => words(slack.textOf(message)));
const text = (delta: string): TurnEventBody => ({ type: 'text', delta });

describe('an answer by response_url, where nothing can be changed or looked for', () => {
  it('begins only when it is whole, and stands there once, in as few messages as hold it', async () => {
    const turn = await turnHere();
    const stream = await turn.attempt(text(LONG.slice(0, 20_000)));
    const since = test.clock.now();
    await turn.passUntil(() => test.clock.now() > since + 20_000);
    expect(shown()).toEqual([]);
    stream.push(text(LONG.slice(20_000)));
    stream.push(final(LONG));
    expect(await turn.over(stream)).toEqual({ kind: 'delivered' });
    expect(shown()).toHaveLength(3);
    expect(shown().join(' ')).toBe(words(LONG));
    expect(slack.callsOf('response_url')).toHaveLength(3);
  });

  it('goes on after its worker died between two messages, and says none of them twice', async () => {
    const turn = await turnHere();
    const flood = slack.inject({
      method: 'response_url',
      times: 9,
      when: () => shown().length === 1,
      fault: { kind: 'page', status: 503 },
    });
    const first = await turn.attempt(final(LONG));
    await turn.passUntil(() => slack.callsOf('response_url').some(({ fault }) => fault === 'page'));
    first.abort();
    await first.done;
    flood.remove();
    const second = await turn.attempt(final(LONG));
    expect(await turn.over(second)).toEqual({ kind: 'delivered' });
    expect(shown()).toHaveLength(3);
    expect(shown().join(' ')).toBe(words(LONG));
    expect(turn.log.messages('warn')).not.toContain('a message may stand twice after a lost answer');
  });

  it.each(['drop-after', 'drop-before'] as const)(
    'is never lost and stands twice at most where the answer to its send was (%s), which is counted',
    async (kind) => {
      const turn = await turnHere();
      slack.inject({ method: 'response_url', when: () => shown().length === 1, fault: { kind } });
      const since = test.clock.now();
      const stream = await turn.attempt(final(LONG));
      expect(await turn.over(stream)).toEqual({ kind: 'delivered' });
      const [one = '', two = '', ...more] = shown();
      const [, , three = ''] = kind === 'drop-after' ? [one, two, more[1]] : [one, two, more[0]];
      expect([one, two, three].join(' ')).toBe(words(LONG));
      expect(shown()).toEqual(kind === 'drop-after' ? [one, two, two, three] : [one, two, three]);
      expect(
        turn.log.messages('warn').filter((line) => line === 'a message may stand twice after a lost answer'),
      ).toHaveLength(1);
      expect(test.clock.now() - since).toBeLessThan(20_000);
    },
  );

  it('stands twice at most where a worker died in the middle of a send', async () => {
    const turn = await turnHere();
    slack.inject({ method: 'response_url', when: () => shown().length === 1, fault: { kind: 'hang-after' } });
    const first = await turn.attempt(final(LONG));
    await turn.passUntil(() => shown().length === 2);
    // Nobody settles the call of a process that was killed.
    const second = await turn.attempt(final(LONG));
    expect(await turn.over(second)).toEqual({ kind: 'delivered' });
    const [one, two, again, three] = shown();
    expect(again).toBe(two);
    expect([one, two, three].join(' ')).toBe(words(LONG));
    expect(shown()).toHaveLength(4);
    first.abort();
    await first.done;
  });

  it('ends with an error that is said once, also where a worker died after it', async () => {
    const turn = await turnHere();
    const failed: TurnEventBody = {
      type: 'failed',
      error: { code: 'model-unreachable', sentence: 'The model cannot be reached.' },
    };
    const first = await turn.attempt(text('A beginning that nobody sees.'), failed);
    expect(await turn.over(first)).toEqual({ kind: 'delivered' });
    const second = await turn.attempt(text('A beginning that nobody sees.'), failed);
    expect(await turn.over(second)).toEqual({ kind: 'delivered' });
    expect(shown()).toHaveLength(2);
  });
});
