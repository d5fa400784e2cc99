import { basename } from 'node:path';
import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import { COORDINATOR_ID, type Persona } from './persona.js';
import { BUILTIN_FOLDER, customFolder, folderStamp, type PersonaProblem, readPersonaFolder } from './personaFolder.js';
import { inOrder } from './personaOrder.js';

/** How often files are looked at, in milliseconds: an edit is felt at once, and costs some twenty stats. */
const LOOK_MS = 2_000;

/** The personas of a gateway: the built-ins, and those of its data directory. */
export interface PersonaShelf {
  /** Built-ins in their declared order, then custom ones by id; the coordinator only behind its flag. */
  listPersonas(): readonly Persona[];
  /** A built-in, also one behind a flag; null for any other id (contract: agent runtime 7.3). */
  getPersona(id: string): Persona | null;
  /** One that is listed, by its id or its command; null when there is none. */
  find(name: string): Persona | null;
  /** What is wrong with files that are left out. */
  problems(): readonly PersonaProblem[];
  /** Reads what has changed since. Never rejects. */
  refresh(): Promise<void>;
  /** Ends the looking. */
  close(): void;
}

export interface PersonaShelfOptions {
  readonly dataDir: string;
  /** `WAGGLE_COORDINATOR_MODE`. */
  readonly hasCoordinator: boolean;
  /** Where the built-ins are; only tests have others. */
  readonly builtinFolder?: string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Loads the personas and looks after their files: a change holds within two seconds. A file that breaks while it is in use
 * is told, and stays in use as it was.
 *
 * @throws whatever the file system throws for a folder that is there and cannot be read
 */
export function openPersonaShelf(options: PersonaShelfOptions): PersonaShelf {
  const { dataDir, hasCoordinator, clock, log, builtinFolder = BUILTIN_FOLDER } = options;
  const folders = [builtinFolder, customFolder(dataDir)] as const;
  let builtins: readonly Persona[] = [];
  let custom: readonly Persona[] = [];
  let problems: readonly PersonaProblem[] = [];
  let stamp: string | null = null;
  let looking: Promise<void> | null = null;

  /** What was there before and is broken now stays. */
  const keepBroken = (read: readonly Persona[], before: readonly Persona[], broken: readonly PersonaProblem[]) => {
    const isBroken = (id: string) => broken.some(({ file }) => basename(file) === `${id}.md`);
    const kept = before.filter(({ id }) => !read.some((persona) => persona.id === id) && isBroken(id));
    return [...read, ...kept];
  };

  const load = () => {
    const own = readPersonaFolder(folders[0]);
    builtins = inOrder(keepBroken(own.personas, builtins, own.problems));
    const further = readPersonaFolder(folders[1], (id) => builtins.some((persona) => persona.id === id));
    custom = keepBroken(further.personas, custom, further.problems).sort((a, b) => (a.id < b.id ? -1 : 1));
    const known = new Set(problems.map(({ file, problem }) => `${file}\n${problem}`));
    problems = [...own.problems, ...further.problems];
    for (const { file, problem } of problems) {
      if (!known.has(`${file}\n${problem}`)) log.warn({ file, problem }, 'a persona file cannot be used');
    }
  };

  const look = async () => {
    try {
      const now = (await Promise.all(folders.map(folderStamp))).join('\n\n');
      if (now === stamp) return;
      const isFirst = stamp === null;
      stamp = now;
      load();
      if (!isFirst) log.info({ personas: builtins.length + custom.length }, 'personas were read anew');
    } catch (thrown) {
      log.warn({ err: thrown }, 'the personas could not be looked at');
    }
  };

  const refresh = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };

  const listPersonas = () => {
    const open = hasCoordinator ? builtins : builtins.filter(({ id }) => id !== COORDINATOR_ID);
    return [...open, ...custom];
  };

  load();
  const stopLooking = clock.every(LOOK_MS, () => void refresh());
  return {
    listPersonas,
    getPersona: (id) => builtins.find((persona) => persona.id === id) ?? null,
    find: (name) => {
      const id = name.trim().toLowerCase().replaceAll('_', '-');
      return listPersonas().find((persona) => persona.id === id) ?? null;
    },
    problems: () => problems,
    refresh,
    close: stopLooking,
  };
}
