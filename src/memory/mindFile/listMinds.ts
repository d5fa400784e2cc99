import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MindId } from '../../core/memory/reach.js';
import type { MindPool } from '../threads/mindPool.js';
import { mindsFolder, ownerOf } from './mindPath.js';

/** Every mind that has a file and an owner, by what the files themselves say. */
export async function listMinds(dataDir: string, pool: MindPool): Promise<MindId[]> {
  const folder = mindsFolder(dataDir);
  const minds: MindId[] = [];
  for (const kind of ['u', 'w']) {
    for (const prefix of await namesIn(join(folder, kind))) {
      for (const name of await namesIn(join(folder, kind, prefix))) {
        if (!name.endsWith('.db')) continue;
        const owner = await pool.call({ file: join(folder, kind, prefix, name), owner: '' }, 'owner', {});
        const mind = owner === null ? null : ownerOf(owner);
        if (mind !== null) minds.push(mind);
      }
    }
  }
  return minds;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return [];
    throw thrown;
  }
}
