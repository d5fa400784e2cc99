import type { CompletionCheck } from '../loop/completionCheck.js';

/** D4 as a check of the loop. */
export const phantomWriteCheck: CompletionCheck = { gate: 'D4', examine: () => null };
