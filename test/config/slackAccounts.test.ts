import { expect, it } from 'vitest';
import { secretsOf } from '../../src/cli/settings.js';
import { loadConfig } from '../../src/config/loadConfig.js';

const file = (slack: unknown) => JSON.stringify({ slack });
const problemsOf = (result: ReturnType<typeof loadConfig>) =>
  result.ok ? [] : result.problems.map((problem) => problem.message);

it('lists workspaces beside the one of the single settings, each with its own way to Slack', () => {
  const env = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1', SLACK_API_URL: 'http://127.0.0.1:1/api' };
  const listed = [
    { botToken: 'xoxb-2', signingSecret: 's2' },
    { botToken: 'xoxb-1', appToken: 'xapp-other' },
  ];
  const result = loadConfig(env, file(listed));
  if (!result.ok) throw new Error(problemsOf(result).join());
  expect(result.config.slack).toEqual([
    { botToken: 'xoxb-1', appToken: 'xapp-1', apiUrl: 'http://127.0.0.1:1/api' },
    { botToken: 'xoxb-2', signingSecret: 's2', apiUrl: 'http://127.0.0.1:1/api' },
  ]);
  expect(secretsOf(result.config)).toEqual(['xoxb-1', 'xapp-1', 'xoxb-2', 's2']);
  expect(result.warnings).toEqual([]);
});

it('says what a listed workspace lacks, and where', () => {
  const problems = problemsOf(loadConfig({}, file([{ appToken: 'xapp-1' }, { botToken: 'xoxb-1' }])));
  expect(problems.join('\n')).toMatch(/slack\[0\] in waggle\.config\.json: has no botToken/);
  expect(problems.join('\n')).toMatch(
    /slack\[1\]\.botToken .* needs slack\[1\]\.appToken .* or slack\[1\]\.signingSecret/,
  );
  const strange = problemsOf(loadConfig({}, file([{ token: 'xoxb-1' }])));
  expect(strange.join()).toMatch(/does not know token; it wants botToken, appToken, signingSecret, apiUrl/);
});
