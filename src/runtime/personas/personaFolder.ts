import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Persona } from './persona.js';
import { readPersona } from './readPersona.js';

/** The built-in personas, at the root of the package: as far from the source of this file as from its built form. */
export const BUILTIN_FOLDER = fileURLToPath(new URL('../../../personas', import.meta.url));

/** Custom personas of a data directory. */
export function customFolder(dataDir: string): string {
  return join(dataDir, 'personas');
}

/** Files of one folder, and their size in bytes. */
const MAX_FILES = 200;
const MAX_FILE_BYTES = 64_000;
const ENDING = '.md';

/** What is wrong with a file. */
export interface PersonaProblem {
  readonly file: string;
  /** One sentence, with the field that it is about. */
  readonly problem: string;
}

export interface FolderContents {
  /** By file name. */
  readonly personas: readonly Persona[];
  readonly problems: readonly PersonaProblem[];
}

const missingSchema = z.object({ code: z.enum(['ENOENT', 'ENOTDIR']) });
const isMissing = (thrown: unknown) => missingSchema.safeParse(thrown).success;

function isPersonaFile(name: string): boolean {
  return name.endsWith(ENDING) && !name.startsWith('.') && name !== 'README.md';
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(isPersonaFile).sort();
  } catch (thrown) {
    if (isMissing(thrown)) return [];
    throw thrown;
  }
}

function readFile(file: string, id: string): ReturnType<typeof readPersona> {
  try {
    const { size } = statSync(file);
    if (size > MAX_FILE_BYTES) return { ok: false, problems: [`${size} bytes, ${MAX_FILE_BYTES} are the limit`] };
    return readPersona(readFileSync(file, 'utf8'), id);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    return { ok: false, problems: [`it cannot be read: ${why}`] };
  }
}

/**
 * The personas of a folder; none where there is no folder. What cannot be used is told, and left out.
 *
 * @param isTaken whether an id belongs to a persona from elsewhere
 * @throws whatever the file system throws for a folder that is there
 */
export function readPersonaFolder(folder: string, isTaken: (id: string) => boolean = () => false): FolderContents {
  const personas: Persona[] = [];
  const problems: PersonaProblem[] = [];
  const files = filesIn(folder);
  for (const name of files.slice(0, MAX_FILES)) {
    const file = join(folder, name);
    const id = name.slice(0, -ENDING.length);
    const reading = isTaken(id)
      ? { ok: false as const, problems: [`id: "${id}" is a built-in persona; take another name`] }
      : readFile(file, id);
    if (reading.ok) personas.push(reading.persona);
    else problems.push(...reading.problems.map((problem) => ({ file, problem })));
  }
  if (files.length > MAX_FILES) problems.push({ file: folder, problem: `only the first ${MAX_FILES} files are read` });
  return { personas, problems };
}

/** Changes whenever a file of the folder does: names, sizes and times of change. */
export async function folderStamp(folder: string): Promise<string> {
  try {
    const names = (await readdir(folder)).filter(isPersonaFile).sort().slice(0, MAX_FILES);
    const stamps = await Promise.all(
      names.map(async (name) => {
        const { mtimeMs, size } = await stat(join(folder, name));
        return `${name}:${mtimeMs}:${size}`;
      }),
    );
    return stamps.join('\n');
  } catch (thrown) {
    if (isMissing(thrown)) return '';
    throw thrown;
  }
}
