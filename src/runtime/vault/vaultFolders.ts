import { createHash } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { WaggleError } from '../../core/errors.js';
import { type FrameScope, frameScopeSchema } from '../../core/memory/frame.js';
import type { MindId, MindView } from '../../core/memory/reach.js';
import { chatKeyOfLane } from '../../core/ports/egress.js';
import { orNull } from '../fileFaults.js';
import { putStateFile, STATE_FOLDER } from './pageFiles.js';

/** The folder of all vaults inside the data directory. */
export const VAULTS = 'wiki';
const STATE_FILE = 'vault.json';
const MAX_NAME_CHARS = 60;

/** Code of the error that says that a vault is there, and what it keeps of itself is damaged. */
export const WIKI_BROKEN = 'wiki-broken';

/** What a vault keeps of itself. */
export interface VaultState {
  readonly mind: MindId;
  readonly scopes: readonly FrameScope[];
  /** Of its pages, as `Wording` has it. */
  readonly language: string;
  /** Milliseconds UTC; null: never, or broken off. */
  readonly syncedAt: number | null;
}

const stateSchema = z.object({
  version: z.literal(1),
  mind: z.union([
    z.object({ kind: z.literal('person'), person: z.string() }),
    z.object({ kind: z.literal('workspace'), workspace: z.string() }),
  ]),
  scopes: z.array(frameScopeSchema),
  language: z.string(),
  syncedAt: z.number().nullable(),
});

/** A key from outside as a folder that a person recognises and no other key has. */
function folderName(key: string): string {
  const shown = key
    .replace(/%[0-9a-f]{2}/gi, '-')
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-+|-+$/g, '');
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 12);
  return `${shown.slice(0, MAX_NAME_CHARS)}-${hash}`.toLowerCase();
}

/**
 * The folder of a view's vault, from the data directory, with `/` between. A person has one, of all that is his; of a workspace each
 * chat has one, of what may be seen there.
 */
export function vaultPath({ mind, scopes }: MindView): string {
  if (mind.kind === 'person') return `${VAULTS}/u/${folderName(mind.person)}`;
  return `${VAULTS}/w/${folderName(mind.workspace)}/${folderName([...scopes].sort().join(' '))}`;
}

/**
 * Whether a vault shows the whole of its mind: a person's does, and that of a group that is a workspace by itself. What is known of a
 * thing as such has no scope, so elsewhere it is not shown.
 */
export function seesWhole({ mind, scopes }: MindView): boolean {
  if (mind.kind === 'person') return scopes.includes('private');
  return scopes.includes(`chat:${chatKeyOfLane(mind.workspace)}`);
}

/** Paths of all vaults of a mind, those with a damaged record among them. */
export async function vaultsOf(dataDir: string, mind: MindId): Promise<readonly string[]> {
  const paths =
    mind.kind === 'person' ? [vaultPath({ mind, scopes: [] })] : await foldersIn(dataDir, workspacePath(mind));
  const areThere = await Promise.all(
    paths.map(async (path) => (await orNull(lstat(join(dataDir, path, STATE_FOLDER, STATE_FILE)))) !== null),
  );
  return paths.filter((_, i) => areThere[i]);
}

/** Where all vaults of a mind lie. */
export function workspacePath(mind: MindId): string {
  return mind.kind === 'person' ? vaultPath({ mind, scopes: [] }) : `${VAULTS}/w/${folderName(mind.workspace)}`;
}

/**
 * What a vault keeps of itself; null where there is none.
 *
 * @throws WaggleError `WIKI_BROKEN` where it cannot be understood
 */
export async function readState(root: string): Promise<VaultState | null> {
  const text = await orNull(readFile(join(root, STATE_FOLDER, STATE_FILE), 'utf8'));
  if (text === null) return null;
  try {
    const { version: _, ...state } = stateSchema.parse(JSON.parse(text));
    return state;
  } catch (thrown) {
    throw new WaggleError(WIKI_BROKEN, `${join(root, STATE_FOLDER, STATE_FILE)} is damaged`, {
      cause: thrown,
      sentence:
        'The record that the wiki keeps of itself is damaged. `/wiki_setup` makes it anew; what you wrote stays.',
    });
  }
}

export async function writeState(root: string, state: VaultState): Promise<void> {
  await putStateFile(root, STATE_FILE, `${JSON.stringify({ version: 1, ...state }, null, 2)}\n`);
}

async function foldersIn(dataDir: string, folder: string): Promise<readonly string[]> {
  const entries = (await orNull(readdir(join(dataDir, folder), { withFileTypes: true }))) ?? [];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}/${name}`);
}
