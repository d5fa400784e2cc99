import type { Pairing } from '../../access/pairing.js';
import { mayDecide } from '../../access/toolPolicy.js';
import { escapeMarkdown } from '../../core/escapeMarkdown.js';
import { personIdOf } from '../../core/person.js';
import type { TurnControl, Verdict } from '../../core/ports/turnControl.js';
import { QUESTION_ID, type Question } from '../../core/question.js';
import { shownArguments } from '../../core/questionText.js';
import type { Wording } from '../../core/wording.js';
import type { Command, CommandAnswer, CommandCall, CommandSource } from '../registry.js';
import { COMMAND_SPECS, EVERYONE } from '../specs.js';
import { SURE } from './decisionIn.js';
import { decisionLine } from './decisionLine.js';

export interface ApprovalCommandDeps {
  readonly control: Pick<TurnControl, 'decide' | 'question' | 'openQuestion'>;
  readonly pairing: Pairing;
}

/** More of a call than a chat shows at once is read in the chat that it comes from, where it is a file. */
const MAX_SHOWN_CHARS = 1500;

/** `/approve` and `/deny`: about what a turn waits for, and about people who want to be let in. */
export function createApprovalCommands({ control, pairing }: ApprovalCommandDeps): readonly Command[] {
  const decide = async (call: CommandCall, id: string, verdict: Verdict) =>
    decisionLine(await control.decide({ id, verdict, by: personBehind(call) }), call.wording);

  /** Null: the words name no question. */
  const decideNamed = async (call: CommandCall, verdict: Verdict): Promise<string | CommandAnswer | null> => {
    const [id = '', word = ''] = call.args.split(/\s+/);
    if (id === '') {
      const open = await control.openQuestion(call.lane);
      if (open === null) return null;
      return open.kind === 'approval' ? decide(call, open.id, verdict) : call.wording.text('question-none', {});
    }
    if (!QUESTION_ID.test(id)) return null;
    const question = await control.question(id);
    if (question === null) return null;
    // Nobody approves what he has not seen: from elsewhere the call is shown first.
    const isBlind = verdict.kind === 'approved' && question.lane !== call.lane && word.toLowerCase() !== SURE;
    return isBlind ? showCall(question, call) : decide(call, question.id, verdict);
  };

  return [
    {
      spec: COMMAND_SPECS.approve,
      run: async (call) => {
        const { args, principal, wording } = call;
        const said = await decideNamed(call, { kind: 'approved' });
        if (said !== null) return said;
        if (args === '') return wording.text('approval-usage', { command: 'approve' });
        if (principal.role !== 'owner') return wording.text('question-unknown', {});
        const approved = await pairing.approve(args, principal.person, 'member');
        if (approved === null) return wording.text('code-unknown-ask', {});
        return wording.text('approved', { name: escapeMarkdown(approved.name) });
      },
    },
    {
      spec: COMMAND_SPECS.deny,
      run: async (call) => {
        const { args, principal, wording } = call;
        const said = await decideNamed(call, { kind: 'denied' });
        if (said !== null) return said;
        if (args === '') return wording.text('approval-usage', { command: 'deny' });
        if (principal.role !== 'owner') return wording.text('question-unknown', {});
        const denied = await pairing.deny(args, principal.person);
        return denied === null
          ? wording.text('code-unknown', {})
          : wording.text('denied', { name: escapeMarkdown(denied.name) });
      },
    },
  ];
}

/** What the button of an option types. */
export function createChooseCommand({ control }: Pick<ApprovalCommandDeps, 'control'>): CommandSource {
  const choose: Command = {
    spec: { name: 'choose', usage: 'ID N', description: 'Choose an answer', instant: true, roles: EVERYONE },
    run: async (call) => {
      const [id = '', option = ''] = call.args.split(/\s+/);
      const verdict = { kind: 'option', option: Number(option) } as const;
      return decisionLine(await control.decide({ id, verdict, by: personBehind(call) }), call.wording);
    },
  };
  return {
    commands: () => [],
    knows: (name) => name === choose.spec.name,
    find: (name) => (name === choose.spec.name ? choose : undefined),
  };
}

function personBehind({ address, principal }: CommandCall) {
  const { sender, role } = principal;
  return { person: personIdOf({ ...address, user: sender.user }), name: sender.name, role };
}

/** The call with buttons, for whoever may decide it. */
function showCall(question: Question, call: CommandCall): string | CommandAnswer {
  const { wording } = call;
  if (!mayDecide(question, 'approved', personBehind(call))) return wording.text('question-not-yours', {});
  const { id, tool } = question;
  const whole = shownArguments(question.arguments);
  const isWhole = whole.length <= MAX_SHOWN_CHARS;
  const shown = isWhole ? whole : `${whole.slice(0, MAX_SHOWN_CHARS)}…`;
  const text = [wording.text('approval-ask', { tool }), fenced(shown), buttonLine(wording)].join('\n\n');
  const choices = [
    { label: wording.text('approval-yes', {}), command: `/approve ${id} ${SURE}` },
    { label: wording.text('approval-no', {}), command: `/deny ${id}` },
  ];
  return { text, choices };
}

const buttonLine = ({ text }: Wording) => text('approval-sure', {});

/** A code block that nothing in it can end. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}json\n${text}\n${fence}`;
}
