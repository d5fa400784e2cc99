import type { AccountKind } from './accountList.js';
import type { SlackAccount } from './config.js';
import type { Problem, Reader } from './reader.js';
import { settings } from './settings.js';

/** The workspaces: one in the single settings, more in the file. */
export const slackAccounts: AccountKind<SlackAccount> = {
  list: 'slack',
  fieldOf: {
    [settings.slackBotToken.name]: 'botToken',
    [settings.slackAppToken.name]: 'appToken',
    [settings.slackSigningSecret.name]: 'signingSecret',
    [settings.slackApiUrl.name]: 'apiUrl',
  },
  shared: [settings.slackApiUrl.name],
  token: settings.slackBotToken,
  read: readAccount,
  idOf: ({ botToken }) => botToken,
};

/** Socket Mode needs an app token, signed HTTP a signing secret; with both, Socket Mode it is. */
function readAccount(reader: Reader, problems: Problem[]): SlackAccount | undefined {
  const botToken = reader.read(settings.slackBotToken);
  const appToken = reader.read(settings.slackAppToken);
  const signingSecret = reader.read(settings.slackSigningSecret);
  const apiUrl = reader.read(settings.slackApiUrl);
  const hasBot = reader.isSet(settings.slackBotToken);
  const ways = [settings.slackAppToken, settings.slackSigningSecret] as const;
  const given = ways.find((setting) => reader.isSet(setting));
  if (hasBot && given === undefined) {
    const [socket, http] = ways.map((setting) => reader.labelOf(setting));
    problems.push({
      name: settings.slackBotToken.name,
      message: `${reader.labelOf(settings.slackBotToken)}: needs ${socket} (Socket Mode) or ${http} (signed HTTP).`,
    });
  }
  if (!hasBot && given !== undefined) {
    const message = `${reader.labelOf(given)}: needs ${reader.labelOf(settings.slackBotToken)} too.`;
    problems.push({ name: given.name, message });
  }
  if (botToken === undefined) return undefined;
  return {
    botToken,
    ...(appToken === undefined ? {} : { appToken }),
    ...(signingSecret === undefined ? {} : { signingSecret }),
    apiUrl,
  };
}
