import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';

/** Of the flags in `/proc/self/fdinfo`: the descriptor does not survive an `exec`. */
const CLOSES_ON_EXEC = 0o2000000;

/** From here on Node leaves open what is to be ignored; below it puts `/dev/null` in its place. */
const FIRST = 3;

/**
 * Starts a program with no other descriptors than the given ones. What the gateway itself was started with (a lock of a shell, a
 * socket of a service manager) would otherwise be open within the sandbox, whatever it leads to: nothing stands in its place.
 */
export function spawnAlone(
  program: string,
  args: readonly string[],
  { stdio, ...options }: Omit<SpawnOptions, 'stdio'> & { readonly stdio: readonly ('ignore' | 'pipe')[] },
): ChildProcess {
  const inherited = new Set(inheritedFrom(FIRST).filter((fd) => (stdio[fd] ?? 'ignore') === 'ignore'));
  if (inherited.size === 0) return spawn(program, args, { ...options, stdio: [...stdio] });
  const nothing = openSync('/dev/null', 'r');
  try {
    const length = Math.max(stdio.length, ...[...inherited].map((fd) => fd + 1));
    const all = Array.from({ length }, (_, fd) => (inherited.has(fd) ? nothing : (stdio[fd] ?? 'ignore')));
    return spawn(program, args, { ...options, stdio: all });
  } finally {
    closeSync(nothing);
  }
}

/** Descriptors from a number on that a program started now would inherit. Those that Node opens are none. */
function inheritedFrom(first: number): readonly number[] {
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((fd) => fd >= first && isInherited(fd));
}

function isInherited(fd: number): boolean {
  try {
    const flags = /^flags:\s+([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & CLOSES_ON_EXEC) === 0;
  } catch {
    // It was closed meanwhile, as that of the listing itself is.
    return false;
  }
}
