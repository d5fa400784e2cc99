import { z } from 'zod';

const argumentsSchema = z.looseObject({
  command: z.union([z.string(), z.array(z.string())]).exactOptional(),
  cmd: z.union([z.string(), z.array(z.string())]).exactOptional(),
});

/** Programs that only show something. */
const READERS: ReadonlySet<string> = new Set(
  'ls cat grep rg find fd head tail wc echo printf pwd which type file stat du df ps env printenv date whoami id uname hostname tree sort uniq cut tr awk sed jq yq less more diff cmp md5sum sha256sum cd true test ping curl dig nslookup'.split(
    ' ',
  ),
);
/** Forms of these that do write, and redirects into a file. */
const WRITES = /(?<![0-9&>])>{1,2}\s*(?!&|\/dev\/null)\S|\bsed\b[^|;]*\s-i|\bcurl\b[^|;]*\s-[oO]|\btee\b/;

/** The command in a shell tool's arguments, or null when there is none that can be read. */
function commandOf(args: string): string | null {
  try {
    const { command, cmd } = argumentsSchema.parse(JSON.parse(args));
    const found = command ?? cmd;
    return typeof found === 'string' ? found : (found?.join(' ') ?? null);
  } catch {
    return null;
  }
}

/**
 * Whether a call of a shell tool may have left files behind: a redirect, or any program that is not known to only show
 * something. Without a readable command: yes.
 *
 * @param args the call's arguments as JSON text
 */
export function leavesFiles(args: string): boolean {
  const command = commandOf(args);
  if (command === null || WRITES.test(command)) return true;
  return command
    .split(/\|\|?|&&|;|\n/)
    .map((one) => one.trim().replace(/^(?:\w+=\S*\s+)*/, ''))
    .filter((one) => one !== '')
    .some((one) => !READERS.has(/^[\w.-]+/.exec(one)?.[0] ?? '') && !/^git (?:status|log|diff|show|blame)\b/.test(one));
}
