import type { JournalStep, VoidedCalls } from '../core/journal.js';

type VoidedCall = VoidedCalls['calls'][number];

/** Of one turn, however often it begins anew; the newest stay. */
const MAX_CALLS = 40;
/** Of a call's arguments, and of its result, characters. */
const MAX_CHARS = 200;

/**
 * What attempts of a turn have changed that are void now, as the first step of the journal of the next one: nothing is done
 * twice (DESIGN.md section 3). Null where they changed nothing.
 */
export function voidedCallsOf(journal: readonly JournalStep[]): VoidedCalls | null {
  const calls: VoidedCall[] = [];
  let left = 0;
  /** Calls without a result yet, by run and id. */
  const open = new Map<string, number>();
  for (const entry of journal) {
    if (entry.type === 'voided') {
      calls.push(...entry.calls);
      left += entry.left;
      continue;
    }
    const [run, step] = entry.type === 'agent' ? [entry.run, entry.step] : ['', entry];
    if (step.type === 'toolStart' && step.mutating) {
      const key = `${run} ${step.call}`;
      // A takeover may have begun it once more.
      if (open.has(key)) continue;
      open.set(key, calls.length);
      calls.push({ name: step.name, arguments: cut(step.arguments), outcome: 'unknown', result: '' });
    } else if (step.type === 'toolEnd') {
      const at = open.get(`${run} ${step.call}`);
      const started = at === undefined ? undefined : calls[at];
      if (at === undefined || started === undefined) continue;
      calls[at] = { ...started, outcome: step.failed ? 'failed' : 'ok', result: cut(step.result) };
    }
  }
  const kept = calls.slice(-MAX_CALLS);
  left += calls.length - kept.length;
  return kept.length === 0 ? null : { type: 'voided', calls: kept, left };
}

function cut(text: string): string {
  return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS).replace(/[\uD800-\uDBFF]$/, '')} ...`;
}
