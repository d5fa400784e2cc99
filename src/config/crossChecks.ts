import { nearestName } from '../core/nearestName.js';
import type { Problem, Reader } from './reader.js';
import type { Setting } from './setting.js';
import { settingList, settings } from './settings.js';

const KNOWN = settingList.map((setting) => setting.name);
/** Prefixes of ours that other programs use too. */
const SHARED_PREFIX = /^(?:TELEGRAM|SLACK|DISCORD|LITELLM)_/;
/** Edits that still count as a slip: `TELEGRAM_TOKEN` is four away from the right name. */
const NEAR = 4;

/** What a search service cannot be used without. */
const SEARCH_NEEDS: readonly (readonly [service: string, needs: Setting])[] = [
  ['searxng', settings.searxngUrl],
  ['brave', settings.braveApiKey],
  ['tavily', settings.tavilyApiKey],
  ['perplexity', settings.perplexityApiKey],
];

/** What is wrong only when two settings are seen together. */
export function checkTogether(reader: Reader): Problem[] {
  const problems: Problem[] = [];
  const complain = (setting: Setting, message: string) =>
    problems.push({ name: setting.name, message: `${reader.labelOf(setting)}: ${message}` });

  const role = reader.read(settings.role);
  if (role !== 'all' && !reader.isSet(settings.redisUrl)) {
    complain(
      settings.role,
      `got "${role}", which needs ${settings.redisUrl.name}: several processes find each other through Redis.`,
    );
  }
  const service = reader.read(settings.search);
  const needed = SEARCH_NEEDS.find(([name]) => name === service)?.[1];
  if (needed !== undefined && !reader.isSet(needed)) {
    complain(settings.search, `got "${service}", which needs ${needed.name}.`);
  }
  return problems;
}

/** What is allowed but surely not meant. */
export function warnTogether(reader: Reader): string[] {
  const warnings: string[] = [];
  const usesLitellm = reader.isSet(settings.litellmUrl);
  const usesOpenai = !usesLitellm && reader.isSet(settings.openaiBaseUrl);
  if (!usesLitellm && reader.isSet(settings.litellmApiKey)) {
    warnings.push(`${settings.litellmApiKey.name} is set without ${settings.litellmUrl.name}, so it is not used.`);
  }
  if (usesLitellm && reader.isSet(settings.openaiBaseUrl)) {
    warnings.push(
      `${settings.litellmUrl.name} and ${settings.openaiBaseUrl.name} are both set; ${settings.litellmUrl.name} is used.`,
    );
  }
  if (usesLitellm && !reader.isSet(settings.litellmApiKey) && reader.isSet(settings.openaiApiKey)) {
    warnings.push(
      `${settings.openaiApiKey.name} is never sent to ${settings.litellmUrl.name}; if that endpoint needs a key, set ${settings.litellmApiKey.name}.`,
    );
  }
  if (!usesLitellm && !usesOpenai && reader.isSet(settings.openaiApiKey)) {
    warnings.push(`${settings.openaiApiKey.name} is set without ${settings.openaiBaseUrl.name}, so it is not used.`);
  }
  const embedding = reader.read(settings.embeddingModel);
  if (embedding !== undefined && !embedding.startsWith('file:') && !usesLitellm && !usesOpenai) {
    warnings.push(`${settings.embeddingModel.name} is set without ${settings.litellmUrl.name}, so it is not used.`);
  }
  if (reader.isSet(settings.sttModel) && !usesLitellm && !usesOpenai) {
    warnings.push(`${settings.sttModel.name} is set without ${settings.litellmUrl.name}, so it is not used.`);
  }
  const listsNobody = !reader.isSet(settings.allow) && !reader.isSet(settings.owner);
  if (reader.read(settings.access) === 'allowlist' && listsNobody) {
    warnings.push(
      `${settings.access.name} is allowlist, but ${settings.allow.name} and ${settings.owner.name} list nobody: every message is refused.`,
    );
  }
  return warnings;
}

/** Values that cannot be read, of settings whose default then holds. */
export function warnUnreadable(reader: Reader): string[] {
  return settingList
    .filter((setting) => setting.kind.isTolerant && reader.isSet(setting) && reader.read(setting) === undefined)
    .map((setting) => `${reader.labelOf(setting)} cannot be read and has no effect; it wants ${setting.kind.wants}.`);
}

/** Settings that were changed from their default though nothing reads them yet. */
export function warnUnavailable(reader: Reader): string[] {
  return settingList
    .filter((setting) => setting.available === false && reader.isSet(setting))
    .filter((setting) => !isDefault(reader, setting))
    .map(
      (setting) =>
        `${reader.labelOf(setting)} is not yet available in this version (${lowerFirst(setting.summary)}) and has no effect.`,
    );
}

/** Names in our own namespace that mean nothing, each with the nearest one that does. */
export function warnUnknown(names: readonly string[]): string[] {
  return names
    .filter((name) => name.startsWith('WAGGLE_') && !KNOWN.includes(name))
    .map(
      (name) =>
        `${name} is not a setting of Waggle and has no effect. The nearest one is ${nearestName(name, KNOWN)?.name}.`,
    );
}

/** Keys of the configuration file that mean nothing. */
export function warnStray(keys: readonly string[], fileLabel: string): string[] {
  return keys
    .filter((key) => !KNOWN.includes(key))
    .map((key) => `${key} in ${fileLabel} has no effect. The nearest setting is ${nearestName(key, KNOWN)?.name}.`);
}

/** Names like `TELEGRAM_TOKEN` that may belong to another program, told only while the setting they resemble is unset. */
export function warnNearMisses(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (!SHARED_PREFIX.test(name) || KNOWN.includes(name)) return [];
    const nearest = nearestName(name, KNOWN);
    if (nearest === undefined || nearest.distance > NEAR || names.includes(nearest.name)) return [];
    return [`${name} is not read by Waggle. Did you mean ${nearest.name}?`];
  });
}

function isDefault(reader: Reader, setting: Setting): boolean {
  if (setting.default === undefined) return false;
  return JSON.stringify(reader.read(setting)) === JSON.stringify(setting.kind.schema.parse(setting.default));
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}
