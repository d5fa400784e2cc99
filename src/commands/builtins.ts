import type { Pairing } from '../access/pairing.js';
import type { Clock } from '../core/clock.js';
import type { CommandSpec } from '../core/commandSpec.js';
import type { Role } from '../core/ports/accessStore.js';
import type { Transcripts } from '../core/ports/transcripts.js';
import type { TurnControl } from '../core/ports/turnControl.js';
import { describeCommand } from './describeCommand.js';
import { escapeMarkdown } from './escapeMarkdown.js';
import type { Command, CommandCall } from './registry.js';
import { COMMAND_SPECS } from './specs.js';

export interface BuiltinDeps {
  readonly control: TurnControl;
  readonly pairing: Pairing;
  readonly transcripts: Transcripts;
  readonly clock: Clock;
  /** Model id as configured, for `/status`. */
  readonly model: string;
  /** How the caller's budgets stand, for `/status`; null where none holds. */
  readonly describeBudgets: (call: CommandCall) => Promise<string | null>;
  /** Who answers where a command was called, for `/status`; null: nobody in particular. */
  readonly describePersona: (call: CommandCall) => Promise<string | null>;
  /** The commands that `/help` lists for a role. */
  readonly listFor: (role: Role) => readonly CommandSpec[];
}

function countMessages(count: number): string {
  return count === 1 ? '1 message waits' : `${count} messages wait`;
}

/** The commands whose engines exist so far. */
export function createBuiltins(deps: BuiltinDeps): readonly Command[] {
  const { control, pairing, transcripts, clock } = deps;
  return [
    {
      spec: COMMAND_SPECS.start,
      run: async ({ principal }) =>
        `Hello ${principal.sender.name.trim() === '' ? 'there' : escapeMarkdown(principal.sender.name)}! Write to me as you would to a person. ` +
        'I remember what matters, and I answer here.\n\n`/help` lists the commands.',
    },
    {
      spec: COMMAND_SPECS.help,
      run: async ({ principal, wording: { language } }) =>
        deps
          .listFor(principal.role)
          .map(
            (entry) => `- \`${[`/${entry.name}`, entry.usage].join(' ').trim()}\` ${describeCommand(entry, language)}`,
          )
          .join('\n'),
    },
    {
      spec: COMMAND_SPECS.stop,
      run: async ({ lane, seq, args }) => {
        const all = args.toLowerCase() === 'all';
        if (args !== '' && !all)
          return 'Use `/stop` for the running answer, or `/stop all` to clear what waits as well.';
        const { turns, waiting } = await control.stop(lane, seq, all);
        if (turns.length === 0) return 'Nothing is running.';
        return waiting === 0 ? 'Stopped.' : `Stopped. ${countMessages(waiting)}; \`/stop all\` clears them.`;
      },
    },
    {
      spec: COMMAND_SPECS.status,
      run: async (call) => {
        const { running, waiting } = await control.status(call.lane);
        const since = running?.startedAt ?? running?.acceptedAt ?? clock.now();
        const budgets = await deps.describeBudgets(call);
        const persona = await deps.describePersona(call);
        const seconds = Math.max(0, Math.round((clock.now() - since) / 1000));
        return [
          running === null ? 'Nothing is running.' : `Working for ${seconds} s (turn \`${running.turn.slice(0, 8)}\`).`,
          waiting === 0 ? 'Nothing waits.' : `${countMessages(waiting)}.`,
          `Model: \`${deps.model}\`.`,
          ...(persona === null ? [] : [`Persona: ${persona}.`]),
          ...(budgets === null ? [] : ['', budgets]),
        ].join('\n');
      },
    },
    {
      spec: COMMAND_SPECS.new,
      run: async ({ lane }) => {
        await transcripts.startAfresh({ lane, now: clock.now() });
        return 'A fresh start. What I remember about you stays; this conversation begins anew.';
      },
    },
    {
      spec: COMMAND_SPECS.whoami,
      run: async ({ principal }) => `You are \`${principal.person}\`, role **${principal.role}**.`,
    },
    {
      spec: COMMAND_SPECS.approve,
      run: async ({ args, principal }) => {
        if (args === '') return 'Which code? Use `/approve CODE` with the code that the person was shown.';
        const approved = await pairing.approve(args, principal.person, 'member');
        if (approved === null)
          return 'That code is unknown, used or older than a day. Ask the person to write again for a new one.';
        return `${escapeMarkdown(approved.name)} may talk to me now.`;
      },
    },
    {
      spec: COMMAND_SPECS.deny,
      run: async ({ args, principal }) => {
        if (args === '') return 'Which code? Use `/deny CODE`.';
        const denied = await pairing.deny(args, principal.person);
        return denied === null
          ? 'That code is unknown, used or older than a day.'
          : `${escapeMarkdown(denied.name)} stays out.`;
      },
    },
  ];
}
