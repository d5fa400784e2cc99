import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { useCommandLine } from './commandLine.js';

const { home, run: waggle } = useCommandLine();

it('an operator lists, shows, makes and checks personas, and finds them in the Slack manifest', {
  timeout: 90_000,
}, async () => {
  const listed = await waggle('personas');
  expect(listed).toMatchObject({ code: 0, err: '' });
  expect(listed.out.split('\n').filter((line) => / built-in/.test(line))).toHaveLength(21);
  expect(listed.out).toMatch(/^\/verifier +built-in, read-only +Looks for what is wrong/m);
  expect(listed.out).toContain('WAGGLE_COORDINATOR_MODE=on');
  expect((await waggle('personas', 'show', 'project_manager')).out).toMatch(
    /^📋 Project Manager[\s\S]*## How you work/,
  );
  expect(await waggle('personas', 'show', 'pirate')).toMatchObject({ code: 1 });

  const file = join(home(), 'data', 'personas', 'pastry-chef.md');
  expect(await waggle('personas', 'new', 'pastry-chef', '-n', 'Pastry: Chef')).toMatchObject({
    code: 0,
    out: `${file}\n`,
  });
  expect(await waggle('personas', 'check', file)).toMatchObject({ code: 0 });
  expect((await waggle('personas', 'ls')).out).toMatch(/^\/pastry_chef +custom/m);
  expect(await waggle('personas', 'new', 'pastry-chef')).toMatchObject({ code: 1 });
  expect(await waggle('personas', 'new', '../escape')).toMatchObject({ code: 1, err: expect.stringContaining('id') });
  expect(await waggle('personas', 'new', 'coder')).toMatchObject({ code: 1, err: expect.stringContaining('built-in') });
  await writeFile(file, (await readFile(file, 'utf8')).replace('isReadOnly: false', 'isReadOnly: perhaps'));
  const checked = await waggle('personas', 'check');
  expect(checked).toMatchObject({ code: 1 });
  expect(checked.err).toMatch(/pastry-chef\.md: isReadOnly: /);

  const { out } = await waggle('manifest', 'slack');
  const manifest = z
    .object({ features: z.object({ slash_commands: z.array(z.object({ command: z.string() })) }) })
    .parse(JSON.parse(out));
  const commands = manifest.features.slash_commands.map(({ command }) => command);
  expect(commands).toContain('/waggle-researcher');
  expect(commands.length).toBeLessThanOrEqual(50);
});
