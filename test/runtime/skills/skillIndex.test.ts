import { describe, expect, it } from 'vitest';
import { searchSkills } from '../../../src/runtime/skills/searchSkills.js';
import type { Skill } from '../../../src/runtime/skills/skill.js';
import { buildSkillIndex } from '../../../src/runtime/skills/skillIndex.js';

const make = (slug: string, fields: Partial<Skill> = {}): Skill => ({
  slug,
  name: slug,
  description: `Use when the user wants ${slug}.`,
  category: null,
  triggers: ['one', 'two'],
  tags: ['t'],
  requiresTools: [],
  body: 'SECRET BODY',
  text: '',
  source: 'own',
  folder: '',
  ...fields,
});

describe('the index in the prompt', () => {
  it('tells what there is and when, never the skills themselves', () => {
    const index = buildSkillIndex([make('a'), make('b', { triggers: [], tags: [] })], ['skill']);
    expect(index).toMatch(/^# Skills\n.*\n- a: wants a\. \(one, two\) \[t\]\n- b: wants b\.$/);
    expect(index).not.toContain('SECRET');
  });

  it('hides what needs tools that are missing, and is nothing without the skill tool', () => {
    const needy = make('b', { requiresTools: ['bash', 'web_search'] });
    expect(buildSkillIndex([make('a'), needy], ['skill', 'bash'])).not.toContain('- b');
    expect(buildSkillIndex([make('a'), needy], ['skill', 'bash', 'web_search'])).toContain('- b');
    expect(buildSkillIndex([make('a')], ['bash'])).toBe('');
    expect(buildSkillIndex([needy], ['skill'])).toBe('');
  });

  it('bounds triggers at whole words of 60 characters, and one long description', () => {
    const triggers = Array.from({ length: 40 }, (_, n) => `trigger ${n}`);
    const index = buildSkillIndex([make('a', { triggers, description: 'd'.repeat(1000) })], ['skill']);
    const shown = /\((trigger 0.*?)\)/.exec(index)?.[1] ?? '';
    expect(shown.length).toBeLessThanOrEqual(60);
    expect(shown).toMatch(/trigger \d+$/);
    expect(index).toMatch(/d{200,239}… \(/);
  });

  it('tells less of each when all do not fit, and says how many are left out at last', () => {
    const skills = (count: number) =>
      Array.from({ length: count }, (_, n) => make(`skill-${String(n).padStart(3, '0')}`));
    const limits = [100, 220, 450, 600].map((count) => buildSkillIndex(skills(count), ['skill']));
    for (const index of limits) expect(index.length).toBeLessThanOrEqual(7_600);
    expect(limits[0]).toContain('(one, two) [t]');
    expect(limits[1]).toMatch(/- skill-219: wants/);
    expect(limits[1]).not.toContain('[t]');
    expect(limits[2]).toMatch(/- skill-449$/m);
    expect(buildSkillIndex(skills(300), ['skill'], 800)).toMatch(/\n- and \d+ more: skill, action list$/);
    expect(buildSkillIndex(skills(5), ['skill'], 20)).toBe('');
  });

  it('is the same text for the same skills', () => {
    const skills = [make('a'), make('b')];
    expect(buildSkillIndex(skills, ['skill', 'x'])).toBe(buildSkillIndex(structuredClone(skills), ['x', 'skill']));
  });
});

describe('a search', () => {
  const skills = [
    make('weekly-report', { triggers: ['friday summary'] }),
    make('invoices', { description: 'Use when the user sends a weekly bill.' }),
    make('other', { body: 'It mentions a report once.', triggers: [], description: 'x' }),
    make('天气', { slug: 'weather', description: '用户询问天气时使用' }),
  ];
  const find = (query: string) => searchSkills(skills, query).map(({ slug }) => slug);

  it('finds by words, the name first and the body last', () => {
    expect(find('report')).toEqual(['weekly-report', 'other']);
    expect(find('weekly')).toEqual(['weekly-report', 'invoices']);
    expect(find('Friday!')).toEqual(['weekly-report']);
    expect(find('rep')).toEqual(['weekly-report', 'other']);
  });

  it('gives all for nothing, and nothing for what fits nowhere', () => {
    expect(find('')).toHaveLength(4);
    expect(find('???')).toEqual([]);
    expect(find('zebra')).toEqual([]);
  });
});
