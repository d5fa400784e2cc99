import { WaggleError } from '../../../core/errors.js';
import type { SlackCallError } from './failure.js';

/** The fault that no retry heals, said with what the operator has to do. */
export function tokenRefused(setting: 'SLACK_BOT_TOKEN' | 'SLACK_APP_TOKEN', cause: SlackCallError): WaggleError {
  const place =
    setting === 'SLACK_BOT_TOKEN'
      ? 'Copy the bot token from "OAuth & Permissions" of the app at api.slack.com/apps (install it to the workspace again if it was removed)'
      : 'Make an app-level token with the scope connections:write under "Basic Information" of the app at api.slack.com/apps';
  return new WaggleError(
    'slack-token',
    `Slack refuses ${setting} (${cause.message}): it was revoked or mistyped. ${place} and set ${setting}.`,
    { cause, sentence: 'Slack is not connected.' },
  );
}
