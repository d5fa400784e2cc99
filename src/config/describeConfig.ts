import type { ExplainedSetting } from './loadConfig.js';
import type { Problem } from './reader.js';
import { settingGroups } from './setting.js';

/** What to print before leaving with exit code 78. */
export function describeProblems(problems: readonly Problem[]): string {
  const count = problems.length === 1 ? 'One problem' : `${problems.length} problems`;
  return [
    `${count} in the configuration; nothing was started:`,
    ...problems.map((problem) => `  ${problem.message}`),
    'Every setting is explained by "waggle doctor" and in .env.example.',
  ].join('\n');
}

/** Every setting with its value, where that comes from and what it is for, in the groups of the settings table. */
export function describeSettings(explained: readonly ExplainedSetting[]): string {
  return settingGroups
    .map((group) => {
      const lines = explained
        .filter((entry) => entry.setting.group === group)
        .map(({ setting, shown, source }) => {
          const later = setting.available === false ? ' Not yet available in this version.' : '';
          return `  ${setting.name} = ${shown} (${source})\n      ${setting.summary}${later}`;
        });
      return [group, ...lines].join('\n');
    })
    .join('\n\n');
}
