import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { MindOwner } from '../core/ports/mind.js';

/** The folder of all minds inside the data directory. */
export function mindsFolder(dataDir: string): string {
  return join(dataDir, 'minds');
}

/**
 * The file of one mind. Its name is a hash: the person's key comes from outside and may hold anything, and the folder
 * does not tell who uses the gateway.
 */
export function mindFile(dataDir: string, owner: MindOwner): string {
  const name = createHash('sha256').update(owner.person).digest('hex').slice(0, 40);
  return join(mindsFolder(dataDir), `${name}.db`);
}
