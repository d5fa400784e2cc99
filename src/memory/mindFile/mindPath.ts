import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { MindId } from '../../core/memory/reach.js';

/** The folder of all minds inside the data directory. */
export function mindsFolder(dataDir: string): string {
  return join(dataDir, 'minds');
}

/** What a mind's file names as its owner, and `all` reads back: `person <key>` or `workspace <key>`. */
export function ownerText(mind: MindId): string {
  return mind.kind === 'person' ? `person ${mind.person}` : `workspace ${mind.workspace}`;
}

/** The reverse of `ownerText`; null for anything else. */
export function ownerOf(text: string): MindId | null {
  const at = text.indexOf(' ');
  const [kind, key] = [text.slice(0, at), text.slice(at + 1)];
  if (kind === 'person') return { kind, person: key };
  return kind === 'workspace' ? { kind, workspace: key } : null;
}

/**
 * The file of one mind: `minds/u/<hh>/<id>.db` or `minds/w/<hh>/<id>.db`. Its name is a hash: keys come from outside and may
 * hold anything, and the folder does not tell who uses the gateway.
 */
export function mindPath(dataDir: string, mind: MindId): string {
  const name = hashName(mind.kind === 'person' ? mind.person : mind.workspace);
  return join(mindsFolder(dataDir), mind.kind === 'person' ? 'u' : 'w', name.slice(0, 2), `${name}.db`);
}

/** Where the mind of this key stood before there were folders. A group's key was `group:<chatKey>`. */
export function oldMindPath(dataDir: string, key: string): string {
  return join(mindsFolder(dataDir), `${hashName(key)}.db`);
}

function hashName(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 40);
}
