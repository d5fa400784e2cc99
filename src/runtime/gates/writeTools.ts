/** Which tools leave a file behind (D4) or change what a check had looked at (D3). */

const EXACT: ReadonlySet<string> = new Set([
  'multi_edit',
  'apply_patch',
  'apply_diff',
  'str_replace',
  'str_replace_editor',
  'text_editor',
  'mkdir',
  'touch',
]);
const VERBS: ReadonlySet<string> = new Set(
  'write edit create append export upload download patch save update generate modify insert replace move rename copy delete remove convert import add'.split(
    ' ',
  ),
);
const OBJECTS: ReadonlySet<string> = new Set(
  'file files doc docs docx document documents pdf xlsx pptx csv sheet sheets spreadsheet folder directory notebook slide slides presentation image note notes page cell cells row rows text code lines'.split(
    ' ',
  ),
);
/** Git tools that leave a changed tree or history behind. */
const GIT_WRITES: ReadonlySet<string> = new Set([
  'commit',
  'merge',
  'stash',
  'branch',
  'push',
  'pull',
  'pr',
  'apply',
  'rebase',
  'checkout',
  'tag',
]);
/** Of these, the ones after which an earlier check no longer speaks of what there is now. */
const GIT_CHANGES: ReadonlySet<string> = new Set(['merge', 'stash', 'pull', 'apply', 'rebase', 'checkout']);

const LOOKUPS: ReadonlySet<string> = new Set('web read search fetch grep glob find list recall browse'.split(' '));

const wordsOf = (name: string) => name.toLowerCase().split(/[_:.-]+/);

function changesFiles(words: readonly string[]): boolean {
  return words.some((word) => VERBS.has(word)) && words.some((word) => OBJECTS.has(word));
}

/** Whether the tool writes files, documents or the repository. */
export function isWriteTool(name: string): boolean {
  const words = wordsOf(name);
  return (
    EXACT.has(name.toLowerCase()) || changesFiles(words) || (words[0] === 'git' && words.some((w) => GIT_WRITES.has(w)))
  );
}

/** Whether a check before this call says nothing about the state after it. */
export function isChangeTool(name: string): boolean {
  const words = wordsOf(name);
  return (
    EXACT.has(name.toLowerCase()) ||
    changesFiles(words) ||
    (words[0] === 'git' && words.some((w) => GIT_CHANGES.has(w)))
  );
}

/** Whether the tool only finds or reads something: what an answer then states is what it read. */
export function isLookup(name: string): boolean {
  const words = wordsOf(name);
  return LOOKUPS.has(words[0] ?? '') || words.at(-1) === 'search' || words[0] === 'memory';
}
