import type { StructuredPatch } from 'diff';
import { partsOf } from '../../../workspace/workspacePath.js';
import { recountHunks } from './recountHunks.js';

/** Files that one patch may touch. */
const MAX_FILES = 50;

const NOTHING = '/dev/null';

/** What a patch does with one file; paths from the workspace's root. */
export interface FilePatch {
  readonly does: 'change' | 'create' | 'delete' | 'rename' | 'copy';
  /** The file that it reads; for a new one the same as `to`. */
  readonly from: string;
  readonly to: string;
  readonly hunks: StructuredPatch;
}

/**
 * Reads a unified diff as it is written by `diff -u` and `git diff`.
 *
 * @throws Error that says what the patch lacks, and PathRefused for paths outside of the workspace
 */
export async function readPatch(text: string): Promise<readonly FilePatch[]> {
  const { parsePatch } = await import('diff');
  const files = parseOrRecount(text, parsePatch).filter(
    ({ hunks, oldFileName, newFileName }) => hunks.length > 0 || oldFileName !== undefined || newFileName !== undefined,
  );
  if (files.length === 0) {
    throw new Error(
      'there is no patch in this text; write a unified diff: --- a/FILE, +++ b/FILE, then hunks that begin with @@ -LINE,COUNT +LINE,COUNT @@',
    );
  }
  if (files.length > MAX_FILES) throw new Error(`the patch has ${files.length} files; ${MAX_FILES} are the most`);
  return files.map(readFile);
}

function parseOrRecount(text: string, parse: (text: string) => StructuredPatch[]): StructuredPatch[] {
  try {
    return parse(text);
  } catch {
    // Counts that are wrong are the commonest reason; any other is there the second time too.
  }
  try {
    return parse(recountHunks(text));
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(`the patch cannot be read: ${why}`, { cause: thrown });
  }
}

function readFile(file: StructuredPatch, place: number): FilePatch {
  const { oldFileName, newFileName, hunks } = file;
  if (oldFileName === undefined || newFileName === undefined) {
    throw new Error(`file ${place + 1} of the patch has no name; put --- a/FILE and +++ b/FILE before its hunks`);
  }
  const [from, to] = namesOf(oldFileName, newFileName);
  const shown = to ?? from ?? NOTHING;
  if (file.isBinary === true || hunks.some(({ lines }) => lines.some((line) => line.includes('\0')))) {
    throw new Error(`${shown}: a binary file cannot be patched`);
  }
  for (const mode of [file.oldMode, file.newMode]) {
    if (mode !== undefined && !mode.startsWith('100')) {
      throw new Error(`${shown}: mode ${mode} is a link or a submodule, and only plain files can be patched`);
    }
  }
  const one = readKind(file, from, to, shown);
  if (one.does === 'change' && hunks.length === 0) {
    throw new Error(`${shown}: nothing but the mode is changed, which a patch cannot do here; use chmod`);
  }
  return one;
}

function readKind(file: StructuredPatch, from: string | null, to: string | null, shown: string): FilePatch {
  if (from === null && to === null) throw new Error('both names of a file are /dev/null');
  if (from === null || file.isCreate === true) return { does: 'create', from: shown, to: shown, hunks: file };
  if (to === null || file.isDelete === true) return { does: 'delete', from, to: from, hunks: file };
  if (from === to) return { does: 'change', from, to, hunks: file };
  if (file.isRename === true) return { does: 'rename', from, to, hunks: file };
  if (file.isCopy === true) return { does: 'copy', from, to, hunks: file };
  throw new Error(
    `the patch names two files, ${from} and ${to}; where one is renamed, say so with "diff --git a/${from} b/${to}", "rename from ${from}" and "rename to ${to}"`,
  );
}

/** The two paths without the `a/` and `b/` of git, which stand before both or neither; null for `/dev/null`. */
function namesOf(before: string, after: string): readonly [string | null, string | null] {
  const isOfGit = (before === NOTHING || before.startsWith('a/')) && (after === NOTHING || after.startsWith('b/'));
  const nameOf = (name: string) => {
    if (name === NOTHING) return null;
    const path = partsOf(isOfGit ? name.slice(2) : name).join('/');
    if (path === '') throw new Error(`"${name}" is no name of a file`);
    return path;
  };
  return [nameOf(before), nameOf(after)];
}
