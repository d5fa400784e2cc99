import { type Setting, settingGroups } from './setting.js';
import { settingList } from './settings.js';

const LATER = 'Not yet available.';

/** The text of `.env.example`: every setting, commented out, with its default. */
export function renderEnvExample(): string {
  const groups = settingGroups.map((group) => {
    const lines = settingList
      .filter((setting) => setting.group === group)
      .flatMap((setting) => [`# ${sentencesOf(setting)}`, `#${setting.name}=${setting.default ?? ''}`, '']);
    return [`## ${group}`, '', ...lines].join('\n');
  });
  const head = [
    '# Settings of Waggle Gateway. Nothing here has to be set. Copy this file to .env in the folder that you start',
    '# Waggle from and take the # away from what you set; the environment wins over .env.',
    '# Written by: node scripts/settings.mjs --write',
    '',
  ];
  return `${[...head, ...groups].join('\n').trimEnd()}\n`;
}

/** The settings table of the README, in Markdown. */
export function renderSettingsTable(): string {
  const rows = settingGroups.flatMap((group) =>
    settingList.filter((setting) => setting.group === group).map(renderRow),
  );
  return ['| setting | meaning | accepts | default |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function renderRow(setting: Setting): string {
  const cells = [`\`${setting.name}\``, meaningOf(setting), setting.kind.wants, defaultOf(setting)];
  return `| ${cells.map(escapeCell).join(' | ')} |`;
}

function sentencesOf(setting: Setting): string {
  const unset = setting.default === undefined ? ` Unset: ${setting.unset ?? 'none'}.` : '';
  return `${meaningOf(setting)} Accepts ${setting.kind.wants}.${unset}`;
}

function meaningOf(setting: Setting): string {
  return setting.available === false ? `${setting.summary} ${LATER}` : setting.summary;
}

function defaultOf(setting: Setting): string {
  return setting.default === undefined ? (setting.unset ?? 'none') : `\`${setting.default}\``;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
