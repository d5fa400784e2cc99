import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeProblems, describeSettings } from '../../src/config/describeConfig.js';
import { renderEnvExample, renderSettingsTable } from '../../src/config/documentation.js';
import { loadConfig } from '../../src/config/loadConfig.js';
import { settingGroups } from '../../src/config/setting.js';
import { settingList } from '../../src/config/settings.js';

describe('the settings table', () => {
  it('has one entry per name, in a known group, with a default or a word on what holds without one', () => {
    expect(new Set(settingList.map((setting) => setting.name)).size).toBe(settingList.length);
    for (const setting of settingList) {
      expect(settingGroups, setting.name).toContain(setting.group);
      expect(setting.default ?? setting.unset, setting.name).toBeDefined();
      expect(setting.summary, setting.name).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('is what .env.example says (node scripts/settings.mjs --write)', () => {
    expect(readFileSync('.env.example', 'utf8')).toBe(renderEnvExample());
  });

  it('is what the README says between its settings marks (node scripts/settings.mjs --write)', () => {
    const readme = existsSync('README.md') ? readFileSync('README.md', 'utf8') : '';
    const marked = /<!-- settings -->\n([\s\S]*?)\n<!-- \/settings -->/.exec(readme)?.[1];
    expect(marked ?? renderSettingsTable()).toBe(renderSettingsTable());
  });

  it('gives an .env.example whose lines, when all are put in force, are accepted', () => {
    const env = Object.fromEntries(
      renderEnvExample()
        .split('\n')
        .flatMap((line) => {
          const found = /^#([A-Z_]+)=(.*)$/.exec(line);
          return found === null ? [] : [[found[1], found[2]]];
        }),
    );
    expect(Object.keys(env)).toHaveLength(settingList.length);
    expect(loadConfig(env)).toMatchObject({ ok: true, warnings: [] });
  });

  it('gives a Markdown row of four cells per setting', () => {
    const rows = renderSettingsTable().split('\n');
    expect(rows).toHaveLength(settingList.length + 2);
    for (const row of rows) expect(row.split(/(?<!\\)\|/)).toHaveLength(6);
  });
});

describe('what is printed', () => {
  it('lists all problems under one heading', () => {
    const result = loadConfig({ WAGGLE_HTTP_PORT: 'x', WAGGLE_ROLE: 'y' });
    expect(result.ok ? '' : describeProblems(result.problems)).toBe(
      [
        '2 problems in the configuration; nothing was started:',
        '  WAGGLE_ROLE: got "y", wants one of all, ingress, worker.',
        '  WAGGLE_HTTP_PORT: got "x", wants a whole number from 0 to 65535.',
        'Every setting is explained by "waggle doctor" and in .env.example.',
      ].join('\n'),
    );
  });

  it('explains every setting with its value and where that comes from', () => {
    const text = describeSettings(loadConfig({ WAGGLE_HTTP_PORT: '9' }).explained);
    expect(text).toContain('  WAGGLE_HTTP_PORT = "9" (environment)');
    expect(text).toContain('  WAGGLE_ROLE = all (default)');
    for (const setting of settingList) expect(text).toContain(`  ${setting.name} = `);
  });
});
