import { readAccounts } from './accountList.js';
import { assembleConfig } from './assembleConfig.js';
import type { Config } from './config.js';
import { parseConfigFile } from './configFile.js';
import {
  checkTogether,
  warnNearMisses,
  warnStray,
  warnTogether,
  warnUnavailable,
  warnUnknown,
  warnUnreadable,
} from './crossChecks.js';
import { discordAccounts } from './discordAccounts.js';
import { maskValue } from './mask.js';
import { readMcpServers } from './mcpServers.js';
import { createReader, type Problem, type RawValue } from './reader.js';
import type { Setting } from './setting.js';
import { settingList } from './settings.js';
import { slackAccounts } from './slackAccounts.js';
import { telegramAccounts } from './telegramAccounts.js';

/** One setting as `waggle doctor` explains it. */
export interface ExplainedSetting {
  readonly setting: Setting;
  readonly source: 'environment' | 'file' | 'default' | 'unset';
  /** The value, or what holds without one; secrets masked. */
  readonly shown: string;
}

/** A configuration that can be used, or everything that is wrong with it at once. */
export type ConfigResult = { readonly warnings: readonly string[]; readonly explained: readonly ExplainedSetting[] } & (
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly Problem[] }
);

/** The environment, as `process.env` has it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the whole configuration: the environment first, then the file, then the defaults. A blank value counts as
 * unset. Pure: nothing but the arguments is looked at.
 *
 * @param fileText text of the configuration file, if there is one
 * @param fileLabel what to call that file in messages
 */
export function loadConfig(env: Environment, fileText?: string, fileLabel = 'waggle.config.json'): ConfigResult {
  const problems: Problem[] = [];
  const file = parseConfigFile(fileText, fileLabel, problems);
  const lookUp = (name: string): RawValue | undefined => {
    const fromEnvironment = env[name]?.trim();
    if (fromEnvironment) return { raw: fromEnvironment, label: name, source: 'environment' };
    const fromFile = file.values.get(name)?.trim();
    return fromFile ? { raw: fromFile, label: `${name} in ${fileLabel}`, source: 'file' } : undefined;
  };
  const reader = createReader(lookUp, problems);

  for (const setting of settingList) reader.read(setting);
  const telegram = readAccounts(telegramAccounts, reader, lookUp, file.telegram, fileLabel, problems);
  const slack = readAccounts(slackAccounts, reader, lookUp, file.slack, fileLabel, problems);
  const discord = readAccounts(discordAccounts, reader, lookUp, file.discord, fileLabel, problems);
  const mcpServers = readMcpServers(file.mcpServers, env, fileLabel, problems);
  problems.push(...checkTogether(reader));

  const names = Object.keys(env).filter((name) => env[name]?.trim());
  const warnings = [
    ...warnTogether(reader),
    ...warnUnreadable(reader),
    ...warnUnavailable(reader),
    ...warnUnknown(names),
    ...warnStray([...file.values.keys()], fileLabel),
    ...warnNearMisses(names),
  ];
  const explained = settingList.map((setting) => explain(setting, lookUp(setting.name)));
  if (problems.length > 0) return { ok: false, problems, warnings, explained };
  return {
    ok: true,
    config: assembleConfig(reader, { telegram, slack, discord, mcpServers }, file.toolRules),
    warnings,
    explained,
  };
}

function explain(setting: Setting, found: RawValue | undefined): ExplainedSetting {
  if (found !== undefined) return { setting, source: found.source, shown: maskValue(setting, found.raw) };
  if (setting.default !== undefined) return { setting, source: 'default', shown: setting.default };
  return { setting, source: 'unset', shown: setting.unset ?? 'none' };
}
