import type { AccountKind } from './accountList.js';
import type { TelegramAccount } from './config.js';
import type { Problem, Reader } from './reader.js';
import { settings } from './settings.js';

/** Which field of a listed account stands for which setting. */
const FIELD_OF: Readonly<Record<string, string>> = {
  [settings.telegramBotToken.name]: 'token',
  [settings.telegramApiRoot.name]: 'apiRoot',
  [settings.telegramWebhookUrl.name]: 'webhookUrl',
  [settings.telegramWebhookSecret.name]: 'webhookSecret',
  [settings.telegramRate.name]: 'rate',
};
/** What holds for every bot that does not say otherwise. A webhook belongs to one bot, so it is not shared. */
const SHARED: readonly string[] = [settings.telegramApiRoot.name, settings.telegramRate.name];
/** Ports that Telegram's own servers call (Bot API, setWebhook). */
const WEBHOOK_PORTS = ['', '443', '80', '88', '8443'];

/** The bots: one in the single settings, more in the file. */
export const telegramAccounts: AccountKind<TelegramAccount> = {
  list: 'telegram',
  fieldOf: FIELD_OF,
  shared: SHARED,
  token: settings.telegramBotToken,
  read: readAccount,
  idOf: ({ account }) => account,
};

function readAccount(reader: Reader, problems: Problem[]): TelegramAccount | undefined {
  const token = reader.read(settings.telegramBotToken);
  const apiRoot = reader.read(settings.telegramApiRoot);
  const rate = reader.read(settings.telegramRate);
  const url = reader.read(settings.telegramWebhookUrl);
  const secret = reader.read(settings.telegramWebhookSecret);
  if (url !== undefined) checkWebhook(reader, url, apiRoot, problems);
  if (token === undefined) return undefined;
  const account = token.slice(0, token.indexOf(':'));
  const base = { account, token, apiRoot, rate };
  return url === undefined || secret === undefined ? base : { ...base, webhook: { url, secret } };
}

/** A self-hosted Bot API server may call plain http and any port; Telegram's own calls https on four ports. */
function checkWebhook(reader: Reader, url: string, apiRoot: string, problems: Problem[]): void {
  const { name } = settings.telegramWebhookUrl;
  const label = reader.labelOf(settings.telegramWebhookUrl);
  if (!reader.isSet(settings.telegramBotToken)) {
    problems.push({ name, message: `${label}: needs a bot; set ${reader.labelOf(settings.telegramBotToken)} too.` });
  }
  if (!reader.isSet(settings.telegramWebhookSecret)) {
    const secret = settings.telegramWebhookSecret;
    problems.push({
      name: secret.name,
      message: `${label}: needs a secret; set ${reader.labelOf(secret)} too (${secret.kind.wants}).`,
    });
  }
  if (apiRoot !== settings.telegramApiRoot.default) return;
  const { protocol, port } = new URL(url);
  if (protocol !== 'https:') {
    problems.push({
      name,
      message: `${label}: got an address that starts with ${protocol}//, wants https://, which is all that Telegram calls.`,
    });
  }
  if (!WEBHOOK_PORTS.includes(port)) {
    problems.push({
      name,
      message: `${label}: got port ${port}, wants 443, 80, 88 or 8443, which are all that Telegram calls.`,
    });
  }
}
