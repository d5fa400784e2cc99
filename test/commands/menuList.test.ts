import { expect, it } from 'vitest';
import { z } from 'zod';
import { menuList } from '../../src/commands/menuList.js';
import { type Command, createCommandRegistry } from '../../src/commands/registry.js';
import { createSkillCommands } from '../../src/commands/skills/skillCommands.js';
import type { Skill } from '../../src/runtime/skills/skill.js';
import { describeConformance } from '../runtime/conformanceCases.js';
import { createRecordingLog } from '../setup/recordingLog.js';

const command = (name: string): Command => ({
  spec: { name, description: name, usage: '', instant: true, roles: ['owner'] },
  run: async () => name,
});

/** A skill of the case's shorthand: `alpha-y (no description)`, `x*40`. */
function skillOf(text: string): Skill {
  const [, letter, count] = /^(.)\*(\d+)$/.exec(text) ?? [];
  const slug = letter === undefined ? text.replace(/ \(no description\)$/, '') : letter.repeat(Number(count));
  const description = text.endsWith('(no description)') ? '' : `Use ${slug}`;
  return {
    slug,
    source: 'bundled',
    folder: '/',
    name: slug,
    description,
    category: null,
    triggers: [],
    tags: [],
    requiresTools: [],
    body: 'x',
    text: 'x',
  };
}

const inputSchema = z.union([
  z.object({ builtins: z.array(z.string()), skills: z.array(z.string()) }),
  z.object({ totalCommands: z.number() }),
]);

describeConformance('slash.menu', (given) => {
  const input = inputSchema.parse(given);
  const log = createRecordingLog();
  if ('totalCommands' in input) {
    const all = Array.from({ length: input.totalCommands }, (_, i) => command(`command_${i}`).spec);
    const shown = menuList(all, log);
    const isOrderKept = shown.every((spec, i) => spec === all[i]);
    return { registered: shown.length, orderKept: isOrderKept, droppedLogged: log.messages('warn').length === 1 };
  }
  const listed = input.skills.map(skillOf).sort((a, b) => (a.slug < b.slug ? -1 : 1));
  const source = createSkillCommands({ library: { find: async () => null }, listed });
  const menu = menuList(createCommandRegistry(input.builtins.map(command), [source]).listFor('owner'), log);
  expect(menu.slice(0, input.builtins.length).map(({ name }) => name)).toEqual(input.builtins);
  for (const { description } of menu) expect(description).toMatch(/^.{1,256}$/);
  return menu.slice(input.builtins.length).map(({ name }) => name);
});

it('a menu that fits is left alone', () => {
  const log = createRecordingLog();
  const specs = [command('a').spec, command('b').spec];
  expect(menuList(specs, log)).toEqual(specs);
  expect(log.lines).toEqual([]);
});
