import type { CompletionCheck } from '../loop/completionCheck.js';
import { assertsUnverifiedCompletion, findClaim } from './verification.js';
import { VERIFICATION_DIRECTIVE } from './verificationPhrases.js';

/** D3 as a check of the loop. */
export const verificationCheck: CompletionCheck = {
  gate: 'D3',
  examine: ({ text, toolsUsed, mayGoOn }) =>
    mayGoOn && assertsUnverifiedCompletion(text, toolsUsed)
      ? { kind: 'goOn', why: findClaim(text) ?? '', directive: VERIFICATION_DIRECTIVE, keepsAnswer: false }
      : null,
};
