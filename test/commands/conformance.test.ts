import { z } from 'zod';
import { menuList } from '../../src/commands/menuList.js';
import { type Command, createCommandRegistry } from '../../src/commands/registry.js';
import { createSkillCommands } from '../../src/commands/skills/skillCommands.js';
import type { Skill } from '../../src/runtime/skills/skill.js';
import { isSlug, skillToCommand, tokenToSlug } from '../../src/runtime/skills/skillNames.js';
import { describeConformance } from '../runtime/conformanceCases.js';
import { createRecordingLog } from '../setup/recordingLog.js';

const command = (name: string): Command => ({
  spec: { name, description: 'x', usage: '', instant: true, roles: ['member'] },
  run: async () => name,
});

const skillOf = (slug: string): Skill => ({
  slug,
  name: slug,
  description: `Use when the user wants ${slug}.`,
  category: null,
  triggers: [],
  tags: [],
  requiresTools: [],
  body: '',
  text: '',
  source: 'bundled',
  folder: '',
});

describeConformance('slash.route', (input) => {
  const { text, skills } = z.object({ text: z.string(), skills: z.array(z.string()) }).parse(input);
  const builtins = ['plan', 'find_skills', 'wiki_setup', 'wiki_sync', 'wiki_search'];
  const library = { find: async () => null };
  const { commands } = createSkillCommands({ library, listed: skills.map(skillOf) });
  const parsed = createCommandRegistry(builtins.map(command), [{ commands }]).parse(text);
  if (parsed === null) return { kind: 'raw' };
  const { name } = parsed.command.spec;
  if (name === 'plan') return { kind: 'plan', goal: parsed.args };
  if (name.startsWith('wiki_')) return { kind: 'wiki', command: name, rest: parsed.args };
  return { kind: 'skill', slug: tokenToSlug(name), task: parsed.args };
});

describeConformance('slash.local', (input) => {
  const { text } = z.object({ text: z.string() }).parse(input);
  const parsed = createCommandRegistry(['clear', 'checkpoint', 'rollback', 'skills'].map(command)).parse(text);
  if (parsed === null) return { kind: 'none' };
  const { name } = parsed.command.spec;
  if (name === 'skills') return { kind: name, input: text };
  return name === 'clear' ? { kind: name } : { kind: name, name: parsed.args };
});

/** What a channel does with a bot's name behind a command that is meant for it: the registry then needs no more. */
describeConformance('slash.normalise', (input) => {
  const { text } = z.object({ text: z.string() }).parse(input);
  const parsed = createCommandRegistry([command('help')]).parse(text);
  return parsed === null ? text : `/${parsed.command.spec.name}${parsed.args === '' ? '' : ` ${parsed.args}`}`;
});

const menuSchema = z.union([
  z.object({ builtins: z.array(z.string()), skills: z.array(z.string()) }),
  z.object({ totalCommands: z.number() }),
]);

describeConformance('slash.menu', (input) => {
  const given = menuSchema.parse(input);
  if ('skills' in given) {
    const slugs = given.skills.map((name) => name.replace(/ \(.*\)$/, '')).filter(isSlug);
    const taken = new Set(given.builtins);
    return slugs.flatMap((slug) => skillToCommand(slug, (name) => taken.has(name)) ?? []).sort();
  }
  const log = createRecordingLog();
  const all = Array.from({ length: given.totalCommands }, (_, n) => command(`c${n}`).spec);
  const menu = menuList(all, log);
  return {
    registered: menu.length,
    orderKept: menu.every(({ name }, n) => name === `c${n}`),
    droppedLogged: log.lines.some((line) => JSON.stringify(line).includes(`c${given.totalCommands - 1}`)),
  };
});
