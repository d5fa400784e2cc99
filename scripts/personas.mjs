/**
 * Prints or writes the table of the built-in personas.
 *
 * Usage: node scripts/personas.mjs readme    prints the table as Markdown
 *        node scripts/personas.mjs --write   writes it between the README's persona marks
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const { renderPersonaTable } = await import('../dist/runtime/personas/personaTable.js');
const MARKED = /(<!-- personas -->\n)[\s\S]*?(\n<!-- \/personas -->)/;

function write() {
  const readme = join(root, 'README.md');
  const text = readFileSync(readme, 'utf8');
  writeFileSync(
    readme,
    text.replace(MARKED, (_, start, end) => `${start}${renderPersonaTable()}${end}`),
  );
}

const ACTIONS = { readme: () => process.stdout.write(`${renderPersonaTable()}\n`), '--write': write };
const action = ACTIONS[process.argv[2]];
if (action === undefined) {
  process.stderr.write(`wants one of: ${Object.keys(ACTIONS).join(', ')}\n`);
  process.exitCode = 2;
} else {
  action();
}
