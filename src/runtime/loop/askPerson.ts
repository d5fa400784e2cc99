import type { ToolDecision } from '../../core/ports/toolPolicy.js';
import type { Question, QuestionDraft } from '../../core/question.js';
import { sanitizeName } from '../prompt/speakerName.js';
import type { ToolPermission } from './toolPermission.js';
import type { ToolAnswer, ToolEnvironment, ToolRun } from './toolRun.js';
import {
  answeredText,
  deniedText,
  forbiddenText,
  nobodyAnsweredText,
  nobodyApprovedText,
  nobodyToAskText,
} from './toolTexts.js';

/** Thrown through a run that cannot go on before a person has answered. Everything that ran beside the call is over by then. */
export class PauseForPerson extends Error {
  constructor(readonly draft: Omit<QuestionDraft, 'shown'>) {
    super(`${draft.tool} waits for a person`);
    this.name = 'PauseForPerson';
  }
}

const ALLOW: ToolDecision = { kind: 'allow' };

function refuse(text: string): ToolAnswer {
  return { text, failed: true, end: 'person' };
}

/**
 * Between the loop guard and the call (6 and 7): whether this person's turn may make it, what people said to it, and the tools that
 * are a question themselves.
 *
 * @throws PauseForPerson when somebody has to be asked
 */
export async function askPerson(run: ToolRun, env: ToolEnvironment): Promise<ToolAnswer | null> {
  const { call, tool } = run;
  if (tool === null) return null;
  const { permission } = env;
  const { id, name } = call;
  const draft = { call: id, tool: name, arguments: call.arguments };
  const decision = (await permission?.decide(name, tool.riskFor?.(run.args) ?? tool.risk, call)) ?? ALLOW;
  if (decision.kind === 'deny') return refuse(forbiddenText(name, decision.reason));
  const own = tool.question?.(run.args);
  if (own !== undefined) {
    if (permission === undefined || permission.asked === null) return refuse(nobodyToAskText(name));
    const known = permission.asked(call);
    if (known === null || known.state === 'open') {
      throw new PauseForPerson({ ...draft, kind: 'question', ...own, approvers: [] });
    }
    return known.state === 'answered'
      ? { text: answeredText(known.answer ?? ''), failed: false, end: 'person' }
      : refuse(nobodyAnsweredText(minutesOf(known)));
  }
  if (permission === undefined || decision.kind === 'allow') return null;
  if (permission.asked === null) return refuse(nobodyToAskText(name));
  const known = permission.asked(call);
  if (known === null || known.state === 'open') {
    throw new PauseForPerson({ ...draft, kind: 'approval', text: '', options: [], approvers: decision.approvers });
  }
  if (known.state === 'approved') return null;
  if (known.state === 'denied') return refuse(deniedText(name, nameOf(known)));
  return refuse(nobodyApprovedText(name, minutesOf(known)));
}

/** The questions of a turn by their calls. A yes is for the very call; a no also for equal ones, so that nobody is asked twice. */
export function askedIn(questions: readonly Question[]): NonNullable<ToolPermission['asked']> {
  return (call) => {
    const isSame = ({ tool, ...question }: Question) => tool === call.name && question.arguments === call.arguments;
    return (
      questions.find((question) => question.call === call.id && isSame(question)) ??
      questions.find((question) => isRefused(question) && isSame(question)) ??
      null
    );
  };
}

function isRefused({ kind, state }: Question): boolean {
  return kind === 'approval' && (state === 'denied' || state === 'expired');
}

function nameOf({ decidedByName }: Question): string {
  return sanitizeName(decidedByName ?? '');
}

function minutesOf({ askedAt, expiresAt }: Question): number {
  return Math.max(1, Math.round((expiresAt - askedAt) / 60_000));
}
