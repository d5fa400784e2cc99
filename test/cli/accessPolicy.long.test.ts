import { expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.js';
import { silentLog } from '../../src/core/log.js';
import { openGatewayDb } from '../../src/store/openGatewayDb.js';
import { useCommandLine } from './commandLine.js';

const { home, run: waggle } = useCommandLine('access', 'policy');
const CHAT = 'telegram:42/chat/-100';

it('an operator says what tools may do in a chat, sees it and takes it back', { timeout: 120_000 }, async () => {
  const db = await openGatewayDb({ dataDir: `${home()}/data`, clock: systemClock, log: silentLog });
  try {
    expect((await waggle()).err).toContain('nothing was set: what holds by default holds');
    expect(await waggle('set', 'telegram:-100', 'member', 'tool:bash', 'deny')).toMatchObject({
      code: 1,
      err: expect.stringContaining('name the account: telegram:ACCOUNT/-100'),
    });
    expect(await waggle('set', CHAT, 'member', 'tool:bash', 'deny')).toMatchObject({
      code: 0,
      out: `In ${CHAT}, tool:bash is deny for members now.\n`,
    });
    expect((await waggle('set', 'telegram:42/-100', 'admin', 'risk:high', 'allow')).code).toBe(0);
    expect(await db.policyOverrides.of(CHAT)).toMatchObject([
      { role: 'admin', what: 'risk:high', decision: 'allow', by: 'command line' },
      { role: 'member', what: 'tool:bash', decision: 'deny', by: 'command line' },
    ]);
    expect((await waggle('ls')).out).toMatch(
      /^telegram:42\/chat\/-100 +admin +risk:high +allow +by command line, \d{4}-/,
    );
    expect((await waggle('ls', 'telegram:42/chat/-200')).err).toContain('nothing was set for telegram:42/chat/-200');

    const refused: readonly (readonly [words: readonly string[], told: string])[] = [
      [['set', 'here', 'member', 'tool:bash', 'deny'], 'here names no chat; use telegram:-100123'],
      [['set', 'discord:9/server/g1', 'member', 'tool:bash', 'deny'], 'name its chats one by one'],
      [['set', CHAT, 'king', 'tool:bash', 'deny'], 'king is no role; use owner'],
      [['set', CHAT, 'member', 'bash', 'deny'], 'use risk:low, risk:high or tool:NAME'],
      [['set', CHAT, 'member', 'risk:none', 'deny'], 'use risk:low, risk:high or tool:NAME'],
      [['set', CHAT, 'member', 'tool:bash', 'never'], 'use allow, ask or deny'],
      [['set', CHAT, 'guest', 'risk:low', 'allow'], 'guests never get more'],
      [['clear', CHAT, 'member', 'tool:wipe'], 'nothing of that was set'],
    ];
    for (const [words, told] of refused) {
      expect(await waggle(...words), words.join(' ')).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining(told),
      });
    }
    expect((await waggle('clear', CHAT, 'member')).out).toBe(`In ${CHAT}, tool:bash is no longer deny for members.\n`);
    expect((await waggle('clear', CHAT)).code).toBe(0);
    expect(await db.policyOverrides.of(null)).toEqual([]);
    expect((await db.audit.newest({ limit: 10 })).map(({ call, reason }) => `${call} ${reason}`)).toEqual([
      'tool:bash deny for members',
      'risk:high allow for admins',
      'tool:bash as by default for members',
      'risk:high as by default for admins',
    ]);
  } finally {
    await db.close();
  }
});
