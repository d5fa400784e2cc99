import type { AccountKind } from './accountList.js';
import type { DiscordAccount } from './config.js';
import type { Reader } from './reader.js';
import { settings } from './settings.js';

/** The bots: one in the single settings, more in the file. */
export const discordAccounts: AccountKind<DiscordAccount> = {
  list: 'discord',
  fieldOf: {
    [settings.discordBotToken.name]: 'token',
    [settings.discordApiUrl.name]: 'apiUrl',
    [settings.discordAutoThread.name]: 'autoThread',
  },
  shared: [settings.discordApiUrl.name, settings.discordAutoThread.name, settings.backfillMinutes.name],
  token: settings.discordBotToken,
  read: readAccount,
  idOf: ({ token }) => token,
};

function readAccount(reader: Reader): DiscordAccount | undefined {
  const token = reader.read(settings.discordBotToken);
  const apiUrl = reader.read(settings.discordApiUrl);
  const autoThread = reader.read(settings.discordAutoThread);
  const backfillMinutes = reader.read(settings.backfillMinutes);
  return token === undefined ? undefined : { token, apiUrl, autoThread, backfillMinutes };
}
