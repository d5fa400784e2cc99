import { expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.js';
import { silentLog } from '../../src/core/log.js';
import { openGatewayDb } from '../../src/store/openGatewayDb.js';
import { useCommandLine } from './commandLine.js';

const { home, run: waggle } = useCommandLine('access');

it('an operator sees, grants, takes away and shuts out, while a gateway has the store open', {
  timeout: 120_000,
}, async () => {
  const db = await openGatewayDb({ dataDir: `${home()}/data`, clock: systemClock, log: silentLog });
  try {
    const ada = { platform: 'telegram', account: '42', user: '7' } as const;
    const now = systemClock.now();
    const dayMs = 86_400_000;
    await db.access.requestPairing({
      ...ada,
      name: 'Ada\u001b[2J',
      code: 'ABCD2345',
      ttlMs: dayMs,
      tellEveryMs: dayMs,
      now,
    });
    const server = { platform: 'discord', account: '9', scope: 'server', id: 'g1' } as const;
    await db.access.openPlace({ ...server, role: 'guest', by: 'discord:9:1', now });

    const listed = await waggle('ls');
    expect(listed.out).toMatch(/telegram:42:7 +waits +"Ada\[2J": waggle pair ABCD2345/);
    expect(listed.out).toMatch(/discord:9\/server\/g1 +guest +everybody there, by discord:9:1/);

    expect((await waggle('grant', 'telegram:7', 'admin')).out).toBe('telegram:42:7 is admin now.\n');
    const standing = () => db.access.standingOf({ ...ada, chat: 'c', server: null });
    expect(await standing()).toEqual({ isBlocked: false, role: 'admin', hereAs: null });
    expect((await waggle('show', 'telegram:42/7')).out).toContain('telegram:42:7 is admin (granted).');
    expect((await waggle('revoke', 'telegram:42:7')).out).toContain('has no role any more');
    expect(await waggle('revoke', 'telegram:42:7')).toMatchObject({
      code: 1,
      err: expect.stringContaining('granted nothing'),
    });
    expect((await waggle('block', 'telegram:42:7')).code).toBe(0);
    expect(await standing()).toEqual({ isBlocked: true, role: null, hereAs: null });
    expect((await waggle('show', 'telegram:42:7')).out).toContain('is nobody here');
    expect((await waggle('grant', 'telegram:42:7', 'guest')).code).toBe(0);
    expect(await standing()).toEqual({ isBlocked: false, role: 'guest', hereAs: null });
    expect((await waggle('revoke', 'discord:9/server/g1')).out).toContain('is let in no longer');
    expect(await db.access.openPlaces()).toEqual([]);

    const logged = await waggle('log', '--json', '--last', '3');
    const lines = logged.out
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines).toMatchObject([
      { kind: 'role', decision: 'deny', actor: 'command line', about: 'telegram:42:7', reason: 'shut out' },
      { kind: 'role', decision: 'allow', about: 'telegram:42:7', reason: 'is guest now' },
      { kind: 'chat', decision: 'deny', summary: 'discord:9/server/g1' },
    ]);
    expect((await waggle('log')).out).toMatch(/role +deny +command line: about telegram:42:7, shut out/);

    expect(await waggle('grant', 'ada', 'member')).toMatchObject({
      code: 1,
      err: expect.stringContaining('names nobody'),
    });
    expect(await waggle('grant', 'telegram:42:7', 'king')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no role'),
    });
    expect(await waggle('grant', 'slack:U1', 'member')).toMatchObject({
      code: 1,
      err: expect.stringContaining('name the account'),
    });
    expect(await waggle('revoke', 'slack:T1/chat/C1')).toMatchObject({
      code: 1,
      err: expect.stringContaining('was not let in'),
    });
  } finally {
    await db.close();
  }
});
