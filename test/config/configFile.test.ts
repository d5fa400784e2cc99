import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConfigResult, loadConfig } from '../../src/config/loadConfig.js';
import { readConfig } from '../../src/config/readConfig.js';

function problemsOf(result: ConfigResult): string {
  return result.ok ? '' : result.problems.map((problem) => problem.message).join('\n');
}

const file = (value: unknown) => JSON.stringify(value);

describe('waggle.config.json', () => {
  it('takes settings under their own names, as JSON values, and loses to the environment', () => {
    const text = file({
      WAGGLE_HTTP_PORT: 9000,
      WAGGLE_MODEL: 'from-file',
      WAGGLE_OWNER: ['telegram:1', 'slack:T1/U1'],
      WAGGLE_LANGUAGE: null,
    });
    const result = loadConfig({ WAGGLE_MODEL: 'from-env' }, text);
    expect(result).toMatchObject({
      ok: true,
      config: {
        http: { port: 9000 },
        model: { model: 'from-env' },
        access: {
          owners: [
            { platform: 'telegram', user: '1' },
            { platform: 'slack', account: 'T1', user: 'U1' },
          ],
        },
        language: 'en',
      },
    });
  });

  it('says where a bad value stands', () => {
    expect(problemsOf(loadConfig({}, file({ WAGGLE_HTTP_PORT: 'x', WAGGLE_MODEL: {} })))).toBe(
      [
        'WAGGLE_MODEL in waggle.config.json: wants text, a number, true or false, or a list of these.',
        'WAGGLE_HTTP_PORT in waggle.config.json: got "x", wants a whole number from 0 to 65535.',
      ].join('\n'),
    );
  });

  it('names line and column of broken JSON without quoting it', () => {
    const problems = problemsOf(loadConfig({}, '{\n  "SLACK_BOT_TOKEN": "xoxb-secret" x\n}'));
    expect(problems).toBe('waggle.config.json: is not valid JSON (line 2, column 36).');
  });

  it('wants an object', () => {
    for (const text of ['[]', '"x"', '3', 'null']) {
      expect(problemsOf(loadConfig({}, text))).toBe('waggle.config.json: wants one JSON object of settings.');
    }
  });

  it('warns about keys that mean nothing', () => {
    expect(loadConfig({}, file({ WAGGLE_MODLE: 'x' })).warnings).toEqual([
      'WAGGLE_MODLE in waggle.config.json has no effect. The nearest setting is WAGGLE_MODEL.',
    ]);
  });
});

describe('Telegram accounts', () => {
  it('lists several bots, which share the API server and the rate unless they say otherwise', () => {
    const result = loadConfig(
      { TELEGRAM_BOT_TOKEN: '1:a', TELEGRAM_API_ROOT: 'http://127.0.0.1:8081', WAGGLE_TELEGRAM_RATE: '10' },
      file({
        telegram: [
          { token: '2:b' },
          { token: '3:c', apiRoot: 'https://example.test', rate: 5, webhookUrl: 'https://h/x', webhookSecret: 's' },
        ],
      }),
    );
    expect(result).toMatchObject({
      ok: true,
      config: {
        telegram: [
          { account: '1', token: '1:a', apiRoot: 'http://127.0.0.1:8081', rate: 10 },
          { account: '2', token: '2:b', apiRoot: 'http://127.0.0.1:8081', rate: 10 },
          { account: '3', apiRoot: 'https://example.test', rate: 5, webhook: { url: 'https://h/x', secret: 's' } },
        ],
      },
    });
  });

  it('lets the environment describe a bot that the file lists too', () => {
    const result = loadConfig({ TELEGRAM_BOT_TOKEN: '1:new' }, file({ telegram: [{ token: '1:old' }] }));
    expect(result).toMatchObject({ ok: true, config: { telegram: [{ account: '1', token: '1:new' }] } });
  });

  it('complains about each entry that cannot be used', () => {
    const text = file({
      telegram: [{ apiRoot: 'x' }, { token: 'no' }, { token: '4:d', webhookUrl: 'https://h' }, { token: '4:e' }],
    });
    const problems = problemsOf(loadConfig({}, text)).split('\n');
    expect(problems).toHaveLength(5);
    expect(problems[0]).toMatch(/^telegram\[0\]\.apiRoot in .*: got "x"/);
    expect(problems[1]).toMatch(/^telegram\[0\] in .*: has no token/);
    expect(problems[2]).toMatch(/^telegram\[1\]\.token in .*: got \(hidden, 2 characters\)/);
    expect(problems[3]).toMatch(/^telegram\[2\]\.webhookUrl .* set telegram\[2\]\.webhookSecret/);
    expect(problems[4]).toMatch(/^telegram\[3\] in .*: is the same bot as telegram\[2\]/);
  });

  it('names an unknown field and the known ones', () => {
    expect(problemsOf(loadConfig({}, file({ telegram: [{ tokn: '1:a' }] })))).toBe(
      'telegram[0] in waggle.config.json: does not know tokn; it wants token, apiRoot, webhookUrl, webhookSecret, rate.',
    );
  });

  it('wants https, a known port and a secret for a webhook that Telegram itself calls', () => {
    const env = { TELEGRAM_BOT_TOKEN: '1:a', TELEGRAM_WEBHOOK_URL: 'http://h:8080/x' };
    const problems = problemsOf(loadConfig(env)).split('\n');
    expect(problems).toHaveLength(3);
    expect(problems[0]).toMatch(/TELEGRAM_WEBHOOK_SECRET/);
    expect(problems[1]).toMatch(/wants https/);
    expect(problems[2]).toMatch(/port 8080, wants 443, 80, 88 or 8443/);
    const own = { ...env, TELEGRAM_WEBHOOK_SECRET: 's', TELEGRAM_API_ROOT: 'http://127.0.0.1:8081' };
    expect(loadConfig(own)).toMatchObject({ ok: true, config: { telegram: [{ webhook: { secret: 's' } }] } });
  });

  it('wants a bot for a webhook', () => {
    expect(problemsOf(loadConfig({ TELEGRAM_WEBHOOK_URL: 'https://h', TELEGRAM_WEBHOOK_SECRET: 's' }))).toBe(
      'TELEGRAM_WEBHOOK_URL: needs a bot; set TELEGRAM_BOT_TOKEN too.',
    );
  });
});

describe('readConfig', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'waggle-config-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('reads waggle.config.json of the working directory when there is one', () => {
    expect(readConfig({}, dir)).toMatchObject({ ok: true, config: { model: { model: 'claude-sonnet-4-6' } } });
    writeFileSync(join(dir, 'waggle.config.json'), file({ WAGGLE_MODEL: 'from-file' }));
    expect(readConfig({}, dir)).toMatchObject({ ok: true, config: { model: { model: 'from-file' } } });
  });

  it('reads the file that WAGGLE_CONFIG names', () => {
    writeFileSync(join(dir, 'other.json'), file({ WAGGLE_MODEL: 'other' }));
    expect(readConfig({ WAGGLE_CONFIG: 'other.json' }, dir)).toMatchObject({
      ok: true,
      config: { model: { model: 'other' } },
    });
  });

  it('complains about a named file that is missing, beside everything else that is wrong', () => {
    const result = readConfig({ WAGGLE_CONFIG: 'none.json', WAGGLE_HTTP_PORT: 'x' }, dir);
    expect(problemsOf(result).split('\n')).toEqual([
      'WAGGLE_CONFIG: got "none.json", but there is no such file; wants the path of a JSON file.',
      'WAGGLE_HTTP_PORT: got "x", wants a whole number from 0 to 65535.',
    ]);
  });
});

describe('rules for tools in the file', () => {
  it('are read', () => {
    const result = loadConfig(
      {},
      file({
        hooks: { 'pre:tool': [{ type: 'deny', tools: ['bash'], pattern: 'rm -rf' }] },
        governance: { blockedTools: ['git_push'], allowedSources: ['native'] },
      }),
    );
    expect(result).toMatchObject({
      ok: true,
      warnings: [],
      config: {
        toolRules: {
          deny: [{ type: 'deny', tools: ['bash'], pattern: 'rm -rf' }],
          governance: { blockedTools: ['git_push'], allowedSources: ['native'] },
        },
      },
    });
  });

  it('that cannot be understood keep the gateway from starting: a gate that nobody hung is worse than none', () => {
    const problems = problemsOf(
      loadConfig({}, file({ hooks: { 'pre:tool': [{ type: 'allow' }] }, governance: { blockTools: [] } })),
    );
    expect(problems).toMatch(/hooks\.pre:tool\[0\]\.type in waggle\.config\.json: /);
    expect(problems).toMatch(/governance in waggle\.config\.json: .*blockTools/);
  });
});

describe('Discord bots of the file', () => {
  it('stand beside the one of the environment and share its server, not its token', () => {
    const result = loadConfig(
      { DISCORD_BOT_TOKEN: 'one', DISCORD_API_URL: 'http://127.0.0.1:1/api', WAGGLE_BACKFILL_MINUTES: '5' },
      JSON.stringify({ discord: [{ token: 'two', autoThread: true }, { token: 'one' }] }),
    );
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    expect(result.config.discord).toEqual([
      { token: 'one', apiUrl: 'http://127.0.0.1:1/api', autoThread: false, backfillMinutes: 5 },
      { token: 'two', apiUrl: 'http://127.0.0.1:1/api', autoThread: true, backfillMinutes: 5 },
    ]);
  });

  it('want a token each', () => {
    const result = loadConfig({}, JSON.stringify({ discord: [{ autoThread: true }, { tokens: 'x' }] }));
    expect(result.ok).toBe(false);
    expect(loadConfig({}, JSON.stringify({ discord: [{ autoThread: true }] }))).toMatchObject({
      problems: [{ message: expect.stringMatching(/discord\[0\] .* has no token/) }],
    });
  });
});
