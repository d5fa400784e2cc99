import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../setup/fakeClock.js';
import { acceptInto, advanceBy, advanceUntil, until } from '../setup.js';
import { type IngressScene, openIngressScene } from './ingressScene.js';

let scene: IngressScene;
let server: IngressScene['server'];
let db: IngressScene['db'];
let stored: IngressScene['stored'];
let start: IngressScene['start'];
let storedCount: IngressScene['storedCount'];

beforeEach(async () => {
  scene = await openIngressScene();
  ({ server, db, stored, start, storedCount } = scene);
});

afterEach(async () => {
  await scene.close();
});

describe('when Telegram fails', () => {
  it.each([
    ['a dropped connection', { kind: 'drop-before' as const }],
    ['an answer cut off', { kind: 'cut-answer' as const }],
    ['a page of a proxy', { kind: 'page' as const, code: 502 }],
    ['an error of the server', { kind: 'status' as const, code: 500, description: 'Internal Server Error' }],
  ])('polls on after %s', async (_, fault) => {
    server.inject({ method: 'getUpdates', fault });
    const one = start(acceptInto(db, stored));
    server.privateChat(501).say('hi');
    await storedCount(1);
    expect(one.log.said('warn', /polling Telegram failed/)).toBe(true);
  });

  it('polls on after the server was away', async () => {
    start(acceptInto(db, stored));
    await server.waitFor(() => server.bot.isPolled());
    await server.goDown();
    await server.comeUp();
    server.privateChat(501).say('hi');
    await storedCount(1);
  });

  it('waits as long as a 429 says', async () => {
    const clock = createFakeClock();
    const fault = {
      kind: 'status' as const,
      code: 429,
      description: 'Too Many Requests: retry after 35',
      parameters: { retry_after: 35 },
    };
    server.inject({ method: 'getUpdates', fault });
    start(acceptInto(db, stored), { clock });
    const first = await server.waitForCall((call) => call.method === 'getUpdates' && call.endedAt !== undefined);
    expect(first.fault).toBe('status');
    await advanceBy(clock, 34_500);
    expect(server.callsOf('getUpdates')).toHaveLength(1);
    await advanceUntil(clock, () => server.bot.isPolled(), { limitMs: 30_000 });
  });

  it('says that another program polls, and gets its turn when that ends', async () => {
    const other = fetch(`${server.url}/bot${server.bot.token}/getUpdates?timeout=50`).then((answer) => answer.json());
    await server.waitFor(() => server.bot.isPolled());
    const one = start(acceptInto(db, stored));
    expect(await other).toMatchObject({ ok: false, error_code: 409 });
    await server.waitFor(() => server.bot.isPolled());
    const another = fetch(`${server.url}/bot${server.bot.token}/getUpdates?timeout=0`).then((answer) => answer.json());
    await another;
    const third = fetch(`${server.url}/bot${server.bot.token}/getUpdates?timeout=1`).then((answer) => answer.json());
    await until(() => one.log.said('warn', /another program polls this Telegram bot/));
    await third;
    server.privateChat(501).say('hi');
    await storedCount(1);
  });

  it('ends with the reason when the token is revoked', async () => {
    const one = start(acceptInto(db, stored), { account: { token: '999:gone' } });
    expect(await one.ended).toMatchObject({
      code: 'telegram-token',
      message: expect.stringContaining('TELEGRAM_BOT_TOKEN'),
    });
  });

  it('ends with the reason when the token is revoked while it polls', async () => {
    const one = start(acceptInto(db, stored));
    await server.waitFor(() => server.bot.isPolled());
    server.inject({ method: 'getUpdates', fault: { kind: 'status', code: 401, description: 'Unauthorized' } });
    server.privateChat(501).say('hi');
    expect(await one.ended).toMatchObject({ code: 'telegram-token' });
  });

  it('never logs the token', async () => {
    server.inject({ method: 'getMe', fault: { kind: 'drop-before' } });
    server.inject({ method: 'getUpdates', fault: { kind: 'drop-before' } });
    const one = start(acceptInto(db, stored));
    await server.waitFor(() => server.bot.isPolled());
    const lines = one.log.lines.filter((line) => line.level === 'warn');
    expect(lines.length).toBeGreaterThanOrEqual(2);
    const everything = lines
      .map((line) => `${line.message} ${Object.values(line.fields).map(inspect).join(' ')}`)
      .join('\n');
    expect(everything).not.toContain(server.bot.token.split(':')[1]);
  });
});

/** An error with everything that hangs on it. */
function inspect(value: unknown): string {
  if (!(value instanceof Error)) return String(value);
  return [value.stack, JSON.stringify(value), inspect(value.cause)].join(' ');
}
