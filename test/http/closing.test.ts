import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.js';
import type { HttpPart } from '../../src/http/httpPart.js';
import { sseComment, sseResponse } from '../../src/http/sse.js';
import { createTestServers } from './testServers.js';

const servers = createTestServers();
const { start } = servers;
afterEach(() => servers.close());

describe('closing', () => {
  const streaming: HttpPart = {
    name: 'streaming',
    mount: (app) => {
      app.route({
        method: 'GET',
        path: '/polite',
        auth: 'open',
        handle: () =>
          sseResponse(async function* () {
            yield sseComment('hello');
            await new Promise((resolve) => app.closing.addEventListener('abort', resolve, { once: true }));
            yield sseComment('bye');
          }),
      });
      app.route({
        method: 'GET',
        path: '/stuck',
        auth: 'open',
        handle: () =>
          sseResponse(async function* (gone) {
            yield sseComment('hello');
            await new Promise((resolve) => gone.addEventListener('abort', resolve, { once: true }));
          }),
      });
    },
  };

  it('ends streams that hear of it, at once', async () => {
    const server = await start([streaming]);
    const answer = await fetch(`${server.url}/polite`);
    const text = answer.text();
    const started = performance.now();
    await server.close();
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(await text).toBe(': hello\n\n: bye\n\n');
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  });

  it('does not wait for connections that ask nothing', async () => {
    const server = await start([]);
    const unused = connect(server.port, '127.0.0.1');
    await once(unused, 'connect');
    const kept = await fetch(`${server.url}/healthz`);
    await kept.text();
    const started = performance.now();
    await server.close();
    expect(performance.now() - started).toBeLessThan(1_000);
    unused.destroy();
  });

  it('cuts off streams that do not, after two seconds, and can be repeated', async () => {
    const server = await start([streaming]);
    const answer = await fetch(`${server.url}/stuck`);
    const text = answer.text().catch(() => 'cut off');
    const started = performance.now();
    await server.close();
    expect(performance.now() - started).toBeGreaterThan(1_900);
    expect(performance.now() - started).toBeLessThan(3_500);
    expect(await text).toBe('cut off');
    await server.close();
  });
});

describe('streams', () => {
  it('give way to a slow reader instead of piling up', async () => {
    let produced = 0;
    let isGone = false;
    const { port } = await start([
      {
        name: 'flood',
        mount: (app) => {
          app.route({
            method: 'GET',
            path: '/flood',
            auth: 'open',
            handle: () =>
              sseResponse(async function* (gone) {
                gone.addEventListener('abort', () => {
                  isGone = true;
                });
                for (;;) {
                  produced += 1;
                  yield sseComment('x'.repeat(10_000));
                  if (produced % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
                }
              }),
          });
        },
      },
    ]);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /flood HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'readable');
    let before = -1;
    while (produced !== before) {
      before = produced;
      await systemClock.sleep(100);
    }
    expect(produced).toBeLessThan(2_000);
    socket.destroy();
    while (!isGone) await systemClock.sleep(5);
    expect(isGone).toBe(true);
  });
});
