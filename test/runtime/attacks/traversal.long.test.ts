import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AttackStage, openAttackStage, PLANTED } from './attackStage.js';
import { expectRefusal } from './expectRefusal.js';

let stage: AttackStage;
let before: string;

beforeAll(() => {
  stage = openAttackStage();
});
afterAll(() => stage.close());

beforeEach(() => {
  stage.renew();
  before = stage.snapshot();
});

afterEach(() => {
  // Whatever was tried: nothing but the own workspace has changed.
  expect(stage.snapshot()).toBe(before);
});

const here = (path: string) => join(stage.workspace, path);

describe('a document', () => {
  const kinds = ['docx', 'pdf', 'pptx', 'xlsx'] as const;
  const paths = ['../../made', '/etc/made', 'door/made', 'outbox/made', 'a/note.txt/made', 'trap'] as const;

  it.each(kinds.map((kind, place) => [kind, [...paths.slice(place), ...paths.slice(0, place)].slice(0, 3)] as const))(
    'of %s is not written to %j',
    async (kind, places) => {
      symlinkSync(stage.outside, here('door'));
      symlinkSync(join(stage.outside, 'new'), here(`trap.${kind}`));
      const source = kind === 'xlsx' ? { from: 'a/note.txt' } : { content: '# words' };
      for (const path of places) expectRefusal(path, await stage.use(`generate_${kind}`, { path, ...source }));
    },
  );

  it.each([
    '../../gateway.db',
    '/etc/passwd',
    'door/picture.png',
    'trap.png',
    'file:///etc/passwd',
    'http://127.0.0.1/picture.png',
    '%2e%2e/%2e%2e/x.png',
  ])('does not take in the picture %j', async (path) => {
    symlinkSync(stage.outside, here('door'));
    symlinkSync(join(stage.outside, 'secret.txt'), here('trap.png'));
    const { text } = await stage.use('generate_docx', { path: 'made', content: `# words\n\n![p](${path})\n` });
    // What is no path of the workspace is nothing but its words.
    if (!path.includes(':')) expect(text).toMatch(/left out/);
    expect(readFileSync(here('made.docx')).includes('word/media/')).toBe(false);
    expect(text).not.toContain(PLANTED);
  });
});

/** Exchanges a path for a link and back, as fast as it can, until it is ended. */
const SWAP = `
const { renameSync, rmSync, symlinkSync } = require('node:fs');
const [path, target] = process.argv.slice(1);
process.stdout.write('on');
for (;;) {
  try {
    renameSync(path, path + '.kept');
    symlinkSync(target, path);
  } catch {}
  try {
    rmSync(path);
  } catch {}
  try {
    renameSync(path + '.kept', path);
  } catch {}
}`;

describe('what is exchanged for a link between check and use', () => {
  it.each([
    ['the file', 'x/secret.txt', 'secret.txt', 60],
    ['its folder', 'x', '', 60],
    ['a folder above it', 'x', '', 60],
  ])('does not lead out: %s', async (_, swapped, target, rounds) => {
    mkdirSync(here('x'), { recursive: true });
    writeFileSync(here('x/secret.txt'), 'own words\n');
    const child = spawn(process.execPath, ['-e', SWAP, here(swapped), join(stage.outside, target)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    try {
      await once(child.stdout, 'data');
      for (let round = 0; round < rounds; round += 1) {
        const path = 'x/secret.txt';
        const answers = await Promise.all([
          stage.use('read_file', { path }),
          stage.use('write_file', { path, content: 'attack' }),
          stage.use('edit_file', { path, old_string: PLANTED, new_string: 'attack' }),
          stage.use('list_files', { depth: 4 }),
          stage.use('send_file', { path }),
        ]);
        for (const { text } of answers) expect(text).not.toContain(PLANTED);
      }
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
    const files = readdirSync(stage.workspace, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    expect(files.length).toBeGreaterThan(0);
    for (const { parentPath, name } of files) {
      expect(readFileSync(join(parentPath, name), 'utf8')).not.toContain(PLANTED);
    }
  });
});
