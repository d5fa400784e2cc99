/** Settings of the guardrails, as `WAGGLE_TOOL_LOOP_*` names them (contract: agent notes, tool loop guardrails). */
export interface GuardrailConfig {
  /** Guidance is appended to results. */
  readonly warningsEnabled: boolean;
  /** Calls are blocked and turns halted. */
  readonly hardStopEnabled: boolean;
  /** Failures of one call with the same arguments. */
  readonly exactFailureWarnAfter: number;
  readonly exactFailureBlockAfter: number;
  /** Failures of one tool in a row, whatever the arguments. */
  readonly sameToolFailureWarnAfter: number;
  readonly sameToolFailureHaltAfter: number;
  /** Equal results of an idempotent call. */
  readonly noProgressWarnAfter: number;
  readonly noProgressBlockAfter: number;
}

/** The contract's defaults. Chat channels switch the hard stop on. */
export const GUARDRAIL_DEFAULTS: GuardrailConfig = {
  warningsEnabled: true,
  hardStopEnabled: false,
  exactFailureWarnAfter: 2,
  exactFailureBlockAfter: 5,
  sameToolFailureWarnAfter: 3,
  sameToolFailureHaltAfter: 8,
  noProgressWarnAfter: 2,
  noProgressBlockAfter: 5,
};
