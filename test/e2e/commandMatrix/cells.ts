import { COMMAND_SPECS } from '../../../src/commands/specs.js';
import { WORKFLOW_ALIASES } from '../../../src/commands/workflows/workflowPrompts.js';
import type { CommandSpec } from '../../../src/core/commandSpec.js';
import { CATALOGUES } from '../../../src/reply/catalogue/catalogue.js';
import { type Case, type CaseName, PERSONA_ROW, type PlaceKind, ROWS, type Row, SKILL_ROW } from './rows.js';
import { type Said, says } from './says.js';

/** One call of a command by somebody somewhere, and what is to be read then. */
export interface Cell {
  readonly name: string;
  readonly command: string;
  readonly args: string;
  readonly before: readonly string[];
  readonly place: PlaceKind;
  readonly role: 'owner' | 'member';
  readonly language: string;
  readonly said: RegExp;
}

const CASES: readonly CaseName[] = ['none', 'good', 'bad', 'long'];
const OTHER_LANGUAGES = Object.keys(CATALOGUES).filter((language) => language !== 'en');
/** Which call is made in another language, by place: all of them over the places. */
const IN_OTHER_LANGUAGE: Readonly<Record<PlaceKind, readonly CaseName[]>> = {
  dm: ['none', 'bad'],
  group: ['long'],
  thread: ['none'],
  elsewhere: ['bad'],
};

const isCommandName = (name: string): name is keyof typeof COMMAND_SPECS => Object.hasOwn(COMMAND_SPECS, name);

/**
 * The row of a command of the menu: its own, or that of its kind.
 *
 * @param personas the names of commands that are personas'
 */
function rowOf(command: string, personas: ReadonlySet<string>): Row | undefined {
  const name = Object.hasOwn(WORKFLOW_ALIASES, command) ? WORKFLOW_ALIASES[command] : command;
  if (name !== undefined && Object.hasOwn(ROWS, name)) return ROWS[name];
  if (isCommandName(command)) return undefined;
  return personas.has(command) ? PERSONA_ROW : SKILL_ROW;
}

function saidIn({ says: said }: Case, place: PlaceKind): Said {
  if (typeof said === 'function') return said;
  return said[place] ?? (place === 'dm' ? said.dm : said.group);
}

/**
 * All cells of a platform.
 *
 * @param commands what its menu shows
 * @throws where a command has no row
 */
export function cellsOf(
  commands: readonly string[],
  personas: ReadonlySet<string>,
  places: readonly PlaceKind[],
): readonly Cell[] {
  const missing = commands.filter((command) => rowOf(command, personas) === undefined);
  if (missing.length > 0) throw new Error(`no row in rows.ts for ${missing.join(', ')}`);
  return commands.flatMap((command, n) => {
    const row = rowOf(command, personas);
    if (row === undefined) return [];
    // Personas and skills are alike: each is tried in one place, all places by one of them.
    const here = isCommandName(command) ? places : [places[n % places.length] ?? 'dm'];
    return here.flatMap((place, p) => {
      const language = OTHER_LANGUAGES[(n + p) % OTHER_LANGUAGES.length] ?? 'de';
      return [...plainCells(command, row, place, language), ...refusals(command, place, language)];
    });
  });
}

function plainCells(command: string, row: Row, place: PlaceKind, language: string): readonly Cell[] {
  const cell = (name: string, one: Case, spoken: string): Cell => ({
    name: `/${command} ${name} in ${place} (${spoken})`,
    command,
    args: one.args,
    before: one.before ?? [],
    place,
    role: place === 'dm' && row.owner !== true ? 'member' : 'owner',
    language: spoken,
    said: saidIn(one, place)(spoken),
  });
  return [
    ...CASES.map((name) => cell(name, row.cases[name], 'en')),
    ...(row.more ?? []).map((one) => cell(`"${one.args}"`, one, 'en')),
    ...IN_OTHER_LANGUAGE[place].map((name) => cell(name, row.cases[name], language)),
  ];
}

/** What is for owners or admins only, called by a member. */
function refusals(command: string, place: PlaceKind, language: string): readonly Cell[] {
  if (!isCommandName(command)) return [];
  const spec: CommandSpec = COMMAND_SPECS[command];
  const isForOthers = !spec.roles.includes('member');
  const isSetByOthers = place !== 'dm' && spec.groupSetters?.includes('member') === false;
  if (!isForOthers && !isSetByOthers) return [];
  const refused = says('not-for-you');
  return ['en', language].map((spoken) => ({
    name: `/${command} by a member in ${place} (${spoken})`,
    command,
    args: ROWS[command]?.cases.bad.args ?? '',
    before: [],
    place,
    role: 'member' as const,
    language: spoken,
    said: refused(spoken),
  }));
}
