import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './listFiles.mjs';

/** A file this long has more than one job. */
export const TOO_LONG = 500;
const FOLDERS = ['src', 'test', 'bench', 'scripts', 'bin'];

/** Fails when a code file has `TOO_LONG` lines or more. */
export function checkLengths(root) {
  const files = FOLDERS.flatMap((folder) => listFiles(root, folder, ['.ts', '.mjs', '.js'])).map((file) => ({
    file,
    lines: countLines(readFileSync(join(root, file), 'utf8')),
  }));
  const long = files.filter(({ lines }) => lines >= TOO_LONG);
  const longest = files.reduce((most, { lines }) => Math.max(most, lines), 0);
  return {
    ok: files.length > 0 && long.length === 0,
    verdict: `${files.length} files, the longest has ${longest} lines (${TOO_LONG} are too many)`,
    details: long.map(({ file, lines }) => `${file} has ${lines} lines`).join('\n'),
  };
}

function countLines(text) {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
