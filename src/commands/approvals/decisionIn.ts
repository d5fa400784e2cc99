import type { Verdict } from '../../core/ports/turnControl.js';
import { QUESTION_ID } from '../../core/question.js';
import type { ParsedCommand } from '../registry.js';

/** What a command says to a question, and to which. `isSure`: it was called by somebody who has the whole call before his eyes. */
export interface SpokenVerdict {
  readonly id: string;
  readonly verdict: Verdict;
  readonly isSure: boolean;
}

/** Word behind the id that a button types which stands below the call itself. */
export const SURE = 'yes';

/** Reads `/approve ID`, `/deny ID` and `/choose ID 2`; null for anything else. */
export function decisionIn({ command, args }: ParsedCommand): SpokenVerdict | null {
  const [id = '', word = ''] = args.split(/\s+/);
  if (!QUESTION_ID.test(id)) return null;
  switch (command.spec.name) {
    case 'approve':
      return { id, verdict: { kind: 'approved' }, isSure: word.toLowerCase() === SURE };
    case 'deny':
      return { id, verdict: { kind: 'denied' }, isSure: true };
    case 'choose':
      return { id, verdict: { kind: 'option', option: Number(word) }, isSure: true };
    default:
      return null;
  }
}
