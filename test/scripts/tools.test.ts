import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('docs/tools.md lists the tools that there are, with their flags', () => {
  const page = execFileSync(process.execPath, ['scripts/tools.mjs', 'docs'], { cwd: root, encoding: 'utf8' });
  expect(readFileSync(new URL('../../docs/tools.md', import.meta.url), 'utf8')).toBe(page);
  expect(page.match(/^\| `/gm)?.length).toBeGreaterThan(60);
});
