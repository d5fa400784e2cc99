import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ToolFailure } from '../tools/toolFailure.js';
import { readSmallFile } from './skillFolder.js';
import { scanSkill, unsafeText } from './skillShelf.js';

/** Bounds on the files beside a SKILL.md. */
const MAX_FILES = 20;
const MAX_FILE_CHARS = 60_000;
const MAX_DEPTH = 3;

const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Paths of a skill's support files, relative to its folder, sorted. Hidden files and links are none. */
export async function listSupportFiles(folder: string): Promise<readonly string[]> {
  const visit = async (path: string, depth: number): Promise<string[]> => {
    const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(() => []);
    const found: string[] = [];
    for (const entry of entries) {
      if (!SEGMENT.test(entry.name)) continue;
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isFile() && inner !== 'SKILL.md') found.push(inner);
      else if (entry.isDirectory() && depth < MAX_DEPTH) found.push(...(await visit(inner, depth + 1)));
    }
    return found;
  };
  return (await visit('', 1)).sort();
}

/** @throws ToolFailure when there is no such file, or the path is none */
export async function readSupportFile(folder: string, path: string): Promise<string> {
  const full = await placeOf(folder, path);
  const text = await readSmallFile(full);
  if (text === null) throw new ToolFailure(`Error: the skill has no file "${shown(path)}".`);
  return text;
}

/** @throws ToolFailure when path or text cannot be taken */
export async function writeSupportFile(folder: string, path: string, text: string): Promise<void> {
  const full = await placeOf(folder, path);
  if (text.length > MAX_FILE_CHARS || text.includes('\0')) {
    throw new ToolFailure(`Error: not written: support files are texts of at most ${MAX_FILE_CHARS} characters.`);
  }
  const { safe, flags } = scanSkill(text);
  if (!safe) throw new ToolFailure(`Error: not written: ${unsafeText(flags)}.`);
  const others = (await listSupportFiles(folder)).filter((other) => other !== path);
  if (others.length >= MAX_FILES) throw new ToolFailure(`Error: not written: a skill has at most ${MAX_FILES} files.`);
  await mkdir(dirname(full), { recursive: true, mode: 0o700 });
  const unfinished = join(dirname(full), `.${randomUUID()}`);
  try {
    await writeFile(unfinished, text, { flag: 'wx', mode: 0o600 });
    await rename(unfinished, full);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** @throws ToolFailure when there is no such file */
export async function removeSupportFile(folder: string, path: string): Promise<void> {
  await readSupportFile(folder, path);
  await rm(await placeOf(folder, path));
}

/** Where a support file lies. No part of the way may be a link, so it never leads out of the folder. */
async function placeOf(folder: string, path: string): Promise<string> {
  const segments = path.split('/');
  const isPath = segments.length <= MAX_DEPTH && segments.every((segment) => SEGMENT.test(segment));
  if (!isPath || path.toUpperCase() === 'SKILL.MD') throw new ToolFailure(`Error: "${shown(path)}" is no path for it.`);
  for (let depth = 1; depth <= segments.length; depth += 1) {
    const found = await lstat(join(folder, ...segments.slice(0, depth))).catch(() => null);
    if (found?.isSymbolicLink()) throw new ToolFailure(`Error: "${shown(path)}" is a link.`);
  }
  return join(folder, ...segments);
}

function shown(path: string): string {
  return path.replace(/[^\p{L}\p{N} ._/-]/gu, '').slice(0, 80);
}
