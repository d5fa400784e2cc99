import type { Decided } from '../../core/ports/turnControl.js';
import { endOf } from '../../core/questionText.js';
import type { Wording } from '../../core/wording.js';

/** What whoever decided a question, or tried to, is told. */
export function decisionLine(decided: Decided, wording: Wording): string {
  switch (decided.outcome) {
    case 'decided':
      return decided.question.kind === 'question'
        ? wording.text('question-taken', {})
        : endOf(decided.question, wording);
    case 'over':
      return wording.text('question-over', { end: endOf(decided.question, wording) });
    case 'refused':
      return wording.text('question-not-yours', {});
    case 'unknown':
      return wording.text('question-unknown', {});
  }
}
