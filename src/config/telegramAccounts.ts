import type { TelegramAccount } from './config.js';
import type { AccountFields } from './configFile.js';
import { createReader, type Problem, type RawValue, type Reader } from './reader.js';
import { settings } from './settings.js';

/** Which field of a listed account stands for which setting. */
const FIELD_OF: Readonly<Record<string, keyof AccountFields>> = {
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

/**
 * The bots: the one of the single settings first, then those listed in the file. A listed bot whose token is also in
 * the single settings is that one bot, as the single settings describe it.
 */
export function readTelegramAccounts(
  reader: Reader,
  lookUp: (name: string) => RawValue | undefined,
  listed: readonly AccountFields[],
  fileLabel: string,
  problems: Problem[],
): readonly TelegramAccount[] {
  const single = readAccount(reader, problems);
  const accounts = single === undefined ? [] : [single];
  const seen = new Map<string, string>();
  for (const [index, fields] of listed.entries()) {
    const place = `telegram[${index}]`;
    const label = (name: string) => `${place}.${FIELD_OF[name]} in ${fileLabel}`;
    const own = (name: string): RawValue | undefined => {
      const field = FIELD_OF[name];
      const raw = field === undefined ? undefined : fields[field]?.trim();
      if (raw) return { raw, label: label(name), source: 'file' };
      return SHARED.includes(name) ? lookUp(name) : undefined;
    };
    const account = readAccount(createReader(own, problems, label), problems);
    if (account === undefined) {
      if (own(settings.telegramBotToken.name) === undefined) {
        problems.push({
          name: place,
          message: `${place} in ${fileLabel}: has no token, wants ${settings.telegramBotToken.kind.wants}.`,
        });
      }
      continue;
    }
    const twin = seen.get(account.account);
    if (twin !== undefined) {
      problems.push({ name: place, message: `${place} in ${fileLabel}: is the same bot as ${twin}.` });
    } else if (account.account !== single?.account) {
      accounts.push(account);
    }
    seen.set(account.account, place);
  }
  return accounts;
}

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
