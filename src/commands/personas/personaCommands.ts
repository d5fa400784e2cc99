import type { CommandSpec } from '../../core/commandSpec.js';
import type { PersonaLevel } from '../../core/personaChoice.js';
import { commandOf, type Persona } from '../../runtime/personas/persona.js';
import type { PersonaShelf } from '../../runtime/personas/personaShelf.js';
import type { Command, CommandAnswer, CommandCall, CommandSource } from '../registry.js';
import { COMMAND_SPECS, EVERYONE } from '../specs.js';
import { levelHere, mayChoose, type PersonaChoices } from './personaChoices.js';
import { describeAll, describePage, describePersona, menuTextOf, pageOf, titleOf } from './personaTexts.js';

export interface PersonaCommandDeps {
  readonly shelf: PersonaShelf;
  readonly choices: PersonaChoices;
}

/** Words that may follow a persona's name, and the level that they mean. */
const LEVEL_WORDS: Readonly<Record<string, PersonaLevel | 'here'>> = { here: 'here', mine: 'person', all: 'workspace' };

/** What `/persona` is asked for. */
type Wish =
  | { readonly kind: 'browse'; readonly mode: 'page' | 'info'; readonly page: number }
  | { readonly kind: 'about'; readonly name: string }
  | { readonly kind: 'choose'; readonly name: string | null; readonly level: PersonaLevel | 'here' };

function readWish(args: string): Wish {
  const words = args.toLowerCase().split(/\s+/).filter(Boolean);
  const [first, second] = words;
  if (first === undefined) return { kind: 'browse', mode: 'page', page: 1 };
  if (first === 'page' || first === 'info')
    return { kind: 'browse', mode: first, page: Number.parseInt(second ?? '1', 10) || 1 };
  if (first === 'about') return { kind: 'about', name: words.slice(1).join('-') };
  const last = words.length > 1 ? LEVEL_WORDS[words.at(-1) ?? ''] : undefined;
  const named = (last === undefined ? words : words.slice(0, -1)).join('-');
  return { kind: 'choose', name: named === 'off' ? null : named, level: last ?? 'here' };
}

function levelOf(level: PersonaLevel | 'here', address: CommandCall['address']): PersonaLevel {
  return level === 'here' ? levelHere(address) : level;
}

/** Stores a choice, and says in one line what holds now. */
async function decide(
  persona: Persona | null,
  level: PersonaLevel,
  call: CommandCall,
  choices: PersonaChoices,
): Promise<string> {
  const { text } = call.wording;
  if (!mayChoose(level, call.principal.role, call.address)) {
    const command = persona === null ? '/persona' : `/${commandOf(persona)}`;
    return text(level === 'workspace' ? 'persona-admins-all' : 'persona-admins', { command });
  }
  await choices.choose(level, persona?.id ?? null, call);
  if (persona !== null) {
    const name = titleOf(persona);
    const tagline = persona.tagline ?? persona.description;
    return `${text(`persona-for-${level}`, { name })} ${tagline}`.trimEnd();
  }
  const now = await choices.current(call);
  return now === null ? text('persona-now-nobody', {}) : text('persona-now', { name: titleOf(now) });
}

/** `/persona`: a picker with details; with a name the switch, with `off` the way back. */
export function createPersonaCommand({ shelf, choices }: PersonaCommandDeps): Command {
  const unknown = (name: string, { wording }: CommandCall): string =>
    wording.text('persona-unknown', { name: name.slice(0, 40).replace(/[^\p{L}\p{N}-]/gu, ' ') });

  return {
    spec: {
      ...COMMAND_SPECS.persona,
      completions: () => [...shelf.listPersonas().map(({ id }) => id), 'off'],
    },
    isInstant: (args) => readWish(args).kind !== 'choose',
    mayPress: (args, role, address) => {
      const wish = readWish(args);
      return wish.kind !== 'choose' || mayChoose(levelOf(wish.level, address), role, address);
    },
    run: async (call): Promise<string | CommandAnswer> => {
      const personas = shelf.listPersonas();
      const wish = readWish(call.args);
      if (wish.kind === 'browse') {
        const current = await choices.current(call);
        return describePage(personas, { page: wish.page, mode: wish.mode, current }, call.wording);
      }
      const persona = wish.name === null ? null : shelf.find(wish.name);
      if (persona === null && wish.name !== null) return unknown(wish.name, call);
      if (wish.kind === 'about') {
        return persona === null ? unknown('', call) : describePersona(persona, pageOf(personas, persona), call.wording);
      }
      return decide(persona, levelOf(wish.level, call.address), call, choices);
    },
  };
}

/** Who answers where a command was called, for `/status`; null: nobody in particular. */
export async function describeCurrent(call: CommandCall, choices: PersonaChoices): Promise<string | null> {
  const current = await choices.current(call);
  return current === null ? null : titleOf(current);
}

/** `/personas`: all of them with their commands, for readers without buttons too. */
export function createPersonasCommand({ shelf }: Pick<PersonaCommandDeps, 'shelf'>): Command {
  return {
    spec: COMMAND_SPECS.personas,
    run: async ({ wording }) => describeAll(shelf.listPersonas(), wording),
  };
}

/** The command of a persona as menus show it. */
export function specOf(persona: Persona): CommandSpec {
  const description = menuTextOf(persona);
  return { name: commandOf(persona), description, usage: '[question]', instant: false, roles: EVERYONE };
}

/**
 * One command per persona: `/researcher` has it answer from here on, `/researcher question` has it answer that too. Who may not
 * choose for the whole chat has it answer the one question.
 */
export function createPersonaSource({ shelf, choices }: PersonaCommandDeps): CommandSource {
  const made = new WeakMap<Persona, Command>();
  const make = (persona: Persona): Command => ({
    spec: specOf(persona),
    mayPress: (args, role, address) => args !== '' || mayChoose(levelHere(address), role, address),
    run: async (call) => {
      const level = levelHere(call.address);
      if (call.args === '') return decide(persona, level, call, choices);
      if (mayChoose(level, call.principal.role, call.address)) await choices.choose(level, persona.id, call);
      return { ask: call.args, persona: persona.id };
    },
  });
  return {
    commands: () =>
      shelf.listPersonas().map((persona) => {
        const command = made.get(persona) ?? make(persona);
        made.set(persona, command);
        return command;
      }),
  };
}
