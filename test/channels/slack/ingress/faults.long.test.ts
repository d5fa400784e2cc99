import { afterEach, describe, expect, it } from 'vitest';
import { textOf } from '../../../../src/core/message.js';
import { openScene, type SceneOptions, type SlackScene } from '../scene.js';

let scene: SlackScene;

async function open(options: SceneOptions = {}) {
  scene = await openScene({ ...options, server: { retryMs: [100, 100, 100], ...options.server } });
  const { server } = scene;
  return { ...scene, ada: server.user({ name: 'Ada' }), general: server.channel() };
}

afterEach(async () => {
  expect(scene.server.refused()).toEqual([]);
  await scene.close();
});

describe('events', () => {
  it('that are doubled, reordered and lose their acknowledgement are stored once, in order', async () => {
    const { server, stored, settle, ada } = await open({ server: { seed: 7 } });
    server.app.disturbEvents({ duplicate: 0.5, loseAck: 0.4 });
    const dm = server.dm(ada);
    for (let n = 0; n < 6; n += 1) {
      dm.say(`message ${n}`);
      await settle(n + 1);
    }
    expect(stored.map(textOf)).toEqual(Array.from({ length: 6 }, (_, n) => `message ${n}`));
    expect(server.app.envelopes.every((envelope) => envelope.state === 'acked')).toBe(true);
  });

  it('that overtake each other within a moment keep the order in which they were written', async () => {
    const { server, stored, settle, ada, general } = await open();
    for (let round = 0; round < 3; round += 1) {
      server.app.pauseEvents();
      for (let n = 0; n < 6; n += 1) general.mention(ada, `${round}${n}`);
      server.app.resumeEvents('shuffled');
      await settle((round + 1) * 6);
    }
    const wanted = Array.from({ length: 18 }, (_, n) => `${Math.floor(n / 6)}${n % 6}`);
    expect(stored.map(textOf)).toEqual(wanted);
  });

  it('that cannot be stored are not acknowledged, and come again', async () => {
    let failures = 2;
    const { server, log, stored, settle, ada } = await open({
      server: { ackMs: 200 },
      before: async () => {
        failures -= 1;
        if (failures >= 0) throw new Error('the disk is full');
      },
    });
    server.dm(ada).say('keep me');
    await settle(1);
    expect(stored.map(textOf)).toEqual(['keep me']);
    expect(server.app.envelopes[0]?.attempts).toHaveLength(3);
    expect(log.messages('error')).toContain('a Slack event could not be stored; Slack will deliver it again');
  });

  it('names that Slack does not tell hold nothing up', async () => {
    const { server, stored, settle, ada } = await open();
    server.inject({ method: 'users.info', times: 5, fault: { kind: 'hang' } });
    const { envelope } = server.dm(ada).slashCommand('/waggle', 'status');
    await settle(1);
    expect(envelope.state).toBe('acked');
    expect(stored[0]?.sender).toMatchObject({ user: ada.id, name: 'ada' });
  });
});

describe('connections', () => {
  it('that are replaced or cut lose nothing: commands and messages go on', async () => {
    const { server, stored, settle, ada, general } = await open({ server: { lingeringSockets: true, ackMs: 600 } });
    let count = 0;
    const say = async (text: string) => {
      general.mention(ada, text);
      general.slashCommand(ada, '/waggle', `command ${text}`);
      count += 2;
      await settle(count);
    };
    await say('at first');
    server.app.sockets()[0]?.disconnect('refresh_requested');
    await say('while one is replaced');
    await server.waitFor(() => server.app.sockets().length >= 2);
    server.app.sockets()[1]?.drop();
    await say('while one was cut');
    await server.waitFor(() => server.app.sockets().length >= 2);
    server.app.refreshSockets('warning');
    await server.waitFor(() => server.app.sockets().length >= 2);
    general.mention(ada, 'after both were replaced');
    await settle(count + 1);
    expect(stored).toHaveLength(count + 1);
    expect(server.app.envelopes.filter((envelope) => envelope.state === 'failed')).toEqual([]);
  });

  it('come back when the server does, by themselves, in growing steps', async () => {
    const { server, stored, settle, ada } = await open();
    await server.goDown();
    await server.waitFor(() => server.app.sockets().length === 0);
    await server.comeUp();
    await server.waitFor(() => server.app.sockets().length === 2, { timeoutMs: 10_000 });
    server.dm(ada).say('still there?');
    await settle(1);
    expect(stored.map(textOf)).toEqual(['still there?']);
  });

  it('of two processes with one token share the events, and nothing is doubled', async () => {
    const { server, stored, settle, ada, startAnother } = await open();
    await startAnother();
    expect(server.app.sockets()).toHaveLength(4);
    const dm = server.dm(ada);
    for (let n = 0; n < 8; n += 1) dm.say(`message ${n}`);
    await settle(8);
    expect(stored.map(textOf).sort()).toEqual(Array.from({ length: 8 }, (_, n) => `message ${n}`));
  });

  it('end at once when they are to, with Slack lingering', async () => {
    const { server, stop } = await open({ server: { lingeringSockets: true } });
    const before = Date.now();
    await stop();
    expect(Date.now() - before).toBeLessThan(3_000);
    expect(server.app.sockets().filter((socket) => socket.isOpen())).toEqual([]);
  });
});

describe('a revoked token', () => {
  it.each(['token_revoked', 'account_inactive'] as const)('(%s) ends receiving with what to do', async (error) => {
    const { server, ended, log } = await open();
    server.app.revoke(error);
    await expect(ended).resolves.toMatchObject({ code: 'slack-token', message: /SLACK_BOT_TOKEN.*api\.slack\.com/ });
    expect(log.messages('error')).toEqual([]);
  });

  it('of Socket Mode ends receiving too', async () => {
    const { server, ended } = await open();
    server.app.record.dead = 'invalid_auth';
    server.app.dropSockets();
    await expect(ended).resolves.toMatchObject({ code: 'slack-token', message: /SLACK_APP_TOKEN/ });
  });
});
