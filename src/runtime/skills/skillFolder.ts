import { randomUUID } from 'node:crypto';
import { link, lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hasCode, orNull } from '../fileFaults.js';
import type { SkillVersion } from './skill.js';

/** Name of the file that makes a folder a skill. */
export const SKILL_FILE = 'SKILL.md';
const HISTORY = '.versions';
/** Versions that are kept of one skill. */
const MAX_VERSIONS = 20;
/** Of a file that is read, bytes: far above what a skill may have. */
const MAX_BYTES = 400_000;

const versionSchema = z.object({
  origin: z.enum(['made', 'distilled', 'imported', 'edited']),
  by: z.string().nullable(),
  turn: z.string().nullable(),
  at: z.number(),
  before: z.number().nullable(),
  text: z.string(),
});

/** Changes whenever a file does. */
export type FileStamp = string;

/** When the folder's SKILL.md changed last; null where there is none, or where it is no plain file. */
export async function stampOf(folder: string): Promise<FileStamp | null> {
  const found = await orNull(lstat(join(folder, SKILL_FILE)));
  return found?.isFile() ? `${found.mtimeMs}/${found.size}/${found.ino}` : null;
}

/** The text of the folder's SKILL.md; null where there is none. */
export async function readSkillFile(folder: string): Promise<string | null> {
  return readSmallFile(join(folder, SKILL_FILE));
}

/** A text file of at most 400,000 bytes; null where there is none, it is a link, or it is larger. */
export async function readSmallFile(path: string): Promise<string | null> {
  const found = await orNull(lstat(path));
  if (found === null || !found.isFile() || found.size > MAX_BYTES) return null;
  return orNull(readFile(path, 'utf8'));
}

/** The folder's versions, oldest first. What cannot be read is left out. */
export async function versionsIn(folder: string): Promise<readonly SkillVersion[]> {
  const numbers = await versionNumbers(folder);
  const all = await Promise.all(numbers.map((number) => readVersion(folder, number)));
  return all.flatMap((version) => version ?? []);
}

/**
 * Keeps a text as the folder's next version; the live SKILL.md stays as it is. The number is claimed by a link to a finished file,
 * so two processes never get the same one, and a crash leaves no half version.
 */
export async function addVersion(folder: string, version: Omit<SkillVersion, 'number'>): Promise<number> {
  const history = join(folder, HISTORY);
  await mkdir(history, { recursive: true, mode: 0o700 });
  const unfinished = join(history, `.${randomUUID()}`);
  try {
    await writeDurably(unfinished, JSON.stringify(version));
    for (let number = ((await versionNumbers(folder)).at(-1) ?? 0) + 1; ; number += 1) {
      try {
        await link(unfinished, join(history, `${number}.json`));
        await removeOldVersions(folder);
        return number;
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error;
      }
    }
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Makes a text the folder's live SKILL.md, whole or not at all. */
export async function putLive(folder: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `.${randomUUID()}`);
  try {
    await writeDurably(unfinished, text);
    await rename(unfinished, join(folder, SKILL_FILE));
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Takes the live SKILL.md away; its versions and files stay, so that it can come back. False: there was none. */
export async function removeLive(folder: string): Promise<boolean> {
  if ((await stampOf(folder)) === null) return false;
  await rm(join(folder, SKILL_FILE), { force: true });
  return true;
}

/** Names of the folders in a folder, sorted; none where it is not there. Links are not followed. */
export async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = (await orNull(readdir(folder, { withFileTypes: true }))) ?? [];
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

async function versionNumbers(folder: string): Promise<readonly number[]> {
  const names = (await orNull(readdir(join(folder, HISTORY)))) ?? [];
  return names
    .flatMap((name) => /^(\d{1,9})\.json$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

async function readVersion(folder: string, number: number): Promise<SkillVersion | null> {
  const text = await readSmallFile(join(folder, HISTORY, `${number}.json`));
  const parsed = versionSchema.safeParse(parseJson(text ?? ''));
  return parsed.success ? { number, ...parsed.data } : null;
}

/** Takes one version away for good. */
export async function removeVersion(folder: string, number: number): Promise<void> {
  await rm(join(folder, HISTORY, `${number}.json`), { force: true });
}

async function removeOldVersions(folder: string): Promise<void> {
  const numbers = await versionNumbers(folder);
  for (const number of numbers.slice(0, Math.max(0, numbers.length - MAX_VERSIONS))) {
    await rm(join(folder, HISTORY, `${number}.json`), { force: true });
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeFile(file, text, 'utf8');
    await file.sync();
  } finally {
    await file.close();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
