import type { Choice } from '../core/choice.js';
import type { CommandSpec } from '../core/commandSpec.js';
import type { ChatAddress } from '../core/message.js';
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
}

/** An answer without buttons may be given as its text alone. */
export function asAnswer(answer: string | CommandAnswer): CommandAnswer {
  return typeof answer === 'string' ? { text: answer, choices: [] } : answer;
}

export interface Command {
  readonly spec: CommandSpec;
  /** The answer. Throws only on faults; wrong arguments get a helpful answer. */
  run(call: CommandCall): Promise<string | CommandAnswer>;
}

/** A message that names a command. */
export interface ParsedCommand {
  readonly command: Command;
  readonly args: string;
}

export interface CommandRegistry {
  /** The command that a text calls, or null when the text is for the model (no slash, `//`, unknown name). */
  parse(text: string): ParsedCommand | null;
  /** Commands that a role may use, in declared order. */
  listFor(role: Role): readonly CommandSpec[];
  /** Whether somebody of this role may use a command as it was called, in a chat of this kind. */
  mayUse(parsed: ParsedCommand, role: Role, kind: ChatAddress['kind']): boolean;
}

/**
 * The name ends at any white space; case does not matter; hyphens count as underscores; `@bot` behind the name was checked by
 * the channel and is dropped; `!name` is the spelling where slashes cannot be typed.
 */
const CALL = /^[/!]([\p{L}\p{N}_-]{1,64})(?:@\w+)?(?:\s+([\s\S]*))?$/u;

/** Whether somebody of this role may change what the command sets, in a chat of this kind. */
export function maySet(spec: CommandSpec, role: Role, kind: ChatAddress['kind']): boolean {
  return kind === 'dm' || spec.groupSetters === undefined || spec.groupSetters.includes(role);
}

/** @throws Error when two commands have one name: a fault of the build, not of a user. */
export function createCommandRegistry(commands: readonly Command[]): CommandRegistry {
  const byName = new Map<string, Command>();
  for (const command of commands) {
    if (byName.has(command.spec.name)) throw new Error(`two commands are named ${command.spec.name}`);
    byName.set(command.spec.name, command);
  }
  return {
    parse: (text) => {
      const match = CALL.exec(text.trim());
      const command = byName.get((match?.[1] ?? '').toLowerCase().replaceAll('-', '_'));
      return command === undefined ? null : { command, args: (match?.[2] ?? '').trim() };
    },
    listFor: (role) => commands.filter((command) => command.spec.roles.includes(role)).map((command) => command.spec),
    mayUse: ({ command: { spec }, args }, role, kind) =>
      spec.roles.includes(role) && (args === '' || maySet(spec, role, kind)),
  };
}
