import type { BackgroundJob } from '../../core/backgroundJob.js';

export type GateId = 'D3' | 'D4' | 'D1';

/** A tool call of the run that has its answer. */
export interface ToolAttempt {
  readonly name: string;
  /** JSON object text. */
  readonly arguments: string;
  /** It failed, was refused, or its outcome is unknown. */
  readonly failed: boolean;
  /** The tool declares that it changes something. */
  readonly mutating: boolean;
}

/** An answer that the model would end the run with, and how it came about. */
export interface Candidate {
  readonly text: string;
  /** Attempted tools in order, with repeats (contract: agent runtime 3.2). */
  readonly toolsUsed: readonly string[];
  /** All answered calls in order, refused ones included. */
  readonly attempts: readonly ToolAttempt[];
  /** Names of the tools on offer. */
  readonly toolsOffered: readonly string[];
  /** What the user asked for in this run, without context block. */
  readonly request: string;
  /** Whether another model round is possible. */
  readonly mayGoOn: boolean;
}

/** What a gate has to say about an answer. */
export type GateVerdict =
  /**
   * The model goes on with this directive. `keepsAnswer`: the answer stands and is what the run returns; what the model
   * says from now on is not shown. Otherwise the answer is void.
   */
  | { readonly kind: 'goOn'; readonly why: string; readonly directive: string; readonly keepsAnswer: boolean }
  /** The answer stands, with this paragraph after it. */
  | { readonly kind: 'append'; readonly why: string; readonly text: string }
  /** The answer stands, and the job is for the lane's background lane. */
  | { readonly kind: 'handOver'; readonly why: string; readonly job: BackgroundJob };

/** A completion gate: looks at an answer before it counts (contract: agent runtime 5). */
export interface CompletionCheck {
  readonly gate: GateId;
  examine(candidate: Candidate): GateVerdict | null | Promise<GateVerdict | null>;
}

/** Which gates have made the model go on, each at most once a run, and the answer that D1 set aside. */
export interface GateState {
  readonly verificationCorrectionUsed: boolean;
  readonly writeCorrectionUsed: boolean;
  readonly skillDistillationUsed: boolean;
  readonly preservedAnswerForDistillation: string | null;
}

export const FRESH_GATES: GateState = {
  verificationCorrectionUsed: false,
  writeCorrectionUsed: false,
  skillDistillationUsed: false,
  preservedAnswerForDistillation: null,
};

const USED: Readonly<Record<GateId, 'verificationCorrectionUsed' | 'writeCorrectionUsed' | 'skillDistillationUsed'>> = {
  D3: 'verificationCorrectionUsed',
  D4: 'writeCorrectionUsed',
  D1: 'skillDistillationUsed',
};

/** The state after a directive with this reason. Reasons that are no gate's change nothing. */
export function noteDirective(gates: GateState, why: string, answer: string | null): GateState {
  if (why !== 'D3' && why !== 'D4' && why !== 'D1') return gates;
  const next = { ...gates, [USED[why]]: true };
  return why === 'D1' ? { ...next, preservedAnswerForDistillation: answer } : next;
}

/** The verdicts on one answer: a directive ends the list, because at most one gate makes the model go on. */
export async function maybeFireCompletionGate(
  checks: readonly CompletionCheck[],
  gates: GateState,
  candidate: Candidate,
): Promise<readonly ({ readonly gate: GateId } & GateVerdict)[]> {
  const verdicts: ({ readonly gate: GateId } & GateVerdict)[] = [];
  for (const check of checks) {
    if (gates[USED[check.gate]]) continue;
    const verdict = await check.examine(candidate);
    if (verdict === null) continue;
    verdicts.push({ gate: check.gate, ...verdict });
    if (verdict.kind === 'goOn') break;
  }
  return verdicts;
}
