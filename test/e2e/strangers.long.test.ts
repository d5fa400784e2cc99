import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { english } from '../../src/reply/catalogue/en.js';
import { discordRoutes } from './strangers/discordRoutes.js';
import { httpRoutes } from './strangers/httpRoutes.js';
import { type Attempt, type Route, wordOf } from './strangers/route.js';
import { slackRoutes } from './strangers/slackRoutes.js';
import { openStrangersStage, type StrangersStage } from './strangers/strangersStage.js';
import { telegramRoutes } from './strangers/telegramRoutes.js';

let stage: StrangersStage;

const ROUTES: readonly Route[] = [
  ...telegramRoutes(
    () => stage.telegram,
    () => stage.owner.telegram,
  ),
  ...slackRoutes(
    () => stage.slack,
    () => stage.owner.slack,
  ),
  ...discordRoutes(
    () => stage.discord,
    () => stage.owner.discord,
  ),
  ...httpRoutes({ chat: () => stage.url.chat, webhooks: () => stage.url.webhooks }),
];

/** The pairing message, whatever the platform makes of its marks. */
const PAIRING = new RegExp(
  ['pairing-hello', 'pairing-code', 'pairing-how']
    .map((key) => String(english[key]).replace(/[.*+?^${}()|[\]\\`]/g, '\\$&'))
    .join('\\s+')
    .replaceAll('\\{code\\}', '[A-Z0-9]{8}')
    .replaceAll('\\`', '`?'),
);

const attempts: (Attempt | Error)[] = [];

beforeAll(async () => {
  stage = await openStrangersStage();
  for (const [index, route] of ROUTES.entries()) {
    try {
      const before = stage.nobodys();
      const attempt = await route.attempt(wordOf(index));
      await stage.waitForTrails(attempt, before);
      attempts.push(attempt);
    } catch (thrown) {
      attempts.push(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
  }
  await stage.settle();
}, 400_000);
afterAll(() => stage.close());

describe('a stranger gets nothing but the pairing message', () => {
  it('by more than fifty routes', () => {
    expect(ROUTES.length).toBeGreaterThanOrEqual(50);
    expect(new Set(ROUTES.map(({ name }) => name)).size).toBe(ROUTES.length);
  });

  it.each(ROUTES.map((route, index) => ({ ...route, index })))('$name', async ({ told, index }) => {
    const attempt = attempts[index];
    if (attempt === undefined || attempt instanceof Error) throw attempt ?? new Error('it was not attempted');
    expect(JSON.stringify(stage.model.requests.map(({ body }) => body))).not.toContain(wordOf(index));
    if (told === 'nothing') {
      expect(attempt.seen()).toEqual([]);
      expect(attempt.shown()).toEqual([]);
      return;
    }
    await expect.poll(() => attempt.shown().length, { timeout: 10_000 }).toBe(1);
    expect(attempt.shown()[0]).toMatch(PAIRING);
  });

  it('and no model was asked but for the owner', () => {
    for (const { lastUser } of stage.model.requests) expect(lastUser).toMatch(/settled\?$/);
  });
});
