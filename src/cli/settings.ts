import type { Config } from '../config/config.js';
import { describeProblems } from '../config/describeConfig.js';
import { readConfig } from '../config/readConfig.js';

/** The configuration, or null after telling on stderr what is wrong with it. Warnings are told in any case. */
export function readConfigOrTell(): Config | null {
  const result = readConfig(process.env, process.cwd());
  for (const warning of result.warnings) process.stderr.write(`waggle: ${warning}\n`);
  if (result.ok) return result.config;
  process.stderr.write(`${describeProblems(result.problems)}\n`);
  return null;
}

/** Every value of a configuration that must never be written anywhere. */
export function secretsOf(config: Config): readonly string[] {
  return [
    config.model.endpoint?.apiKey,
    config.http.token,
    config.search.braveApiKey,
    config.search.tavilyApiKey,
    config.search.perplexityApiKey,
    ...config.telegram.flatMap((account) => [account.token, account.webhook?.secret]),
    ...config.slack.flatMap((account) => [account.botToken, account.appToken, account.signingSecret]),
    ...config.discord.map((account) => account.token),
    ...config.mcpServers.flatMap((server) => server.secrets),
    config.processes.redisUrl === undefined ? undefined : new URL(config.processes.redisUrl).password,
  ].filter((secret): secret is string => secret !== undefined && secret !== '');
}
