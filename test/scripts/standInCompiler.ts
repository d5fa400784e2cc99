/**
 * A program in the compiler's place, where the test is about what happens around it: it copies `src/*.ts`, says so, and
 * with `COMPILER=fail` or `COMPILER=hang` stops half-way.
 */
export const STAND_IN_COMPILER = `#!/usr/bin/env node
const { mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const out = process.argv[process.argv.indexOf('--outDir') + 1];
const sources = readdirSync('src').filter((name) => name.endsWith('.ts'));
mkdirSync(out, { recursive: true });
for (const [index, name] of sources.entries()) {
  if (index > 0 && process.env.COMPILER === 'fail') process.exit(2);
  if (index > 0 && process.env.COMPILER === 'hang') {
    console.log('compiler hangs');
    setInterval(() => {}, 1000);
    break;
  }
  writeFileSync(out + '/' + name.replace(/ts$/, 'js'), readFileSync('src/' + name, 'utf8'));
}
`;
