import { describe, expect, it } from 'vitest';
import { type ConfigResult, loadConfig } from '../../src/config/loadConfig.js';
import { settingList, settings } from '../../src/config/settings.js';

function configOf(result: ConfigResult) {
  if (!result.ok) throw new Error(result.problems.map((problem) => problem.message).join('\n'));
  return result.config;
}

function problemsOf(result: ConfigResult): string[] {
  return result.ok ? [] : result.problems.map((problem) => problem.message);
}

describe('loadConfig', () => {
  it('gives the documented defaults when nothing is set', () => {
    const result = loadConfig({});
    expect(configOf(result)).toEqual({
      model: {
        model: 'claude-sonnet-4-6',
        vision: 'auto',
        embeddingWaitMs: 300,
        timeoutMs: 300_000,
        maxAgentRounds: 64,
      },
      processes: {
        dataDir: './data',
        role: 'all',
        concurrency: 1000,
        drainMs: 10_000,
        leaseMs: 3000,
        sweepMs: 1000,
      },
      http: { host: '127.0.0.1' },
      access: {
        mode: 'pairing',
        allow: [],
        owners: [],
        openRole: 'member',
        rates: {
          admin: { messages: 60, turns: 600 },
          member: { messages: 20, turns: 120 },
          guest: { messages: 6, turns: 30 },
        },
      },
      turns: { stillWorkingMs: 90_000, laneMode: 'queue', staleMinutes: 60, approvalTtlMinutes: 30 },
      loop: {
        guardrails: {
          warningsEnabled: true,
          exactFailureWarnAfter: 2,
          exactFailureBlockAfter: 5,
          sameToolFailureWarnAfter: 3,
          sameToolFailureHaltAfter: 8,
          noProgressWarnAfter: 2,
          noProgressBlockAfter: 5,
        },
        intentContinuation: 'auto',
        textTools: 'off',
      },
      toolRules: { deny: [], governance: {} },
      budget: { mode: 'soft' },
      promptAssembler: false,
      mcpServers: [],
      memoryExtraction: 'rules',
      personas: { isModelSet: false, areRoundsSet: false },
      coordinatorMode: false,
      net: { allow: [] },
      git: { hosts: [] },
      search: { service: 'auto' },
      isOffline: false,
      telegram: [],
      slack: [],
      discord: [],
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      language: 'en',
    });
    expect(result.warnings).toEqual([]);
  });

  it('takes an unreadable guardrail for unset, and says so', () => {
    const result = loadConfig({
      WAGGLE_TOOL_LOOP_EXACT_FAILURE_WARN_AFTER: 'often',
      WAGGLE_TOOL_LOOP_NO_PROGRESS_WARN_AFTER: '4.7',
      WAGGLE_TOOL_LOOP_GUARDRAILS_WARNINGS: 'maybe',
      WAGGLE_TOOL_LOOP_GUARDRAILS_HARD_STOP: 'Enabled',
      WAGGLE_INTENT_CONTINUATION: 'qwen, gemma',
      WAGGLE_TEXT_TOOLS: 'on',
    });
    const { loop } = configOf(result);
    expect(loop).toMatchObject({ intentContinuation: ['qwen', 'gemma'], textTools: 'on' });
    expect(loop.guardrails).toMatchObject({ noProgressWarnAfter: 4, hardStopEnabled: true });
    expect(loop.guardrails).not.toHaveProperty('exactFailureWarnAfter');
    expect(loop.guardrails).not.toHaveProperty('warningsEnabled');
    expect(result.warnings).toEqual([
      expect.stringMatching(/^WAGGLE_TOOL_LOOP_GUARDRAILS_WARNINGS cannot be read/),
      expect.stringMatching(
        /^WAGGLE_TOOL_LOOP_EXACT_FAILURE_WARN_AFTER cannot be read.*a whole number of calls from 1 up/,
      ),
    ]);
  });

  it('reads every part from the environment', () => {
    const result = loadConfig({
      LITELLM_URL: 'http://127.0.0.1:4000/v1/',
      LITELLM_API_KEY: 'k',
      WAGGLE_MODEL: 'qwen3',
      REDIS_URL: 'redis://127.0.0.1:6379/2',
      WAGGLE_ROLE: 'worker',
      WAGGLE_HTTP_PORT: '0',
      WAGGLE_HTTP_TOKEN: 'a-long-token',
      WAGGLE_ACCESS: 'allowlist',
      WAGGLE_ALLOW: 'telegram:123, slack:T1/U1 ,discord:42',
      WAGGLE_OWNER: 'slack:U2',
      TELEGRAM_BOT_TOKEN: '77:abc-DEF_1',
      TELEGRAM_API_ROOT: 'http://127.0.0.1:8081',
      WAGGLE_TELEGRAM_RATE: 'off',
      WAGGLE_TIME_ZONE: 'Europe/Berlin',
      WAGGLE_LANGUAGE: 'de',
    });
    expect(configOf(result)).toMatchObject({
      model: { endpoint: { baseUrl: 'http://127.0.0.1:4000/v1', apiKey: 'k' }, model: 'qwen3' },
      processes: { redisUrl: 'redis://127.0.0.1:6379/2', role: 'worker' },
      http: { port: 0, token: 'a-long-token' },
      access: {
        mode: 'allowlist',
        allow: [
          { platform: 'telegram', user: '123' },
          { platform: 'slack', account: 'T1', user: 'U1' },
          { platform: 'discord', user: '42' },
        ],
        owners: [{ platform: 'slack', user: 'U2' }],
      },
      telegram: [{ account: '77', token: '77:abc-DEF_1', apiRoot: 'http://127.0.0.1:8081', rate: 'off' }],
      timeZone: 'Europe/Berlin',
      language: 'de',
    });
  });

  it('reports every bad value at once, each with its name, what it got and what it wants', () => {
    const result = loadConfig({
      WAGGLE_HTTP_PORT: 'abc',
      WAGGLE_ROLE: 'boss',
      WAGGLE_LLM_TIMEOUT_MS: '0',
      LITELLM_URL: 'localhost:4000',
      WAGGLE_TIME_ZONE: 'Mars/Olympus',
      WAGGLE_LANE_MODE: 'random',
      DISCORD_API_URL: 'http://127.0.0.1:9/v10',
    });
    const problems = problemsOf(result);
    expect(problems).toHaveLength(7);
    expect(problems).toContain('WAGGLE_HTTP_PORT: got "abc", wants a whole number from 0 to 65535.');
    expect(problems).toContain('WAGGLE_ROLE: got "boss", wants one of all, ingress, worker.');
    expect(problems).toContain(
      'WAGGLE_LLM_TIMEOUT_MS: got "0", wants a whole number of milliseconds from 1 to 86400000.',
    );
    expect(problems.join('\n')).toMatch(/LITELLM_URL: got "localhost:4000"/);
    expect(problems.join('\n')).toMatch(
      /WAGGLE_LANE_MODE: got "random", wants one of queue, collect, steer, interrupt/,
    );
    expect(problems.join('\n')).toMatch(/DISCORD_API_URL: .* ends in \/api/);
  });

  it('names the one entry of a list that it cannot read', () => {
    const [problem] = problemsOf(loadConfig({ WAGGLE_OWNER: 'telegram:1,telegram:@bob' }));
    expect(problem).toMatch(/^WAGGLE_OWNER: .*telegram:123.*"telegram:@bob" is not\.$/);
  });

  it('treats a blank value as unset', () => {
    expect(configOf(loadConfig({ WAGGLE_HTTP_PORT: '', REDIS_URL: '  ', TELEGRAM_BOT_TOKEN: '' }))).toEqual(
      configOf(loadConfig({})),
    );
  });

  it.each(['queue', 'collect', 'steer', 'interrupt'])('accepts the lane mode %s', (mode) => {
    expect(loadConfig({ WAGGLE_LANE_MODE: mode }).ok).toBe(true);
  });

  it('accepts every default that the table states', () => {
    for (const setting of settingList) {
      if (setting.default === undefined) continue;
      const role = { WAGGLE_ROLE: 'all' };
      expect(problemsOf(loadConfig({ ...role, [setting.name]: setting.default })), setting.name).toEqual([]);
    }
  });

  it('explains where each value comes from, with secrets hidden', () => {
    const { explained } = loadConfig(
      { TELEGRAM_BOT_TOKEN: '77:abc', WAGGLE_HTTP_PORT: '9000' },
      '{"WAGGLE_MODEL":"qwen3"}',
    );
    const of = (name: string) => explained.find((entry) => entry.setting.name === name);
    expect(of('TELEGRAM_BOT_TOKEN')).toMatchObject({ source: 'environment', shown: '(hidden, 6 characters)' });
    expect(of('WAGGLE_MODEL')).toMatchObject({ source: 'file', shown: '"qwen3"' });
    expect(of('WAGGLE_DATA_DIR')).toMatchObject({ source: 'default', shown: './data' });
    expect(of('LITELLM_URL')).toMatchObject({ source: 'unset' });
    expect(explained).toHaveLength(settingList.length);
  });
});

describe('settings seen together', () => {
  it.each(['ingress', 'worker'])('wants REDIS_URL for the role %s', (role) => {
    expect(problemsOf(loadConfig({ WAGGLE_ROLE: role })).join()).toMatch(
      /WAGGLE_ROLE: got ".*", which needs REDIS_URL/,
    );
  });

  it.each([
    ['searxng', 'SEARXNG_URL'],
    ['brave', 'BRAVE_API_KEY'],
    ['tavily', 'TAVILY_API_KEY'],
    ['perplexity', 'PERPLEXITY_API_KEY'],
  ])('wants what the search service %s needs', (service, name) => {
    const [problem] = problemsOf(loadConfig({ WAGGLE_SEARCH: service }));
    expect(problem).toBe(`WAGGLE_SEARCH: got "${service}", which needs ${name}.`);
    const given = { WAGGLE_SEARCH: service, [name]: 'https://search.example' };
    expect(configOf(loadConfig(given)).search).toMatchObject({ service });
  });

  it('does not add that complaint to a bad REDIS_URL', () => {
    const problems = problemsOf(loadConfig({ WAGGLE_ROLE: 'worker', REDIS_URL: 'http://x' }));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^REDIS_URL: /);
  });

  it('wants one of two ways to reach Slack', () => {
    expect(problemsOf(loadConfig({ SLACK_BOT_TOKEN: 'xoxb-1' })).join()).toMatch(
      /SLACK_APP_TOKEN .* or SLACK_SIGNING_SECRET/,
    );
    expect(problemsOf(loadConfig({ SLACK_SIGNING_SECRET: 's' })).join()).toMatch(
      /SLACK_SIGNING_SECRET: needs SLACK_BOT_TOKEN/,
    );
  });

  it('sends a key only to the address of its own pair, and says so', () => {
    const mixed = loadConfig({ LITELLM_URL: 'http://127.0.0.1:4000', OPENAI_API_KEY: 'sk-other' });
    expect(configOf(mixed).model.endpoint).toEqual({ baseUrl: 'http://127.0.0.1:4000' });
    expect(mixed.warnings.join()).toMatch(/OPENAI_API_KEY is never sent to LITELLM_URL/);
    const openai = loadConfig({ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', OPENAI_API_KEY: 'sk-own' });
    expect(configOf(openai).model.endpoint).toEqual({ baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'sk-own' });
  });

  it('warns when an allowlist lists nobody', () => {
    expect(loadConfig({ WAGGLE_ACCESS: 'allowlist' }).warnings.join()).toMatch(/list nobody/);
    expect(loadConfig({ WAGGLE_ACCESS: 'allowlist', WAGGLE_OWNER: 'telegram:1' }).warnings).toEqual([]);
  });

  it('warns when a speech model has no endpoint', () => {
    expect(loadConfig({ WAGGLE_STT_MODEL: 'whisper-1' }).warnings.join()).toMatch(/WAGGLE_STT_MODEL is set without/);
  });

  it('warns about settings that nothing reads yet, unless they are at their default', () => {
    const { warnings } = loadConfig({
      WAGGLE_BUDGET_MODE: 'soft',
      WAGGLE_OFFLINE: 'no',
      WAGGLE_TTS_MODEL: 'tts-1',
    });
    expect(warnings).toHaveLength(1);
    expect(warnings.join('\n')).toMatch(/WAGGLE_TTS_MODEL is not yet available in this version/);
  });
});

describe('unknown names', () => {
  it.each([
    ['WAGGLE_HTPP_PORT', 'WAGGLE_HTTP_PORT'],
    ['WAGGLE_DRAIN', 'WAGGLE_DRAIN_MS'],
    ['WAGGLE_OWNERS', 'WAGGLE_OWNER'],
    ['WAGGLE_TELEGRAM_RATES', 'WAGGLE_TELEGRAM_RATE'],
  ])('names the nearest one to %s', (given, nearest) => {
    expect(loadConfig({ [given]: '1' }).warnings).toEqual([
      `${given} is not a setting of Waggle and has no effect. The nearest one is ${nearest}.`,
    ]);
  });

  it('asks about a platform name that is nearly right, and only while the right one is unset', () => {
    expect(loadConfig({ TELEGRAM_TOKEN: 'x' }).warnings.join()).toMatch(/Did you mean TELEGRAM_BOT_TOKEN\?/);
    expect(loadConfig({ TELEGRAM_TOKEN: 'x', TELEGRAM_BOT_TOKEN: '1:a' }).warnings).toEqual([]);
    expect(loadConfig({ SLACK_WEBHOOK_FOR_CI: 'x', PATH: '/bin' }).warnings).toEqual([]);
  });
});

describe('secrets in messages', () => {
  const secret = 'hunter2hunter2hunter2';

  it.each(settingList.filter((setting) => setting.secret === true).map((setting) => setting.name))(
    'never shows the value of %s, good or bad',
    (name) => {
      const bad = `not a key ${secret}`;
      const result = loadConfig({ [name]: bad, [settings.redisUrl.name]: `redis://user:${secret}@127.0.0.1` });
      expect(JSON.stringify(result.explained.map((entry) => entry.shown))).not.toContain(secret);
      expect(JSON.stringify([result.warnings, problemsOf(result)])).not.toContain(secret);
    },
  );

  it('hides a key that was put in the wrong place', () => {
    for (const key of ['sk-abcdef123456', '123456789:AAEhBP0av28frr3Zr8uAKJ2lmnopqrs', 'xoxb-1-2-abcdef']) {
      expect(problemsOf(loadConfig({ LITELLM_URL: key })).join()).toBe(
        'LITELLM_URL: got "(hidden)", wants an address that starts with http:// or https://.',
      );
    }
    expect(problemsOf(loadConfig({ REDIS_URL: `rediss:/u:${secret}@h` })).join()).not.toContain(secret);
    expect(problemsOf(loadConfig({ LITELLM_URL: `ftp://h/?api_key=${secret}` })).join()).not.toContain(secret);
  });

  it('reads limits by role, the others keep theirs, and says which entry is wrong', () => {
    const rates = (raw: string) => loadConfig({ WAGGLE_RATE_LIMITS: raw });
    expect(configOf(rates('guest:2/5, member:7/8')).access.rates).toEqual({
      admin: { messages: 60, turns: 600 },
      member: { messages: 7, turns: 8 },
      guest: { messages: 2, turns: 5 },
    });
    expect(configOf(rates('off')).access.rates).toBe('off');
    for (const wrong of ['owner:1/2', 'guest:0/5', 'guest:5', 'member:5/many', 'guest:5/5/5']) {
      expect(rates(`member:1/2,${wrong}`), wrong).toMatchObject({ ok: false });
    }
  });
});
