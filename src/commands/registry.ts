import type { Choice } from '../core/choice.js';
import type { CommandSpec } from '../core/commandSpec.js';
import type { SentFile } from '../core/events.js';
import type { ChatAddress } from '../core/message.js';
import { nearestName } from '../core/nearestName.js';
import type { Role } from '../core/ports/accessStore.js';
import type { Principal } from '../core/ports/turnRunner.js';
import type { Wording } from '../core/wording.js';

/** What a command knows of the message that called it. */
export interface CommandCall {
  /** What followed the name, trimmed. */
  readonly args: string;
  readonly lane: string;
  readonly address: ChatAddress;
  /** Arrival number of the message: `/stop` means what came before it. */
  readonly seq: number;
  readonly principal: Principal;
  /** Our words in the caller's language. */
  readonly wording: Wording;
}

/** What a command says. */
export interface CommandAnswer {
  /** Markdown. */
  readonly text: string;
  /** Buttons below it; often none. */
  readonly choices: readonly Choice[];
  /** Files below it, from the outbox of the lane. */
  readonly files?: readonly SentFile[];
}

/** A command that has the model answer: the turn goes on as if `ask` had been written. */
export interface Handoff {
  /** What the model is asked in the person's name. */
  readonly ask: string;
  /** What the conversation keeps of that, where the whole is of use in this turn only. */
  readonly kept?: string;
  /** Id of the persona that answers, where the command names one. */
  readonly persona?: string;
  /** The turn has only tools that change nothing. */
  readonly readOnly?: true;
}

/** What a command that takes long knows of its turn. */
export interface CommandTurn {
  readonly turn: string;
  readonly attempt: number;
  /** Aborted by `/stop`, by the loss of the lane, and at shutdown. */
  readonly signal: AbortSignal;
}

/** A command whose work takes long and can be stopped, such as one that asks a model itself. */
export interface LongCommand {
  /** Rejects with the signal's reason when that is aborted. Run again when its turn is taken over. */
  readonly answerIn: (turn: CommandTurn) => Promise<string | CommandAnswer>;
}

/** An answer without buttons may be given as its text alone. */
export function asAnswer(answer: string | CommandAnswer): CommandAnswer {
  return typeof answer === 'string' ? { text: answer, choices: [] } : answer;
}

export interface Command {
  readonly spec: CommandSpec;
  /** Whether it is instant with these arguments, where that depends on them; without it `spec.instant` says so. */
  isInstant?(args: string): boolean;
  /**
   * Whether a press of its button may take the place of the message with the button; without it whoever may use it may.
   */
  mayPress?(args: string, role: Role, address: ChatAddress): boolean;
  /**
   * The answer, or what the model is to answer; null: it is no command for this person, and the model gets the message as it was
   * written. Run again when its turn is taken over. Throws only on faults; wrong arguments get a helpful answer.
   */
  run(call: CommandCall): Promise<string | CommandAnswer | Handoff | LongCommand | null>;
}

/** Commands that may come and go while the gateway runs: those of personas, those of skills. */
export interface CommandSource {
  /** In the order of menus. Asked for each message, so cheap. */
  commands(): readonly Command[];
  /** A command that stands in no menu, by its name; asked when no other has the name. */
  find?(name: string): Command | undefined;
  /** Whether `find` surely has a command of this name, whoever asks. */
  knows?(name: string): boolean;
}

/** A message that names a command. */
export interface ParsedCommand {
  readonly command: Command;
  readonly args: string;
}

export interface CommandRegistry {
  /** The command that a text calls, or null when the text is for the model (no slash, `//`, unknown name). */
  parse(text: string): ParsedCommand | null;
  /**
   * The command that a text seems to mean whose name is none: a slip of the finger away from one that the role may use. Null for
   * any other text.
   */
  nearName(text: string, role: Role): string | null;
  /** Whether a name is a command's for everybody: own skills of people are not. */
  knows(name: string): boolean;
  /** Commands that a role may use, in declared order. */
  listFor(role: Role): readonly CommandSpec[];
  /** Whether it runs on the control lane, past a running turn. */
  isInstant(parsed: ParsedCommand): boolean;
  /** Whether a button's command may be run for whoever pressed it. */
  mayPress(parsed: ParsedCommand, role: Role, address: ChatAddress): boolean;
  /** Whether somebody of this role may use a command as it was called, in a chat of this kind. */
  mayUse(parsed: ParsedCommand, role: Role, kind: ChatAddress['kind']): boolean;
}

/**
 * The name ends at any white space; case does not matter; hyphens count as underscores; `@bot` behind the name was checked by
 * the channel and is dropped; `!name` is the spelling where slashes cannot be typed.
 */
const CALL = /^[/!]([\p{L}\p{N}_-]{1,64})(?:@\w+)?(?:\s+([\s\S]*))?$/u;

/** What a text calls, spelled as names are; null when it calls nothing. */
function nameIn(text: string): string | null {
  return CALL.exec(text.trim())?.[1]?.toLowerCase().replaceAll('-', '_') ?? null;
}

/** In a shorter name every slip makes another word; in one of up to so many letters a second slip does. */
const SHORTEST_TYPO = 4;
const SHORT_NAME = 6;

/** Whether somebody of this role may change what the command sets, in a chat of this kind. */
export function maySet(spec: CommandSpec, role: Role, kind: ChatAddress['kind']): boolean {
  return kind === 'dm' || spec.groupSetters === undefined || spec.groupSetters.includes(role);
}

/**
 * @param sources of further commands, in order of precedence. One whose name a built-in or an earlier one has is not called.
 * @throws Error when two built-ins have one name: a fault of the build, not of a user
 */
export function createCommandRegistry(
  builtins: readonly Command[],
  sources: readonly CommandSource[] = [],
): CommandRegistry {
  const byName = new Map<string, Command>();
  for (const command of builtins) {
    if (byName.has(command.spec.name)) throw new Error(`two commands are named ${command.spec.name}`);
    byName.set(command.spec.name, command);
  }
  const further = () => sources.flatMap((source) => source.commands());
  const findUnlisted = (name: string) => {
    for (const source of sources) {
      const found = source.find?.(name);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const find = (name: string) =>
    byName.get(name) ?? further().find(({ spec }) => spec.name === name) ?? findUnlisted(name);
  const all = (): readonly Command[] => {
    const seen = new Set(byName.keys());
    const more = further().filter(({ spec }) => !seen.has(spec.name) && seen.add(spec.name));
    return [...builtins, ...more];
  };
  const mayUse: CommandRegistry['mayUse'] = ({ command: { spec }, args }, role, kind) =>
    spec.roles.includes(role) && (args === '' || maySet(spec, role, kind));
  const knows = (name: string) =>
    byName.has(name) ||
    further().some(({ spec }) => spec.name === name) ||
    sources.some((source) => source.knows?.(name) ?? false);
  return {
    parse: (text) => {
      const command = find(nameIn(text) ?? '');
      return command === undefined ? null : { command, args: (CALL.exec(text.trim())?.[2] ?? '').trim() };
    },
    knows,
    nearName: (text, role) => {
      const name = nameIn(text);
      if (name === null || name.length < SHORTEST_TYPO || knows(name)) return null;
      const names = all().flatMap(({ spec }) => (spec.roles.includes(role) ? [spec.name] : []));
      const near = nearestName(name, names);
      const slips = name.length <= SHORT_NAME ? 1 : 2;
      return near === undefined || near.distance > slips ? null : near.name;
    },
    listFor: (role) =>
      all()
        .filter((command) => command.spec.roles.includes(role))
        .map((command) => command.spec),
    isInstant: ({ command, args }) => command.isInstant?.(args) ?? command.spec.instant,
    mayPress: (parsed, role, address) =>
      mayUse(parsed, role, address.kind) && (parsed.command.mayPress?.(parsed.args, role, address) ?? true),
    mayUse,
  };
}
