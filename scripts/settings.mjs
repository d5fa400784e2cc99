/**
 * Prints or writes what is generated from the settings table.
 *
 * Usage: node scripts/settings.mjs env       prints .env.example
 *        node scripts/settings.mjs readme    prints the settings table as Markdown
 *        node scripts/settings.mjs --write   writes .env.example, and the table between the README's settings marks
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const { renderEnvExample, renderSettingsTable } = await import('../dist/config/documentation.js');
const MARKED = /(<!-- settings -->\n)[\s\S]*?(\n<!-- \/settings -->)/;

function write() {
  writeFileSync(join(root, '.env.example'), renderEnvExample());
  const readme = join(root, 'README.md');
  if (!existsSync(readme)) return;
  writeFileSync(
    readme,
    readFileSync(readme, 'utf8').replace(MARKED, (_, start, end) => `${start}${renderSettingsTable()}${end}`),
  );
}

const ACTIONS = {
  env: () => process.stdout.write(renderEnvExample()),
  readme: () => process.stdout.write(`${renderSettingsTable()}\n`),
  '--write': write,
};
const action = ACTIONS[process.argv[2]];
if (action === undefined) {
  process.stderr.write(`wants one of: ${Object.keys(ACTIONS).join(', ')}\n`);
  process.exitCode = 2;
} else {
  action();
}
