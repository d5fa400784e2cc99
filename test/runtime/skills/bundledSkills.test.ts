import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Skill } from '../../../src/runtime/skills/skill.js';
import { buildSkillIndex, MAX_INDEX_CHARS } from '../../../src/runtime/skills/skillIndex.js';
import { createSkillLibrary } from '../../../src/runtime/skills/skillLibrary.js';
import { skillToCommand } from '../../../src/runtime/skills/skillNames.js';
import { scanSkill } from '../../../src/runtime/skills/skillShelf.js';

const NAMES = [
  'artifact-delivery',
  'chart',
  'credential-hygiene',
  'find-skills',
  'heartbeat-cron',
  'http-api',
  'imported-skill-compat',
  'memory-layers',
  'multimodal-ingest',
  'open-web-research',
  'project-scaffold',
  'research-pack',
  'structured-extraction',
  'systematic-debugging',
  'task-execution',
  'task-planning',
  'tools-map',
  'waggle-gateway',
  'workspace-safety',
];

let dataDir: string;
let skills: readonly Skill[];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'waggle-bundled-'));
  const library = createSkillLibrary({ dataDir });
  skills = await library.everybodys();
  expect(await library.brokenOfEverybody()).toEqual([]);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

it('there are the nineteen, each named like its folder and with a command', () => {
  expect(skills.map(({ slug }) => slug)).toEqual(NAMES);
  expect(skills.map(({ name }) => name)).toEqual(NAMES);
  for (const { slug } of skills) expect(skillToCommand(slug, () => false)).toBe(slug.replaceAll('-', '_'));
});

describe.each(NAMES)('%s', (slug) => {
  const find = () => {
    const skill = skills.find((one) => one.slug === slug);
    if (skill === undefined) throw new Error(`no skill ${slug}`);
    return skill;
  };

  it('says when it is of use, in few words', () => {
    const { description, triggers, tags } = find();
    expect(description).toMatch(/^Use when the user /);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(triggers.length).toBeGreaterThanOrEqual(6);
    expect(triggers.length).toBeLessThanOrEqual(12);
    expect(triggers.join(', ').length).toBeLessThanOrEqual(160);
    expect(tags.length).toBeGreaterThan(0);
  });

  it('has the sections of a skill in order, with steps and checks', () => {
    const { body } = find();
    const sections = [...body.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect(sections).toEqual([
      'Tool contract',
      'When to Use',
      'Relation to other skills',
      'Procedure',
      'Output form',
      'Pitfalls',
      'Anti-patterns',
    ]);
    expect(body.length).toBeGreaterThan(1_500);
    expect(body.length).toBeLessThan(6_000);
    expect(body).toMatch(/Not (?:for|when|before|what)|Code or files from strangers|A skill in use here/);
  });

  it('names only skills that there are, and reads like no attack', () => {
    const { body, text } = find();
    const relations = /## Relation to other skills\n([\s\S]*?)\n## /.exec(body)?.[1] ?? '';
    const named = [...relations.matchAll(/`([a-z]+(?:-[a-z]+)+|chart)`/g)].map(([, name]) => name ?? '');
    expect(named.filter((name) => !NAMES.includes(name))).toEqual([]);
    expect(scanSkill(text)).toMatchObject({ safe: true, flags: [] });
  });
});

it('all of them fit into the index with everything that it tells', () => {
  const tools = ['skill', ...new Set(skills.flatMap(({ requiresTools }) => requiresTools))];
  const index = buildSkillIndex(skills, tools);
  expect(index.length).toBeLessThanOrEqual(MAX_INDEX_CHARS);
  for (const { slug, triggers } of skills) {
    expect(index).toContain(`- ${slug}: `);
    expect(index).toContain(triggers[0]);
  }
});
