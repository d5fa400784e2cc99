import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPersona } from '../../../src/runtime/personas/readPersona.js';
import { createFakeClock } from '../../setup/fakeClock.js';
import { createRecordingLog } from '../../setup/recordingLog.js';
import { openTestShelf } from './testShelf.js';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'waggle-personas-'));
  mkdirSync(join(dataDir, 'personas'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

let edits = 0;
/** A file of another time of change, however fast the test is. */
const write = (name: string, text: string) => {
  const file = join(dataDir, 'personas', name);
  writeFileSync(file, text);
  edits += 10;
  utimesSync(file, new Date(edits * 1000), new Date(edits * 1000));
  return file;
};
const chef = (prompt: string) => `---\nname: Chef\nicon: 🍳\ntagline: Cooks.\n---\n${prompt}\n`;

describe('reading a persona', () => {
  it('needs a name and a prompt; the rest has defaults', () => {
    const reading = readPersona('---\nname: Chef\n---\n\nYou cook.\n', 'pastry-chef');
    expect(reading).toEqual({
      ok: true,
      persona: {
        id: 'pastry-chef',
        name: 'Chef',
        description: '',
        icon: '👤',
        systemPrompt: 'You cook.',
        modelPreference: 'claude-sonnet-4-6',
        tools: [],
        disallowedTools: [],
        isReadOnly: false,
        workspaceAffinity: [],
        suggestedCommands: [],
        defaultWorkflow: null,
        bestFor: [],
        failurePatterns: [],
        suggestedSkills: [],
        suggestedConnectors: [],
        suggestedMcpServers: [],
      },
    });
  });

  it.each([
    ['no front matter', 'You cook.', 'chef', /^name: /],
    ['YAML that is none', '---\nname: [\n---\nx', 'chef', /^the front matter is not YAML/],
    ['a field of another type', '---\nname: Chef\ntools: bash\n---\nx', 'chef', /^tools: .*array/],
    ['a bad entry', '---\nname: Chef\ntools: [bash, "rm -rf /"]\n---\nx', 'chef', /^tools, entry 2: a tool name/],
    ['a misspelt field', '---\nname: Chef\ntool: [bash]\n---\nx', 'chef', /^there is no field tool$/],
    ['no prompt', '---\nname: Chef\n---\n', 'chef', /^prompt: nothing follows/],
    ['a long prompt', `---\nname: Chef\n---\n${'x'.repeat(4000)}`, 'chef', /^prompt: 4000 characters, 3999/],
    ['another id', '---\nname: Chef\nid: cook\n---\nx', 'chef', /^id: "cook" is not the file's name "chef"$/],
    ['a name of two lines', '---\nname: "Chef\\nRole"\n---\nx', 'chef', /^name: one line$/],
    ['a path as its name', '---\nname: Chef\n---\nx', '../chef', /^the file's name is no id/],
    ['a reserved word', '---\nname: Chef\n---\nx', 'off', /^the file's name is no id: a word that \/persona/],
    ['a name too long for a command', '---\nname: Chef\n---\nx', 'x'.repeat(33), /at most 32 characters/],
    ['a command of another form', '---\nname: C\nsuggestedCommands: [research]\n---\nx', 'chef', /^suggestedCommands/],
  ])('names file and field: %s', (_, text, id, problem) => {
    const reading = readPersona(text, id);
    expect(reading.ok ? [] : reading.problems).toEqual(expect.arrayContaining([expect.stringMatching(problem)]));
  });
});

describe('the shelf of personas', () => {
  it('lists custom ones after the built-ins, and tells what is wrong with a file', () => {
    write('chef.md', chef('You cook.'));
    const taken = write('coder.md', chef('You are another coder.'));
    const broken = write('broken.md', '---\nname: 7\n---\nx');
    write('notes.txt', 'not a persona');
    const log = createRecordingLog();
    const shelf = openTestShelf({ dataDir, log });
    expect(shelf.listPersonas().at(-1)?.id).toBe('chef');
    expect(shelf.listPersonas()).toHaveLength(22);
    expect(shelf.problems()).toEqual([
      { file: broken, problem: expect.stringMatching(/^name: /) },
      { file: taken, problem: 'id: "coder" is a built-in persona; take another name' },
    ]);
    expect(log.lines.map(({ fields }) => fields.file)).toEqual([broken, taken]);
    expect(shelf.find('coder')?.systemPrompt).not.toContain('another coder');
    shelf.close();
  });

  it('finds by id and by command, built-ins alone by getPersona, the coordinator only behind its flag', () => {
    write('chef.md', chef('You cook.'));
    const shelf = openTestShelf({ dataDir });
    expect(shelf.find('Project_Manager')?.id).toBe('project-manager');
    expect(shelf.find('chef')?.name).toBe('Chef');
    expect(shelf.getPersona('chef')).toBeNull();
    expect(shelf.getPersona('toString')).toBeNull();
    expect([shelf.getPersona('coordinator')?.id, shelf.find('coordinator')]).toEqual(['coordinator', null]);
    expect(openTestShelf({ hasCoordinator: true }).find('coordinator')?.icon).toBe('🎛️');
    shelf.close();
  });

  it('takes in what changes: new, edited, broken (it stays as it was), mended, gone', async () => {
    const clock = createFakeClock();
    const log = createRecordingLog();
    const shelf = openTestShelf({ dataDir, clock, log });
    const prompt = () => shelf.find('chef')?.systemPrompt ?? null;
    const look = async () => {
      await clock.advance(2000);
      await shelf.refresh();
    };
    await look();
    expect(prompt()).toBeNull();
    const file = write('chef.md', chef('You cook.'));
    await look();
    expect(prompt()).toBe('You cook.');
    write('chef.md', chef('You bake.'));
    await look();
    expect(prompt()).toBe('You bake.');
    write('chef.md', '---\nname: Chef\nicons: x\n---\nYou burn.');
    await look();
    expect(prompt()).toBe('You bake.');
    expect(shelf.problems()).toEqual([{ file, problem: 'there is no field icons' }]);
    expect(log.messages('warn')).toEqual(['a persona file cannot be used']);
    write('chef.md', chef('You grill.'));
    await look();
    expect([prompt(), shelf.problems()]).toEqual(['You grill.', []]);
    rmSync(file);
    await look();
    expect(prompt()).toBeNull();
    shelf.close();
    expect(clock.pending()).toBe(0);
  });

  it('a folder that is a file, or gone, holds none', async () => {
    rmSync(join(dataDir, 'personas'), { recursive: true });
    writeFileSync(join(dataDir, 'personas'), '');
    const shelf = openTestShelf({ dataDir });
    await shelf.refresh();
    expect(shelf.listPersonas()).toHaveLength(21);
    shelf.close();
  });
});
