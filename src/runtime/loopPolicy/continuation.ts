import type { ContinuationKind } from './continuationKind.js';
import { CONTINUATION_NUDGES } from './continuationNudges.js';
import { endsOnPromise, isIntermediateAck, isTrailingIntent } from './intent.js';
import { showsToolMarkup } from './toolMarkup.js';

/** How often each may happen in one turn; kinds of one group share their number. */
const LIMITS: Readonly<Record<ContinuationKind, { readonly group: string; readonly times: number }>> = {
  'intermediate-ack': { group: 'ack', times: 2 },
  'trailing-intent': { group: 'ack', times: 2 },
  'empty-after-tools': { group: 'empty', times: 1 },
  'post-tool-stall': { group: 'stall', times: 1 },
  'pre-tool-promise': { group: 'promise', times: 1 },
  'missing-calls': { group: 'missing', times: 2 },
  'cut-off': { group: 'cut', times: 2 },
  'tool-markup': { group: 'markup', times: 1 },
};

/** Continuations of one turn in all. */
const CEILING = 4;

/** `WAGGLE_INTENT_CONTINUATION`: `auto` is on when tools are on offer; a list holds parts of model ids. */
export type ContinuationSetting = 'auto' | 'on' | 'off' | readonly string[];

/** Whether announced but missing work is asked for with this model and these tools. */
export function asksForMissingWork(setting: ContinuationSetting, model: string, hasTools: boolean): boolean {
  if (setting === 'auto') return hasTools;
  if (typeof setting === 'string') return setting === 'on';
  return setting.some((part) => model.toLowerCase().includes(part.toLowerCase()));
}

/** An answer without tool calls, and what came before it in the turn. */
export interface StoppedAnswer {
  readonly text: string;
  readonly finishReason: string | null;
  /** What the person asked for, without context block. */
  readonly request: string;
  /** Tools were called in this turn. */
  readonly toolsRan: boolean;
  readonly toolsOffered: readonly string[];
  /** Whether announced but missing work is asked for; what is plainly broken always is. */
  readonly asksForMissingWork: boolean;
  /** Continuations of this turn so far. */
  readonly before: readonly ContinuationKind[];
}

export interface Continuation {
  readonly kind: ContinuationKind;
  /** What the model is told. */
  readonly nudge: string;
  /** The text stands and goes on; otherwise it is void. */
  readonly keepsText: boolean;
}

/** Whether a turn with these continuations may have another one of the kind. */
export function mayContinue(kind: ContinuationKind, before: readonly ContinuationKind[]): boolean {
  const { group, times } = LIMITS[kind];
  return before.length < CEILING && before.filter((other) => LIMITS[other].group === group).length < times;
}

/** The first kind that fits an answer, whether or not it may happen again. */
function kindsOf(answer: StoppedAnswer): ContinuationKind[] {
  const { text, request, toolsRan, finishReason } = answer;
  const isBlank = text.trim() === '';
  if (isBlank) return toolsRan && answer.asksForMissingWork ? ['empty-after-tools'] : [];
  if (finishReason === 'length') return ['cut-off'];
  if (finishReason === 'tool_calls') return ['missing-calls'];
  if (showsToolMarkup(text, answer.toolsOffered)) return ['tool-markup'];
  if (!answer.asksForMissingWork) return [];
  const kinds: ContinuationKind[] = [];
  if (!toolsRan && isIntermediateAck(text, request)) kinds.push('intermediate-ack');
  if (endsOnPromise(text, request)) {
    if (toolsRan) kinds.push('post-tool-stall');
    else if (answer.toolsOffered.length > 0) kinds.push('pre-tool-promise');
  }
  if (isTrailingIntent(text)) kinds.push('trailing-intent');
  return kinds;
}

/** How the turn goes on after this answer, or null when the answer stands. */
export function findContinuation(answer: StoppedAnswer): Continuation | null {
  const kind = kindsOf(answer).find((candidate) => mayContinue(candidate, answer.before));
  if (kind === undefined) return null;
  return { kind, nudge: CONTINUATION_NUDGES[kind], keepsText: kind === 'cut-off' };
}
