/** A command as the terminal completes it. */
export interface CompletableCommand {
  readonly name: string;
  /** What may follow the name, each as a whole. */
  readonly words: readonly string[];
  /** Something may follow the name. */
  readonly takesWords: boolean;
}

/** What Tab makes of a line: what it could become, and the part of the line that this takes the place of. */
export type Completion = readonly [candidates: readonly string[], replaced: string];

/** The terminal's own words, which no gateway knows. */
const OWN: readonly CompletableCommand[] = [
  { name: 'exit', words: [], takesWords: false },
  { name: 'quit', words: [], takesWords: false },
];

/**
 * Completes the name of a command, and what follows it. Names are found however they are written: `/Project-m` is the beginning
 * of `/project_manager`.
 *
 * @param line up to the cursor
 */
export function completeLine(line: string, commands: readonly CompletableCommand[]): Completion {
  const [, sign, typed = '', gap, rest = ''] = /^([/!])([\w-]*)(\s+)?([\s\S]*)$/.exec(line) ?? [];
  if (sign === undefined) return [[], line];
  const name = typed.toLowerCase().replaceAll('-', '_');
  const all = [...commands, ...OWN];
  if (gap === undefined) {
    if (rest !== '') return [[], line];
    const fitting = all.filter((command) => command.name.startsWith(name));
    const isOnly = fitting.length === 1;
    return [fitting.map((command) => `${sign}${command.name}${isOnly && command.takesWords ? ' ' : ''}`), line];
  }
  const words = all.find((command) => command.name === name)?.words ?? [];
  return [words.filter((word) => word.toLowerCase().startsWith(rest.toLowerCase())), rest];
}
