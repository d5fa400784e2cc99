import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { systemClock } from '../core/clock.js';
import { foldersIn, readSmallFile, SKILL_FILE } from '../runtime/skills/skillFolder.js';
import { createSkillLibrary, type SkillLibrary } from '../runtime/skills/skillLibrary.js';
import { slugOf } from '../runtime/skills/skillNames.js';
import { createSkillShelf, scanSkill, unsafeText } from '../runtime/skills/skillShelf.js';
import { parseFrontmatter, readSkill } from '../runtime/skills/skillText.js';
import { createSkillWriter } from '../runtime/skills/skillWriter.js';
import { listSupportFiles, readSupportFile, writeSupportFile } from '../runtime/skills/supportFiles.js';
import { ToolFailure } from '../runtime/tools/toolFailure.js';
import { EXIT } from './exit.js';
import { printable } from './printable.js';
import { readConfigOrTell } from './settings.js';

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`waggle: ${line}\n`);

/** Lines of a skill's text as a terminal may be given them. */
const shown = (text: string) => text.split('\n').map(printable).join('\n');

/** The library of the configured data directory; null after telling what is wrong with the configuration. */
function openLibrary(): SkillLibrary | null {
  const config = readConfigOrTell();
  return config === null ? null : createSkillLibrary({ dataDir: resolve(config.processes.dataDir) });
}

/** `waggle skills ls`: everybody's skills, and files among them that cannot be used. */
export async function listSkills(): Promise<number> {
  const library = openLibrary();
  if (library === null) return EXIT.config;
  for (const { slug, source, description } of await library.everybodys()) {
    say(`${slug.padEnd(24)} ${source.padEnd(8)} ${printable(description)}`);
  }
  for (const { slug, problems } of await library.brokenOfEverybody()) complain(`${slug}: ${problems.join('; ')}`);
  return EXIT.ok;
}

/** `waggle skills show NAME`: the file of one of everybody's skills. */
export async function showSkill(name: string): Promise<number> {
  const library = openLibrary();
  if (library === null) return EXIT.config;
  const skill = (await library.everybodys()).find(({ slug }) => slug === name.replaceAll('_', '-'));
  if (skill === undefined) {
    complain(`there is no skill ${name}; "waggle skills ls" lists them.`);
    return EXIT.failed;
  }
  say(shown(skill.text.trimEnd()));
  for (const path of await listSupportFiles(skill.folder)) say(`file: ${path}`);
  return EXIT.ok;
}

/** `waggle skills import PATH`: a SKILL.md, or a folder with one, becomes a skill of everybody's. What was there stays as a version. */
export async function importSkill(path: string): Promise<number> {
  const library = openLibrary();
  if (library === null) return EXIT.config;
  const file = await fileOf(path);
  const text = await readSmallFile(file);
  if (text === null) {
    complain(`${path} is no ${SKILL_FILE} and no folder with one.`);
    return EXIT.failed;
  }
  const slug = slugOf(parseFrontmatter(text).name ?? basename(dirname(file)));
  if (slug === null) {
    complain(`${path} names no skill (field name).`);
    return EXIT.failed;
  }
  try {
    const change = {
      owner: null,
      slug,
      text,
      origin: 'imported',
      by: null,
      turn: null,
      now: systemClock.now(),
    } as const;
    const { outcome, version } = await createSkillWriter(library).save(change);
    const from = dirname(file);
    const beside = basename(file) === SKILL_FILE ? await listSupportFiles(from) : [];
    for (const one of beside)
      await writeSupportFile(join(library.sharedRoot, slug), one, await readSupportFile(from, one));
    say(`${slug}: ${outcome}, version ${version}${beside.length === 0 ? '' : `, with ${beside.length} files`}.`);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    complain(error.message.replace(/^Error: /, ''));
    return EXIT.failed;
  }
}

/** `waggle skills check [PATH...]`: says what is wrong with files, or with all skills there are, people's own included. */
export async function checkSkills(paths: readonly string[]): Promise<number> {
  const problems = paths.length > 0 ? await problemsOfFiles(paths) : await problemsOfAll();
  if (problems === null) return EXIT.config;
  for (const line of problems) complain(printable(line));
  if (problems.length > 0) return EXIT.failed;
  say('No problems.');
  return EXIT.ok;
}

async function problemsOfFiles(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const text = await readSmallFile(await fileOf(path));
    const reading = text === null ? null : readSkill(text, basename(dirname(resolve(path))));
    const scan = scanSkill(text ?? '');
    if (reading === null) found.push(`${path}: it cannot be read as a text`);
    else if (!reading.ok) found.push(...reading.problems.map((problem) => `${path}: ${problem}`));
    if (!scan.safe) found.push(`${path}: ${unsafeText(scan.flags)}`);
  }
  return found;
}

async function problemsOfAll(): Promise<readonly string[] | null> {
  const library = openLibrary();
  if (library === null) return null;
  const owners = join(library.sharedRoot, '_own');
  const shelves = (await foldersIn(owners)).map((owner) => ({
    owner,
    shelf: createSkillShelf(join(owners, owner), 'own'),
  }));
  const own = await Promise.all(shelves.map(async ({ owner, shelf }) => ({ owner, ...(await shelf.read()) })));
  return [
    ...(await library.brokenOfEverybody()).map(({ slug, problems }) => `${slug}: ${problems.join('; ')}`),
    ...own.flatMap(({ owner, broken }) => {
      return broken.map(({ slug, problems }) => `${decodeURIComponent(owner)} ${slug}: ${problems.join('; ')}`);
    }),
  ];
}

/** The SKILL.md that a path means. */
async function fileOf(path: string): Promise<string> {
  const full = resolve(path);
  const found = await stat(full).catch(() => null);
  return found?.isDirectory() ? join(full, SKILL_FILE) : full;
}
