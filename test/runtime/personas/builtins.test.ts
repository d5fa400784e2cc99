import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { COMMAND_SPECS } from '../../../src/commands/specs.js';
import { commandOf, USUAL_MODEL } from '../../../src/runtime/personas/persona.js';
import { BUILTIN_FOLDER, readPersonaFolder } from '../../../src/runtime/personas/personaFolder.js';
import { renderPersonaTable } from '../../../src/runtime/personas/personaTable.js';
import { composePersonaPrompt, MAX_SYSTEM_CHARS } from '../../../src/runtime/prompt/composePersona.js';
import { TONES, WRITE_DISCIPLINE } from '../../../src/runtime/prompt/texts/personaTexts.js';
import { TEMPLATE_NAMES } from '../../../src/runtime/workflows/templates.js';
import { describeConformance } from '../conformanceCases.js';
import { openTestShelf } from './testShelf.js';

const { personas, problems } = readPersonaFolder(BUILTIN_FOLDER);

describe('the built-in personas', () => {
  it('are 22, without a fault, in the order of the contract', () => {
    expect(problems).toEqual([]);
    const shelf = openTestShelf({ hasCoordinator: true });
    const ids = shelf.listPersonas().map(({ id }) => id);
    expect(ids).toHaveLength(22);
    expect(new Set(ids).size).toBe(22);
    expect([ids[0], ids[13], ids[16], ids[21]]).toEqual([
      'researcher',
      'general-purpose',
      'coordinator',
      'creative-director',
    ]);
    shelf.close();
  });

  it.each(personas.map((persona) => [persona.id, persona] as const))('%s is complete', (_, persona) => {
    expect(persona.systemPrompt.length).toBeLessThan(4000);
    expect(persona.failurePatterns).toHaveLength(3);
    expect(persona.bestFor).toHaveLength(3);
    expect(persona.tagline).toMatch(/\S.*\.$/);
    expect(persona.wontDo).toMatch(/\S/);
    expect(persona.description).toMatch(/\S/);
    expect(persona.icon).toMatch(/\p{Extended_Pictographic}/u);
    expect(persona.modelPreference).toBe(USUAL_MODEL);
    expect(persona.tools.length).toBeGreaterThan(0);
    expect(new Set(persona.tools).size).toBe(persona.tools.length);
    for (const title of ['How you work', 'What you deliver', 'Where you stop', 'Watch for']) {
      expect(persona.systemPrompt.split(`\n## ${title}\n`)).toHaveLength(2);
    }
    const watched = persona.systemPrompt.split('\n## Watch for\n')[1]?.split('\n') ?? [];
    expect(watched.filter((line) => line.startsWith('- '))).toHaveLength(3);
    expect(persona.systemPrompt.split('\n')[0]).not.toContain(persona.name);
    expect(commandOf(persona)).toMatch(/^[a-z0-9_]{1,32}$/);
    expect(Object.keys(COMMAND_SPECS)).not.toContain(commandOf(persona));
    if (persona.defaultWorkflow !== null) expect([...TEMPLATE_NAMES, 'coordinator']).toContain(persona.defaultWorkflow);
  });

  it.each(personas.map((persona) => [persona.id, persona] as const))(
    '%s composes within limits with nothing dropped, in every tone',
    (_, persona) => {
      const core = 'The core prompt. '.repeat(1000);
      for (const tone of [
        undefined,
        ...z.enum(['professional', 'casual', 'technical', 'legal', 'marketing']).options,
      ]) {
        const { text, trims } = composePersonaPrompt(core, persona, MAX_SYSTEM_CHARS, tone);
        expect(trims).toEqual([]);
        expect(text.length).toBeLessThanOrEqual(MAX_SYSTEM_CHARS);
        expect(text.startsWith(core)).toBe(true);
        expect(text.endsWith(persona.systemPrompt)).toBe(true);
        expect(text.includes(WRITE_DISCIPLINE)).toBe(!persona.isReadOnly);
        expect(text.includes('## Communication Tone')).toBe(tone !== undefined);
        if (tone !== undefined) expect(text).toContain(TONES[tone]);
      }
    },
  );

  it('no two prompts share a sentence', () => {
    const owners = new Map<string, string>();
    for (const { id, systemPrompt } of personas) {
      const sentences = systemPrompt
        .split(/\n|(?<=[.?!])\s/)
        .map((sentence) => sentence.trim())
        .filter((sentence) => sentence.length > 25);
      for (const sentence of sentences) {
        expect(owners.get(sentence) ?? id, sentence).toBe(id);
        owners.set(sentence, id);
      }
    }
  });

  it('read-only are planner and verifier; the coordinator has eleven tools', () => {
    expect(personas.filter(({ isReadOnly }) => isReadOnly).map(({ id }) => id)).toEqual(['planner', 'verifier']);
    expect(personas.find(({ id }) => id === 'coordinator')?.tools).toHaveLength(11);
  });
});

it('the README has their table: node scripts/personas.mjs --write', () => {
  const readme = readFileSync(resolve(import.meta.dirname, '../../../README.md'), 'utf8');
  expect(readme.match(/<!-- personas -->\n([\s\S]*?)\n<!-- \/personas -->/)?.[1]).toBe(renderPersonaTable());
});

describeConformance('persona.getPersona', (input) => {
  const shelf = openTestShelf();
  const persona = shelf.getPersona(z.object({ id: z.string() }).parse(input).id);
  shelf.close();
  if (persona === null) return null;
  const { isReadOnly, tools, disallowedTools } = persona;
  return { isReadOnly, tools: tools.length, denied: disallowedTools.length };
});
