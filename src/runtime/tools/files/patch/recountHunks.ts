/** The head of a hunk; what stands behind the second `@@` is for people. */
const HEAD = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/**
 * The patch with the numbers of lines in its hunks counted anew: who writes a patch by hand miscounts them, and the lines
 * themselves say what is meant. An empty line within a hunk is an empty line of context.
 */
export function recountHunks(patch: string): string {
  const lines = patch.split('\n');
  const done: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const [head, before, after] = HEAD.exec(line) ?? [];
    if (head === undefined) {
      done.push(line);
      at += 1;
      continue;
    }
    const end = endOfHunk(lines, at + 1);
    const body = lines.slice(at + 1, end).map((one) => (one === '' ? ' ' : one));
    const count = (signs: string) => body.filter((one) => signs.includes(one.charAt(0))).length;
    done.push(`@@ -${before},${count(' -')} +${after},${count(' +')} @@`, ...body);
    at = end;
  }
  return done.join('\n');
}

/** Where the lines of a hunk end that begin at a place. Empty lines at its end separate it from what follows. */
function endOfHunk(lines: readonly string[], start: number): number {
  let end = start;
  while (end < lines.length && /^(?:[ +\-\\]|\r?$)/.test(lines[end] ?? '') && !isFileHead(lines, end)) end += 1;
  while (end > start && /^\r?$/.test(lines[end - 1] ?? '')) end -= 1;
  return end;
}

/** A removed line that begins with `-- ` looks the same, but no `+++` and `@@` stand below it. */
function isFileHead(lines: readonly string[], at: number): boolean {
  return (
    (lines[at] ?? '').startsWith('--- ') &&
    (lines[at + 1] ?? '').startsWith('+++ ') &&
    (lines[at + 2] ?? '').startsWith('@@ ')
  );
}
