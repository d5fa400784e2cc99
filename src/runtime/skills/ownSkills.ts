import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addVersion, foldersIn, readSkillFile } from './skillFolder.js';
import type { SkillLibrary } from './skillLibrary.js';

/**
 * Gives the own skills of one owner to another, as when two accounts become one person. Where both have one of a name, the other's
 * stays in use and this one becomes a version of it. Broken off, it can be begun again.
 */
export async function moveOwnSkills(library: SkillLibrary, from: string, into: string, now: number): Promise<void> {
  if (from === into) return;
  const [source, target] = [library.ownRoot(from), library.ownRoot(into)];
  const known = new Set(await foldersIn(target));
  const moving = await foldersIn(source);
  if (moving.length > 0) await mkdir(target, { recursive: true, mode: 0o700 });
  for (const slug of moving) {
    if (known.has(slug)) await keepAsVersion(join(source, slug), join(target, slug), now);
    else await rename(join(source, slug), join(target, slug));
  }
  await rm(source, { recursive: true, force: true });
}

async function keepAsVersion(from: string, into: string, now: number): Promise<void> {
  const text = await readSkillFile(from);
  if (text === null || text === (await readSkillFile(into))) return;
  await addVersion(into, { origin: 'imported', by: null, turn: null, at: now, before: null, text });
  await rm(from, { recursive: true, force: true });
}

/** Deletes an owner's own skills for good, with all versions. Returns how many there were. */
export async function eraseOwnSkills(library: SkillLibrary, owner: string): Promise<number> {
  const root = library.ownRoot(owner);
  const { length } = await foldersIn(root);
  await rm(root, { recursive: true, force: true });
  return length;
}
