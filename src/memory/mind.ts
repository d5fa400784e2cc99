import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { WaggleError } from '../core/errors.js';
import type { Log } from '../core/log.js';
import type { Mind } from '../core/ports/mind.js';
import { createMindClient } from './mindClient.js';
import { mindFile, mindsFolder } from './mindFiles.js';
import { countSchema, memoriesSchema, savedSchema } from './mindProtocol.js';

/** Bound on one memory, in characters. */
const MAX_MEMORY_CHARS = 8000;

/**
 * The minds of a data directory: one SQLite file per owner, made with the first memory. A person without memories costs
 * neither a file nor a thread.
 *
 * @param dataDir `WAGGLE_DATA_DIR`
 */
export function createMind(options: { dataDir: string; log: Log }): Mind {
  const { dataDir } = options;
  const client = createMindClient(options.log);

  return {
    save: async (owner, text, now) => {
      const clean = text.trim();
      if (clean === '' || clean.length > MAX_MEMORY_CHARS) {
        throw new WaggleError('memory-size', `a memory has 1 to ${MAX_MEMORY_CHARS} characters, not ${clean.length}`, {
          sentence: `A memory can have at most ${MAX_MEMORY_CHARS} characters.`,
        });
      }
      await mkdir(mindsFolder(dataDir), { recursive: true, mode: 0o700 });
      const file = mindFile(dataDir, owner);
      return savedSchema.parse(await client.call({ op: 'save', file, text: clean, now }));
    },
    search: async (owner, query, limit) => {
      const file = mindFile(dataDir, owner);
      if (!existsSync(file)) return [];
      return memoriesSchema.parse(await client.call({ op: 'search', file, query, limit }));
    },
    count: async (owner) => {
      const file = mindFile(dataDir, owner);
      return existsSync(file) ? countSchema.parse(await client.call({ op: 'count', file })) : 0;
    },
    close: () => client.close(),
  };
}
