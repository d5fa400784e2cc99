import { GUARDRAIL_DEFAULTS } from '../../src/runtime/loopPolicy/guardrailConfig.js';
import { sanitiseToolResult } from '../../src/runtime/safety/sanitiseToolResult.js';
import type { Conducted } from '../../src/runtime/turnConduct.js';

/** For loops that stand outside of a conversation: the defaults, and the scanner. */
export const PLAIN_CONDUCT: Conducted = {
  guardrails: GUARDRAIL_DEFAULTS,
  continuation: 'off',
  hooks: null,
  place: {},
  router: null,
  governance: {},
  scanToolResult: sanitiseToolResult,
  spill: null,
};
