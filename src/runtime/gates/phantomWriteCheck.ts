import type { CompletionCheck } from '../loop/completionCheck.js';
import { WRITE_DIRECTIVE } from './directives.js';
import { findPhantomWrite, isWriteOffered } from './phantomWrite.js';
import { shortenWhy } from './shortenWhy.js';

/** D4 as a check of the loop. */
export const phantomWriteCheck: CompletionCheck = {
  gate: 'D4',
  examine: ({ text, attempts, toolsOffered, mayGoOn }) => {
    if (!mayGoOn || !isWriteOffered(toolsOffered)) return null;
    const statement = findPhantomWrite(text, attempts);
    if (statement === null) return null;
    return { kind: 'goOn', why: shortenWhy(statement.source), directive: WRITE_DIRECTIVE, keepsAnswer: false };
  },
};
