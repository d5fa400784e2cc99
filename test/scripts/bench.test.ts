import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const BENCH = resolve(import.meta.dirname, '../../bench');
const IMPORT = /^import \{([^}]+)\} from '(\.\.\/dist\/[^']+)';$/gm;

/** Benchmarks on built code are plain JavaScript, which no compiler looks at. */
describe('the benchmarks on built code', () => {
  const files = readdirSync(BENCH).filter((name) => name.endsWith('.mjs'));

  it.each(files)('%s finds all that it imports', async (file) => {
    const source = readFileSync(resolve(BENCH, file), 'utf8');
    for (const [, names = '', path = ''] of source.matchAll(IMPORT)) {
      const built: object = await import(resolve(BENCH, path));
      for (const name of names.split(',')) expect(built, path).toHaveProperty(name.trim().split(' as ')[0] ?? '');
    }
  });
});
