import type { Clock } from '../core/clock.js';
import type { CommandSpec } from '../core/commandSpec.js';
import { escapeMarkdown } from '../core/escapeMarkdown.js';
import type { Role } from '../core/ports/accessStore.js';
import { accountKey } from '../core/ports/egress.js';
import type { Transcripts } from '../core/ports/transcripts.js';
import type { TurnControl } from '../core/ports/turnControl.js';
import type { Question } from '../core/question.js';
import type { Wording } from '../core/wording.js';
import type { McpStatus } from '../runtime/mcp/mcpServer.js';
import { describeCommand, usageIn } from './describeCommand.js';
import { describeMcp } from './describeMcp.js';
import type { Command, CommandCall } from './registry.js';
import { COMMAND_SPECS } from './specs.js';

export interface BuiltinDeps {
  readonly control: TurnControl;
  readonly transcripts: Transcripts;
  readonly clock: Clock;
  /** Id of the model that answers where a command was called, for `/status`. */
  readonly modelHere: (call: CommandCall) => Promise<string>;
  /** The MCP servers, for `/status`. */
  readonly mcpStatus: () => readonly McpStatus[];
  /** How the caller's budgets stand, for `/status`; null where none holds. */
  readonly describeBudgets: (call: CommandCall) => Promise<string | null>;
  /** How many schedules the caller has, for `/status`. */
  readonly countSchedules: (call: CommandCall) => Promise<number>;
  /** Who answers where a command was called, for `/status`; null: nobody in particular. */
  readonly describePersona: (call: CommandCall) => Promise<string | null>;
  /** What is wrong with an account (`ChannelMemory.troubles`), for `/status` of those who can mend it. */
  readonly troublesOf: (account: string) => Promise<readonly string[]>;
  /** The commands that `/help` lists for a role. */
  readonly listFor: (role: Role) => readonly CommandSpec[];
}

/** The commands whose engines exist so far. */
export function createBuiltins(deps: BuiltinDeps): readonly Command[] {
  const { control, transcripts, clock } = deps;
  return [
    {
      spec: COMMAND_SPECS.start,
      run: async ({ principal, wording: { text } }) => {
        const name = escapeMarkdown(principal.sender.name).trim();
        return name === '' ? text('hello-there', {}) : text('hello', { name });
      },
    },
    {
      spec: COMMAND_SPECS.help,
      run: async ({ principal, wording: { language } }) =>
        deps
          .listFor(principal.role)
          // Personas and skills are many; `/personas` and `/skills` list them.
          .filter(({ name }) => Object.hasOwn(COMMAND_SPECS, name))
          .map(
            (entry) =>
              `- \`${`/${entry.name} ${usageIn(entry.usage, language)}`.trim()}\` ${describeCommand(entry, language)}`,
          )
          .join('\n'),
    },
    {
      spec: COMMAND_SPECS.stop,
      run: async ({ lane, seq, args, wording: { text } }) => {
        const all = args.toLowerCase() === 'all';
        if (args !== '' && !all) return text('stop-usage', {});
        const { turns, waiting } = await control.stop(lane, seq, all);
        if (turns.length === 0) return text('nothing-runs', {});
        return waiting === 0 ? text('stopped', {}) : text('stopped-rest', { n: String(waiting) });
      },
    },
    {
      spec: COMMAND_SPECS.status,
      run: async (call) => {
        const { text } = call.wording;
        const { running, waiting } = await control.status(call.lane);
        const open = running?.state === 'paused' ? await control.openQuestion(call.lane) : null;
        const since = running?.startedAt ?? running?.acceptedAt ?? clock.now();
        const budgets = await deps.describeBudgets(call);
        const persona = await deps.describePersona(call);
        const isOperator = call.principal.role === 'owner' || call.principal.role === 'admin';
        const troubles = isOperator ? await deps.troublesOf(accountKey(call.address)) : [];
        const schedules = await deps.countSchedules(call);
        const seconds = String(Math.max(0, Math.round((clock.now() - since) / 1000)));
        return [
          running === null
            ? text('nothing-runs', {})
            : open?.turn === running.turn && running.state === 'paused'
              ? text('status-paused', { id: open.id, turn: running.turn.slice(0, 8), what: whatItAsks(open, text) })
              : text('status-running', { seconds, turn: running.turn.slice(0, 8) }),
          waiting === 0 ? text('nothing-waits', {}) : text('waiting', { n: String(waiting) }),
          text('status-model', { model: await deps.modelHere(call) }),
          ...(persona === null ? [] : [text('status-persona', { persona })]),
          ...describeMcp(deps.mcpStatus(), call, clock.now()),
          ...troubles.map((trouble) => text(`trouble-${trouble}`, {})),
          ...(schedules === 0 ? [] : [text('status-schedules', { n: String(schedules) })]),
          ...(budgets === null ? [] : ['', budgets]),
        ].join('\n');
      },
    },
    {
      spec: COMMAND_SPECS.new,
      run: async ({ lane, wording: { text } }) => {
        await transcripts.startAfresh({ lane, now: clock.now() });
        return text('fresh-start', {});
      },
    },
    {
      spec: COMMAND_SPECS.whoami,
      // The key names all accounts of a linked person, which is nobody else's business.
      run: async ({ principal: { person, role }, address: { kind }, wording: { text } }) =>
        kind === 'dm' ? text('whoami', { person, role }) : text('whoami-here', { role }),
    },
  ];
}

/** The words of a question to a person are for the chat that it stands in; the status only says that there is one. */
function whatItAsks({ kind, tool }: Question, text: Wording['text']): string {
  return kind === 'approval' ? text('status-asks-approval', { tool }) : text('status-asks', {});
}
