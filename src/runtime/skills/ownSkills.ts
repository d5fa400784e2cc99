import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SkillVersion } from './skill.js';
import { addVersion, foldersIn, putLive, readSkillFile, removeLive, removeVersion, versionsIn } from './skillFolder.js';
import type { SkillLibrary } from './skillLibrary.js';
import { listSupportFiles } from './supportFiles.js';

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
  const by = (await versionsIn(from)).findLast((version) => version.text === text)?.by ?? null;
  await addVersion(into, { origin: 'imported', by, turn: null, at: now, before: null, text });
  await rm(from, { recursive: true, force: true });
}

/**
 * Gives an account that parts from a common person what it made itself, as it is with memories: a skill of which every version is its
 * own goes with its files, of others the versions that it made: whose a file beside them is nobody knows, so it stays. Each side has its
 * newest version in use that was in use before. Broken off, it can be begun again.
 *
 * @param account who made a version, as `SkillVersion.by` has it
 */
export async function partOwnSkills(library: SkillLibrary, from: string, into: string, account: string): Promise<void> {
  if (from === into) return;
  const [source, target] = [library.ownRoot(from), library.ownRoot(into)];
  for (const slug of await foldersIn(source)) await partSkill(join(source, slug), join(target, slug), account);
}

async function partSkill(from: string, into: string, account: string): Promise<void> {
  const all = await versionsIn(from);
  const [theirs, others] = [all.filter(({ by }) => by === account), all.filter(({ by }) => by !== account)];
  if (theirs.length === 0) return;
  const live = await readSkillFile(from);
  const inUse = all.findLast(({ text }) => text === live)?.number;
  // A text that somebody wrote by hand stands in the place of the newest, and is the common person's.
  const isByHand = live !== null && inUse === undefined;
  const used = new Set([isByHand ? all.at(-1)?.number : inUse, ...all.map(({ before }) => before)]);
  const newestOf = (versions: readonly SkillVersion[]) =>
    live === null ? undefined : versions.findLast(({ number }) => used.has(number));

  const known = await versionsIn(into);
  for (const { number: _, before: _before, ...version } of theirs) {
    const isThere = known.some(({ text, at, by }) => text === version.text && at === version.at && by === version.by);
    if (!isThere) await addVersion(into, { ...version, before: null });
  }
  const isAllTheirs = others.length === 0 && !isByHand;
  for (const path of isAllTheirs ? await listSupportFiles(from) : []) {
    await mkdir(dirname(join(into, path)), { recursive: true, mode: 0o700 });
    await copyFile(join(from, path), join(into, path));
  }
  const own = newestOf(theirs);
  if (own !== undefined && (await readSkillFile(into)) === null) await putLive(into, own.text);

  if (isAllTheirs) {
    await rm(from, { recursive: true, force: true });
    return;
  }
  const rest = newestOf(others);
  if (!isByHand && rest !== undefined) await putLive(from, rest.text);
  else if (!isByHand) await removeLive(from);
  for (const { number } of theirs) await removeVersion(from, number);
}

/** Deletes an owner's own skills for good, with all versions. Returns how many there were. */
export async function eraseOwnSkills(library: SkillLibrary, owner: string): Promise<number> {
  const root = library.ownRoot(owner);
  const { length } = await foldersIn(root);
  await rm(root, { recursive: true, force: true });
  return length;
}
