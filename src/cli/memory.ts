import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { systemClock } from '../core/clock.js';
import { silentLog } from '../core/log.js';
import { exportedMindSchema } from '../core/memory/exported.js';
import type { MemoryFrame } from '../core/memory/frame.js';
import type { MindId, MindView } from '../core/memory/reach.js';
import type { Minds } from '../core/ports/minds.js';
import { exportFrames } from '../memory/exportMind.js';
import { importFrames } from '../memory/importFrames.js';
import { createMinds } from '../memory/minds.js';
import { EXIT } from './exit.js';
import { printable } from './printable.js';
import { refreshVaults } from './refreshVaults.js';
import { readConfigOrTell } from './settings.js';

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`waggle: ${line}\n`);

/** How a mind is named on the command line: `person/telegram:42:7`, `workspace/slack:T1:T1`. */
const nameOf = (mind: MindId) => `${mind.kind}/${mind.kind === 'person' ? mind.person : mind.workspace}`;

const day = (at: number) => new Date(at).toISOString().slice(0, 10);

function lineOf({ id, content, createdAt, importance, scope, trust, conflicts }: MemoryFrame): string {
  const marks = [
    importance,
    scope,
    `trust ${trust}`,
    ...(conflicts.length === 0 ? [] : [`conflicts with ${conflicts.join(', ')}`]),
  ];
  return `${String(id).padStart(6)}  ${day(createdAt)}  ${printable(content.replace(/\s+/g, ' ').trim())}  [${marks.join('; ')}]`;
}

/** Runs something with the minds of the configured data directory. Other processes may have them open. */
async function withMinds(run: (minds: Minds, dataDir: string) => Promise<number>): Promise<number> {
  const config = readConfigOrTell();
  if (config === null) return EXIT.config;
  const dataDir = resolve(config.processes.dataDir);
  const minds = createMinds({ dataDir, clock: systemClock, log: silentLog });
  try {
    return await run(minds, dataDir);
  } finally {
    await minds.close();
  }
}

/** Runs something with all of one mind, which is named by itself or by the part of its name that no other has. */
async function withMind(
  name: string,
  run: (minds: Minds, view: MindView, dataDir: string) => Promise<number>,
): Promise<number> {
  return withMinds(async (minds, dataDir) => {
    const all = await minds.all();
    const fitting = all.filter((mind) => nameOf(mind) === name);
    const [mind, ...others] = fitting.length > 0 ? fitting : all.filter((other) => nameOf(other).includes(name));
    if (mind === undefined) {
      complain(`there is no mind ${name}; "waggle memory ls" lists them.`);
      return EXIT.failed;
    }
    if (others.length > 0) {
      complain(`${name} fits more than one mind: ${[mind, ...others].map(nameOf).join(', ')}.`);
      return EXIT.failed;
    }
    return run(minds, { mind, scopes: await minds.scopesOf(mind) }, dataDir);
  });
}

/** `waggle memory ls`: every mind, and how much it holds. */
export async function listMinds(): Promise<number> {
  return withMinds(async (minds) => {
    const all = await minds.all();
    if (all.length === 0) say('Nothing is remembered yet.');
    for (const mind of all) {
      const { frames } = await minds.stats({ mind, scopes: await minds.scopesOf(mind) });
      say(`${String(frames).padStart(7)}  ${nameOf(mind)}`);
    }
    return EXIT.ok;
  });
}

/** `waggle memory stats MIND` */
export async function showStats(name: string): Promise<number> {
  return withMind(name, async (minds, view) => {
    const stats = await minds.stats(view);
    say(nameOf(view.mind));
    for (const [what, count] of Object.entries(stats)) say(`${String(count).padStart(9)}  ${what}`);
    return EXIT.ok;
  });
}

/** `waggle memory show MIND`: the newest memories. */
export async function showMemories(name: string, limit: number): Promise<number> {
  return withMind(name, async (minds, view) => {
    for (const frame of await minds.list(view, { order: 'newest', limit })) say(lineOf(frame));
    return EXIT.ok;
  });
}

/** `waggle memory search MIND WORDS` */
export async function searchMemories(name: string, words: readonly string[], limit: number): Promise<number> {
  return withMind(name, async (minds, view) => {
    const found = await minds.search([view], { text: words.join(' '), limit, now: systemClock.now() });
    for (const frame of found) say(lineOf(frame));
    if (found.length === 0) complain('nothing fits.');
    return found.length === 0 ? EXIT.failed : EXIT.ok;
  });
}

/** `waggle memory forget MIND ID...`; it can be undone for 90 days with `--undo`. */
export async function forgetMemories(name: string, wanted: readonly string[], undo: boolean): Promise<number> {
  const ids = wanted.map(Number);
  if (ids.some((id) => !Number.isSafeInteger(id) || id < 1)) {
    complain('a memory is named by its number; "waggle memory show" prints them.');
    return EXIT.failed;
  }
  return withMind(name, async (minds, view, dataDir) => {
    const now = systemClock.now();
    const count = undo ? await minds.restore(view, ids, now) : await minds.forget(view, ids, now);
    await refreshVaults(dataDir, view.mind, minds);
    say(`${count} ${undo ? 'brought back' : 'forgotten'}.`);
    return count === ids.length ? EXIT.ok : EXIT.failed;
  });
}

/** `waggle memory export MIND [FILE]` */
export async function exportMemories(name: string, file: string | undefined): Promise<number> {
  return withMind(name, async (minds, view) => {
    const memories = [...(await exportFrames(minds, view))];
    const accounts = view.mind.kind === 'person' ? [view.mind.person] : [];
    const exportedAt = new Date(systemClock.now()).toISOString();
    const exported = { format: 'waggle-memory-1', exportedAt, accounts, settings: {}, memories, inWorkspaces: [] };
    const text = `${JSON.stringify(exportedMindSchema.parse(exported), null, 2)}\n`;
    if (file === undefined) process.stdout.write(text);
    else {
      await writeFile(file, text, { mode: 0o600 });
      say(`${memories.length} memories written to ${file}.`);
    }
    return EXIT.ok;
  });
}

/** `waggle memory import FILE --into MIND`: a mind that is not there yet is made. */
export async function importMemories(file: string, into: string): Promise<number> {
  const mind = readName(into);
  if (mind === null) {
    complain(`${into} names no mind; use person/PLATFORM:ACCOUNT:USER or workspace/PLATFORM:ACCOUNT:CHAT.`);
    return EXIT.failed;
  }
  const parsed = exportedMindSchema.safeParse(await readJson(file));
  if (!parsed.success) {
    complain(`${file} is no export of "waggle memory export" or /export: ${parsed.error.issues[0]?.message ?? ''}`);
    return EXIT.failed;
  }
  const author = mind.kind === 'person' ? mind.person : null;
  return withMinds(async (minds) => {
    const { saved, known } = await importFrames(minds, mind, parsed.data.memories, { author });
    say(`${saved} memories imported, ${known} were known.`);
    return EXIT.ok;
  });
}

function readName(name: string): MindId | null {
  const [, kind, key] = /^(person|workspace)\/(\S+:\S+)$/.exec(name) ?? [];
  if (kind === undefined || key === undefined) return null;
  return kind === 'person' ? { kind, person: key } : { kind: 'workspace', workspace: key };
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}
