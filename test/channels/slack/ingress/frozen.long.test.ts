import { afterEach, expect, it } from 'vitest';
import { textOf } from '../../../../src/core/message.js';
import { openScene, type SlackScene } from '../scene.js';

let scene: SlackScene;

afterEach(() => scene.close());

it('connections that look alive but carry nothing are replaced', async () => {
  scene = await openScene({ server: { retryMs: [1_000, 60_000], pingMs: 1_000 } });
  const { server, stored, settle } = scene;
  const before = server.app.sockets();
  for (const socket of before) socket.freeze();
  const isNew = () => server.app.sockets().filter((socket) => !before.some((old) => old.id === socket.id)).length === 2;
  await server.waitFor(isNew, { what: 'two new sockets', timeoutMs: 60_000 });
  server.dm(server.user({ name: 'Ada' })).say('hello again');
  await server.waitFor(() => stored.length === 1, { timeoutMs: 30_000 });
  await settle(1);
  expect(stored.map(textOf)).toEqual(['hello again']);
  expect(server.refused()).toEqual([]);
});
