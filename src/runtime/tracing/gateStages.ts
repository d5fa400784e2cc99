/** What a completion gate's firing is called in a trace (spec runtime 7.7; the write gate's name is ours). */
export const GATE_STAGES = {
  D3: 'agent-loop.verification-gate.fired',
  D4: 'agent-loop.write-gate.fired',
  D1: 'agent-loop.skill-distillation.fired',
} as const;
