import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../setup/fakeClock.js';
import { acceptInto, advanceBy, advanceUntil } from '../setup.js';
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

describe('two pollers of one bot', () => {
  it('take turns: the second waits, says for whom, and takes over when the first ends', async () => {
    const clock = createFakeClock();
    const accept = acceptInto(db, stored);
    const first = start(accept, { clock, owner: 'process-a' });
    await server.waitFor(() => server.bot.isPolled());
    const second = start(accept, { clock, owner: 'process-b' });
    await advanceUntil(clock, () => second.log.said('warn', /another process polls/));
    expect(second.log.lines.at(-1)?.fields).toMatchObject({ holder: 'process-a' });
    await advanceBy(clock, 60_000);
    const conflicts = server.calls.filter((call) => call.outcome?.ok === false && call.outcome.code === 409);
    expect(conflicts).toEqual([]);

    await first.stop();
    await advanceUntil(clock, () => second.log.said('info', /taken over/), { limitMs: 30_000 });
    server.privateChat(501).say('hi');
    await storedCount(1);
  });

  it('also when the first one just dies: its lease ends', async () => {
    const clock = createFakeClock();
    const leaseEnd = clock.now() + 10_000;
    await db.leases.acquire({
      name: `telegram:poller:${server.bot.id}`,
      owner: 'dead',
      ttlMs: 10_000,
      now: clock.now(),
    });
    const one = start(acceptInto(db, stored), { clock });
    await advanceUntil(clock, () => one.log.said('warn', /another process polls/));
    await advanceUntil(clock, () => clock.now() >= leaseEnd - 1_000);
    expect(server.bot.isPolled()).toBe(false);
    await advanceUntil(clock, () => server.bot.isPolled(), { limitMs: 30_000 });
  });

  it('never both: one whose lease was taken stops at its next renewal', async () => {
    const clock = createFakeClock();
    const one = start(acceptInto(db, stored), { clock });
    await server.waitFor(() => server.bot.isPolled());
    await db.leases.acquire({
      name: `telegram:poller:${server.bot.id}`,
      owner: 'thief',
      ttlMs: 10_000,
      now: clock.now() + 60_000,
    });
    await advanceUntil(clock, () => one.log.said('warn', /lease for polling is lost/), { limitMs: 30_000 });
    await server.waitFor(() => !server.bot.isPolled());
  });
});

describe('a webhook that keeps from polling', () => {
  const setWebhook = (url: string) =>
    fetch(`${server.url}/bot${server.bot.token}/setWebhook?url=${encodeURIComponent(url)}`).then((answer) =>
      answer.json(),
    );

  it('is removed when it is our own, and nothing is dropped', async () => {
    expect(await setWebhook('http://127.0.0.1:9/webhooks/telegram')).toMatchObject({ ok: true });
    server.privateChat(501).say('waits');
    const one = start(acceptInto(db, stored));
    await storedCount(1);
    expect(one.log.said('warn', /webhook of this Telegram bot is removed/)).toBe(true);
  });

  it('of another program is named and left alone, until it is gone', async () => {
    const clock = createFakeClock();
    await setWebhook('http://127.0.0.1:9/n8n/secret-path');
    const one = start(acceptInto(db, stored), { clock });
    await advanceUntil(clock, () =>
      one.log.said('error', /delivers the updates of this Telegram bot to another program/),
    );
    expect(JSON.stringify(one.log.lines)).not.toContain('secret-path');
    await advanceBy(clock, 60_000);
    expect(server.callsOf('deleteWebhook')).toEqual([]);
    await fetch(`${server.url}/bot${server.bot.token}/deleteWebhook`);
    await advanceUntil(clock, () => server.bot.isPolled());
  });
});
