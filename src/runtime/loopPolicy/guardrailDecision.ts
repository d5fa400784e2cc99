export type GuardrailCode =
  | 'allow'
  | 'repeated_exact_failure_warning'
  | 'repeated_exact_failure_block'
  | 'same_tool_failure_warning'
  | 'same_tool_failure_halt'
  | 'idempotent_no_progress_warning'
  | 'idempotent_no_progress_block'
  | 'call_cycle_warning';

/** What the guardrails say about a call, before or after it ran. */
export interface GuardrailDecision {
  readonly action: 'allow' | 'warn' | 'block' | 'halt';
  readonly code: GuardrailCode;
  /** Failures or equal results so far, whichever the code is about. */
  readonly count: number;
  /** For the model; empty when nothing is to be said. */
  readonly message: string;
}
