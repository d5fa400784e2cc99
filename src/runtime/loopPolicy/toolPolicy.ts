import { createCycleDetector } from './callCycle.js';
import { CALL_QUOTAS, type CallCounter, type CallQuota, createCallCounter } from './callQuotas.js';
import { identityOf, signatureOf } from './callSignature.js';
import type { GuardrailConfig } from './guardrailConfig.js';
import { createGuardrails, type GuardedCall } from './guardrails.js';
import { blockText, guardrailMessage, guidanceLine, loopText, quotaText } from './guardrailTexts.js';
import { createLoopGuard } from './loopGuard.js';

/** A call on its way to its tool. */
export interface PolicyCall extends GuardedCall {
  /** Asks for progress: repeating it is normal, so nothing here concerns it. */
  readonly polling: boolean;
  readonly quota: CallQuota | null;
}

/**
 * Everything that watches over repetition in one turn: the loop guard refuses, the guardrails warn, block and halt, quotas
 * bound what is costly. Refusals are no failures of the tool.
 */
export interface ToolPolicy {
  /** Whether `admit` would refuse: then nobody needs to be asked about the call. Leaves no trace. */
  wouldRefuse(call: PolicyCall): boolean;
  /** Counts a call that is about to run; the answer of a refused one, or null when it may run. */
  admit(call: PolicyCall): string | null;
  /** Counts a call that somebody refused to let run: asking for it again and again is a loop too. */
  noteDenied(call: PolicyCall): void;
  /** Counts a call that ran or whose arguments were no good; a line of guidance for the model, or null. */
  noteResult(call: PolicyCall, result: string, failed: boolean): string | null;
  /** Whether the turn has to end: a tool failed too often, or a refused call was asked for again. */
  readonly isHalted: boolean;
}

/** The refusal of one call that ends the turn (spec: turns and commands 4). */
const ENDING_REFUSAL = 2;

/** @param quotas counts costly calls; shared where several runs belong to one turn */
export function createToolPolicy(config: GuardrailConfig, quotas: CallCounter = createCallCounter()): ToolPolicy {
  const guard = createLoopGuard();
  const guardrails = createGuardrails(config);
  const cycles = createCycleDetector();
  const refusals = new Map<string, number>();
  let isHalted = false;

  const isQuotaUsed = ({ quota }: PolicyCall) => quota !== null && quotas.isUsedUp(quota);

  const noteRefusal = (call: PolicyCall, text: string): string => {
    const signature = signatureOf(call.name, call.args);
    const count = (refusals.get(signature) ?? 0) + 1;
    refusals.set(signature, count);
    if (config.hardStopEnabled && count >= ENDING_REFUSAL) isHalted = true;
    return text;
  };

  const noteCycle = (call: PolicyCall, result: string): string | null => {
    const period = cycles.note(`${signatureOf(call.name, call.args)}=${identityOf(result)}`);
    if (period === null || !config.warningsEnabled) return null;
    const code = 'call_cycle_warning';
    return guidanceLine({ action: 'warn', code, count: period, message: guardrailMessage(code, call.name, period) });
  };

  return {
    wouldRefuse: (call) =>
      !call.polling && (guard.wouldRefuse(call.name, call.args) || guardrails.wouldBlock(call) || isQuotaUsed(call)),
    admit: (call) => {
      if (call.polling) return null;
      if (!guard.check(call.name, call.args)) return noteRefusal(call, loopText(call.name));
      const decision = guardrails.before(call);
      if (decision.action === 'block') return noteRefusal(call, blockText(decision));
      const { quota } = call;
      if (quota === null) return null;
      if (isQuotaUsed(call)) return noteRefusal(call, quotaText(call.name, CALL_QUOTAS[quota]));
      quotas.count(quota);
      return null;
    },
    noteDenied: (call) => {
      if (!call.polling) guard.check(call.name, call.args);
    },
    noteResult: (call, result, failed) => {
      if (call.polling) return null;
      const decision = guardrails.after(call, result, failed);
      if (decision.action === 'halt') isHalted = true;
      if (call.mutating && !failed) {
        guard.noteChange(call.name, call.args);
        guardrails.clearFailures();
      }
      const cycle = noteCycle(call, result);
      return guidanceLine(decision) ?? cycle;
    },
    get isHalted() {
      return isHalted;
    },
  };
}
