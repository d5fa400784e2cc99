import type { CompletionCheck } from '../loop/completionCheck.js';
import { isCheckTool } from './checkTools.js';
import { VERIFICATION_DIRECTIVE, VERIFICATION_DISCLOSURE } from './directives.js';
import { shortenWhy } from './shortenWhy.js';
import { findUnverifiedClaim } from './verification.js';

/** D3 as a check of the loop. Where nothing can check the claim any more, the answer stands with a disclosure. */
export const verificationCheck: CompletionCheck = {
  gate: 'D3',
  examine: ({ text, attempts, toolsOffered, request, mayGoOn }) => {
    const claim = findUnverifiedClaim(text, attempts, request);
    if (claim === null) return null;
    const why = shortenWhy(claim.statement.source);
    return mayGoOn && toolsOffered.some(isCheckTool)
      ? { kind: 'goOn', why, directive: VERIFICATION_DIRECTIVE, keepsAnswer: false }
      : { kind: 'append', why, text: VERIFICATION_DISCLOSURE };
  },
};
