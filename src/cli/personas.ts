import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { systemClock } from '../core/clock.js';
import { silentLog } from '../core/log.js';
import { COORDINATOR_ID, commandOf, type Persona, personaIdSchema } from '../runtime/personas/persona.js';
import { customFolder } from '../runtime/personas/personaFolder.js';
import { openPersonaShelf, type PersonaShelf } from '../runtime/personas/personaShelf.js';
import { readPersona } from '../runtime/personas/readPersona.js';
import { EXIT } from './exit.js';
import { printable } from './printable.js';
import { readConfigOrTell } from './settings.js';

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`waggle: ${line}\n`);

interface Opened {
  readonly shelf: PersonaShelf;
  readonly dataDir: string;
}

/** The personas of the configured data directory; null after telling what is wrong with the configuration. */
function openShelf(): Opened | null {
  const config = readConfigOrTell();
  if (config === null) return null;
  const dataDir = resolve(config.processes.dataDir);
  const hasCoordinator = config.coordinatorMode;
  const shelf = openPersonaShelf({ dataDir, hasCoordinator, clock: systemClock, log: silentLog });
  // What the command needs is read by now.
  shelf.close();
  return { shelf, dataDir };
}

function complainOf({ shelf }: Opened): boolean {
  for (const { file, problem } of shelf.problems()) complain(`${file}: ${printable(problem)}`);
  return shelf.problems().length > 0;
}

/** `waggle personas ls`: all of them, with their commands. */
export async function listPersonas(): Promise<number> {
  const opened = openShelf();
  if (opened === null) return EXIT.config;
  const { shelf } = opened;
  for (const persona of shelf.listPersonas()) {
    const { id, isReadOnly, tagline, description } = persona;
    const marks = [shelf.getPersona(id) === null ? 'custom' : 'built-in', ...(isReadOnly ? ['read-only'] : [])];
    say(`/${commandOf(persona).padEnd(24)} ${marks.join(', ').padEnd(20)} ${printable(tagline ?? description)}`);
  }
  if (shelf.find(COORDINATOR_ID) === null) say('The coordinator is offered with WAGGLE_COORDINATOR_MODE=on.');
  complainOf(opened);
  return EXIT.ok;
}

const listed = (title: string, entries: readonly string[]) =>
  entries.length === 0 ? [] : [`${title}: ${entries.join(', ')}`];

function describe(persona: Persona): readonly string[] {
  const { icon, name, id, description, tools, disallowedTools } = persona;
  return [
    `${icon} ${name} (${id}, /${commandOf(persona)})${persona.isReadOnly ? ', read-only' : ''}`,
    description,
    `Model: ${persona.modelPreference}`,
    ...listed('Tools', tools),
    ...listed('Denied', disallowedTools),
    ...listed('Workflow', persona.defaultWorkflow === null ? [] : [persona.defaultWorkflow]),
    ...listed('Good for', persona.bestFor),
    ...listed('Will not', persona.wontDo === undefined ? [] : [persona.wontDo]),
    ...listed('Known to fail like this', persona.failurePatterns),
    '',
    persona.systemPrompt,
  ];
}

/** `waggle personas show NAME`: what there is to know of one, and its prompt. */
export async function showPersona(name: string): Promise<number> {
  const opened = openShelf();
  if (opened === null) return EXIT.config;
  const persona = opened.shelf.find(name) ?? opened.shelf.getPersona(name.replaceAll('_', '-'));
  if (persona === null) {
    complain(`there is no persona ${name}; "waggle personas ls" lists them.`);
    return EXIT.failed;
  }
  for (const line of describe(persona).join('\n').split('\n')) say(printable(line));
  return EXIT.ok;
}

function template(id: string, name: string): string {
  return `---
name: ${JSON.stringify(name)}
icon: 👤
tagline: What it is, in one sentence.
description: What it does, in a sentence or two.
# Tools that it works with; none listed: all that there are. * stands for any characters.
tools: []
disallowedTools: []
isReadOnly: false
bestFor: []
wontDo: What it leaves to others.
failurePatterns: []
---
You are ... (the prompt: at most 3,999 characters, answered to as /${id.replaceAll('-', '_')})

## How you work

## What you deliver

## Where you stop

## Watch for
`;
}

/** `waggle personas new ID`: a file to fill in, in the data directory. A running gateway takes it in by itself. */
export async function newPersona(id: string, name: string | undefined): Promise<number> {
  const opened = openShelf();
  if (opened === null) return EXIT.config;
  const valid = personaIdSchema.safeParse(id);
  if (!valid.success) {
    complain(`${printable(id)} cannot be an id: ${valid.error.issues[0]?.message ?? ''}.`);
    return EXIT.failed;
  }
  if (opened.shelf.getPersona(id) !== null) {
    complain(`${id} is a built-in persona; take another id.`);
    return EXIT.failed;
  }
  const folder = customFolder(opened.dataDir);
  const file = join(folder, `${id}.md`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, template(id, name ?? id), { flag: 'wx' });
  } catch {
    complain(`${file} cannot be written; perhaps it is there already.`);
    return EXIT.failed;
  }
  say(file);
  return EXIT.ok;
}

/** `waggle personas check [FILES]`: what is wrong with files of personas; without any, with all that there are. */
export async function checkPersonas(files: readonly string[]): Promise<number> {
  const opened = openShelf();
  if (opened === null) return EXIT.config;
  if (files.length === 0) {
    if (complainOf(opened)) return EXIT.failed;
    say(`${opened.shelf.listPersonas().length} personas, all in order.`);
    return EXIT.ok;
  }
  let failed = false;
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch(() => null);
    const reading = text === null ? null : readPersona(text, basename(file, '.md'));
    const problems = reading === null ? ['it cannot be read'] : reading.ok ? [] : reading.problems;
    for (const problem of problems) complain(`${file}: ${printable(problem)}`);
    if (problems.length === 0) say(`${file}: in order.`);
    failed ||= problems.length > 0;
  }
  return failed ? EXIT.failed : EXIT.ok;
}
