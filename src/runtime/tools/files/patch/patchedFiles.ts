import type { applyPatch } from 'diff';
import { readInside } from '../../../workspace/readInside.js';
import { PathRefused, writablePartsOf } from '../../../workspace/workspacePath.js';
import { textOf } from '../textOf.js';
import type { FilePatch } from './readPatch.js';

/** What can be written, can be patched. */
const MAX_BYTES = 2_000_000;

/** A file before and after a patch; null: it is not there. */
export interface PatchedFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * What the files of a workspace are after a patch; nothing is written. A file may be there several times: each part works
 * on what those before it left.
 *
 * @throws Error that names file and hunk, and PathRefused for paths that cannot be used
 */
export async function patchFiles(
  workspace: string,
  patches: readonly FilePatch[],
  apply: typeof applyPatch,
): Promise<readonly PatchedFile[]> {
  const files = new Map<string, PatchedFile>();
  const load = async (path: string): Promise<PatchedFile> => {
    writablePartsOf(path);
    const known = files.get(path);
    if (known !== undefined) return known;
    const text = await readText(workspace, path);
    const file = { path, before: text, after: text };
    files.set(path, file);
    return file;
  };
  const put = (file: PatchedFile, after: string | null) => files.set(file.path, { ...file, after });

  for (const patch of patches) {
    const target = await load(patch.to);
    if (patch.does === 'create') {
      if (target.after !== null) throw new Error(`${patch.to} is to be created, and is there already`);
      put(target, applyHunks('', patch, apply));
      continue;
    }
    const source = await load(patch.from);
    if (source.after === null) throw new Error(`there is no file "${patch.from}" in the workspace`);
    const text = applyHunks(source.after, patch, apply);
    if (patch.does === 'change') {
      put(source, text);
    } else if (patch.does === 'delete') {
      if (patch.hunks.hunks.length > 0 && text !== '') {
        throw new Error(`${patch.from} is to be deleted, and has more in it than the patch says; read it first`);
      }
      put(source, null);
    } else {
      if (target.after !== null) throw new Error(`${patch.to} is there already; ${patch.from} cannot take its name`);
      if (patch.does === 'rename') put(source, null);
      put(target, text);
    }
  }
  return [...files.values()].filter(({ before, after }) => before !== after);
}

async function readText(workspace: string, path: string): Promise<string | null> {
  const read = await readInside(workspace, path, MAX_BYTES).catch((thrown: unknown) => {
    if (thrown instanceof PathRefused && /^there is no (?:file|folder) /.test(thrown.message)) return null;
    throw thrown;
  });
  if (read === null) return null;
  const found = textOf(read.content, path);
  if ('type' in found || !found.isUtf8) throw new Error(`${path} is no UTF-8 text and cannot be patched`);
  return found.text;
}

/** Lines are the same whatever ends them: a file with Windows line ends keeps them, also where it mixes both. */
const isSameLine = (line: string | undefined, wanted: string) => line !== undefined && bare(line) === bare(wanted);
const bare = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line);

function applyHunks(text: string, { to, hunks: file }: FilePatch, apply: typeof applyPatch): string {
  const compareLine = (_number: number, line: string | undefined, _sign: string, wanted: string) =>
    isSameLine(line, wanted);
  const applied = apply(text, file, { fuzzFactor: 0, compareLine });
  if (applied === false)
    throw new Error(describeMisfit(text, to, file, (part) => apply(text, part, { compareLine }) !== false));
  if (Buffer.byteLength(applied) > MAX_BYTES) throw new Error(`${to} would have more than ${MAX_BYTES} bytes`);
  return applied;
}

/** Which hunk is the first that does not fit, and what there is at its place. */
function describeMisfit(
  text: string,
  path: string,
  file: FilePatch['hunks'],
  fits: (part: FilePatch['hunks']) => boolean,
): string {
  const found = file.hunks.findIndex((_, place) => !fits({ ...file, hunks: file.hunks.slice(0, place + 1) }));
  const place = Math.max(found, 0);
  const hunk = file.hunks[place];
  const name = `hunk ${place + 1} of ${file.hunks.length}`;
  if (hunk === undefined) return `${path}: the patch does not fit`;
  const lines = text.split('\n');
  const wanted = hunk.lines.filter((line) => /^[ -]/.test(line)).map((line) => line.slice(1));
  const missing = wanted.find((line) => !lines.some((one) => isSameLine(one, line)));
  const why =
    missing === undefined
      ? 'its lines are in the file, but not together and in this order, or not at its end'
      : `no line of the file is ${JSON.stringify(missing.slice(0, 120))}`;
  return `${path}: ${name} (@@ -${hunk.oldStart}) does not fit: ${why}; read the file and write the patch anew`;
}
