/** An answer that the model would end the run with, and how it came about. */
export interface Candidate {
  readonly text: string;
  /** Attempted tools in order, with repeats. */
  readonly toolsUsed: readonly string[];
  /** Names of the tools on offer. */
  readonly toolsOffered: readonly string[];
}

/** Why an answer does not stand yet, and what the model is told about it. */
export interface Objection {
  readonly why: string;
  readonly directive: string;
}

/**
 * A completion gate: looks at an answer before it counts. At most one gate fires per answer, in the order of the list,
 * and each at most once a run.
 */
export interface CompletionCheck {
  readonly gate: 'D3' | 'D4' | 'D1';
  examine(candidate: Candidate): Objection | null;
}

/** The first objection of a gate that has not fired yet. */
export function findObjection(
  checks: readonly CompletionCheck[],
  fired: ReadonlySet<string>,
  candidate: Candidate,
): ({ readonly gate: CompletionCheck['gate'] } & Objection) | null {
  for (const check of checks) {
    if (fired.has(check.gate)) continue;
    const objection = check.examine(candidate);
    if (objection !== null) return { gate: check.gate, ...objection };
  }
  return null;
}
