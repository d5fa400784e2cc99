import type { Config } from '../config/config.js';
import type { Gateway } from '../main.js';

/**
 * The three lines that `waggle start` says: what is running, what is not and why, and what to set for more.
 *
 * @param ollama base URL of a local Ollama that answers, or null
 */
export function describeStart(
  config: Config,
  gateway: Pick<Gateway, 'url' | 'token' | 'accounts'>,
  ollama: string | null,
  isTerminal: boolean,
): readonly string[] {
  const hasModel = config.model.endpoint !== undefined;
  const model = hasModel ? `model ${config.model.model}` : 'the built-in demo model';
  const running = [
    isTerminal && gateway.url !== null ? 'this terminal' : null,
    gateway.url === null ? null : `web chat ${gateway.url}/`,
    ...gateway.accounts,
    config.slack.length > 0 && !gateway.accounts.some((name) => name.startsWith('Slack')) ? 'Slack (connecting)' : null,
    config.discord.length > 0 && !gateway.accounts.some((name) => name.startsWith('Discord'))
      ? 'Discord (connecting)'
      : null,
    config.processes.role === 'all' ? null : `role ${config.processes.role}`,
  ].filter((part) => part !== null);

  const missing = [
    hasModel ? null : 'a real model (LITELLM_URL is not set)',
    config.telegram.length > 0 ? null : 'Telegram (TELEGRAM_BOT_TOKEN is not set)',
    config.slack.length > 0 ? null : 'Slack (SLACK_BOT_TOKEN is not set)',
    config.discord.length > 0 ? null : 'Discord (DISCORD_BOT_TOKEN is not set)',
  ].filter((part) => part !== null);

  const hints = [
    hasModel
      ? null
      : ollama === null
        ? 'LITELLM_URL=http://… WAGGLE_MODEL=… for a real model'
        : `LITELLM_URL=${ollama} WAGGLE_MODEL=… for the Ollama on this machine`,
    config.telegram.length > 0 ? null : 'TELEGRAM_BOT_TOKEN=… for Telegram (from @BotFather)',
    config.slack.length > 0 ? null : 'SLACK_BOT_TOKEN=… SLACK_APP_TOKEN=… for Slack (waggle manifest slack)',
    config.discord.length > 0 ? null : 'DISCORD_BOT_TOKEN=… for Discord (from the Developer Portal)',
    'every setting: waggle doctor',
  ].filter((part) => part !== null);

  const lines = [
    `Running: ${running.join(', ')}; answers come from ${model}.`,
    `Not running: ${missing.join(', ')}.`,
    `To add: ${hints.join('; ')}.`,
  ];
  if (isTerminal && gateway.token?.source === 'generated') {
    lines.push(`Token for HTTP clients on other machines: ${gateway.token.token}`);
  }
  return lines;
}
