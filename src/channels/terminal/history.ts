import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

/** How many entries are kept in memory, and at most twice as many in the file. */
const MAX_ENTRIES = 500;

const entrySchema = z.string();

/** What was typed, over sessions: one JSON string a line, so that entries may have several lines. */
export interface InputHistory {
  /** Newest first. */
  readonly entries: readonly string[];
  add(entry: string): Promise<void>;
}

/** Opens a history file (mode 0600), made with its first entry. Lines that cannot be read are left out. */
export async function openHistory(file: string): Promise<InputHistory> {
  const lines = await readLines(file);
  const known = lines.flatMap((line) => readEntry(line));
  const entries = known.slice(-MAX_ENTRIES).reverse();
  if (known.length > 2 * MAX_ENTRIES) {
    await writeFile(file, [...entries].reverse().map(toLine).join(''), { mode: 0o600 });
  }
  return {
    entries,
    add: async (entry) => {
      if (entries[0] === entry) return;
      entries.unshift(entry);
      entries.length = Math.min(entries.length, MAX_ENTRIES);
      await mkdir(dirname(file), { recursive: true });
      await appendFile(file, toLine(entry), { mode: 0o600 });
    },
  };
}

async function readLines(file: string): Promise<string[]> {
  try {
    const text = await readFile(file, 'utf8');
    await chmod(file, 0o600);
    return text.split('\n').filter((line) => line !== '');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function readEntry(line: string): string[] {
  try {
    return [entrySchema.parse(JSON.parse(line))];
  } catch {
    // A line that a crash cut short is not worth more than itself.
    return [];
  }
}

function toLine(entry: string): string {
  return `${JSON.stringify(entry)}\n`;
}
