import { identityOf, signatureOf } from './callSignature.js';
import type { GuardrailConfig } from './guardrailConfig.js';
import type { GuardrailCode, GuardrailDecision } from './guardrailDecision.js';
import { guardrailMessage } from './guardrailTexts.js';

/** A call as the guardrails see it; the flags are what its tool declares for this action. */
export interface GuardedCall {
  readonly name: string;
  readonly args: unknown;
  readonly idempotent: boolean;
  readonly mutating: boolean;
}

/** Notices failing and fruitless repetition within one turn (spec: turns and commands 4). One per turn. */
export interface Guardrails {
  /** What `before` would decide, leaving no trace. */
  wouldBlock(call: GuardedCall): boolean;
  /** Whether the call may run; it may unless the hard stop is on and a limit is reached. */
  before(call: GuardedCall): GuardrailDecision;
  /** Counts a call that ran. */
  after(call: GuardedCall, result: string, failed: boolean): GuardrailDecision;
  /** Something was changed, so what failed before may work now. Equal results go on counting: they prove the opposite. */
  clearFailures(): void;
  /** The first block or halt. */
  readonly haltRecorded: GuardrailDecision | null;
}

const ALLOW: GuardrailDecision = { action: 'allow', code: 'allow', count: 0, message: '' };

export function createGuardrails(config: GuardrailConfig): Guardrails {
  const exactFailures = new Map<string, number>();
  const toolFailures = new Map<string, number>();
  const sameResults = new Map<string, { readonly result: string; readonly count: number }>();
  let haltRecorded: GuardrailDecision | null = null;

  const decide = (action: GuardrailDecision['action'], code: GuardrailCode, count: number, name: string) => ({
    action,
    code,
    count,
    message: guardrailMessage(code, name, count),
  });

  const warnOrAllow = (code: GuardrailCode, count: number, name: string): GuardrailDecision =>
    config.warningsEnabled ? decide('warn', code, count, name) : { ...ALLOW, count };

  const makesProgressCount = ({ idempotent, mutating }: GuardedCall) => idempotent && !mutating;

  const blockOf = (call: GuardedCall): GuardrailDecision | null => {
    if (!config.hardStopEnabled) return null;
    const signature = signatureOf(call.name, call.args);
    const failures = exactFailures.get(signature) ?? 0;
    if (failures >= config.exactFailureBlockAfter) {
      return decide('block', 'repeated_exact_failure_block', failures, call.name);
    }
    const equal = makesProgressCount(call) ? (sameResults.get(signature)?.count ?? 0) : 0;
    return equal >= config.noProgressBlockAfter
      ? decide('block', 'idempotent_no_progress_block', equal, call.name)
      : null;
  };

  const afterFailure = (name: string, signature: string): GuardrailDecision => {
    const exact = (exactFailures.get(signature) ?? 0) + 1;
    const ofTool = (toolFailures.get(name) ?? 0) + 1;
    exactFailures.set(signature, exact);
    toolFailures.set(name, ofTool);
    sameResults.delete(signature);
    if (config.hardStopEnabled && ofTool >= config.sameToolFailureHaltAfter) {
      const halt = decide('halt', 'same_tool_failure_halt', ofTool, name);
      haltRecorded ??= halt;
      return halt;
    }
    if (exact >= config.exactFailureWarnAfter) return warnOrAllow('repeated_exact_failure_warning', exact, name);
    if (ofTool >= config.sameToolFailureWarnAfter) return warnOrAllow('same_tool_failure_warning', ofTool, name);
    return { ...ALLOW, count: exact };
  };

  const afterSuccess = (call: GuardedCall, signature: string, result: string): GuardrailDecision => {
    exactFailures.delete(signature);
    toolFailures.delete(call.name);
    if (!makesProgressCount(call)) {
      sameResults.delete(signature);
      return ALLOW;
    }
    const identity = identityOf(result);
    const known = sameResults.get(signature);
    const count = known?.result === identity ? known.count + 1 : 1;
    sameResults.set(signature, { result: identity, count });
    if (count >= config.noProgressWarnAfter) return warnOrAllow('idempotent_no_progress_warning', count, call.name);
    return { ...ALLOW, count };
  };

  return {
    wouldBlock: (call) => blockOf(call) !== null,
    before: (call) => {
      const block = blockOf(call);
      haltRecorded ??= block;
      return block ?? ALLOW;
    },
    after: (call, result, failed) => {
      const signature = signatureOf(call.name, call.args);
      return failed ? afterFailure(call.name, signature) : afterSuccess(call, signature, result);
    },
    clearFailures: () => {
      exactFailures.clear();
      toolFailures.clear();
    },
    get haltRecorded() {
      return haltRecorded;
    },
  };
}
