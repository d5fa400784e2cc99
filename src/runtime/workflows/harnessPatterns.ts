import type { TemplateName } from './templates.js';

/** Requests that a harness is made for: every pattern of a line has to be found (spec runtime 7.11). */
export const HARNESS_PATTERNS: readonly (readonly [TemplateName, readonly RegExp[]])[] = [
  [
    'research-verify',
    [/\b(?:research|investigate|find out|look into)\b/i, /\b(?:verif|fact.?check|double.?check|confirm)/i],
  ],
  [
    'code-review-fix',
    [
      /\b(?:code|bug|function|module|repo(?:sitory)?|parser|api|script|class)\b/i,
      /\breview/i,
      /\b(?:fix|implement|refactor|repair|change)/i,
    ],
  ],
  [
    'document-draft',
    [
      /\b(?:write|draft|prepare|create|compose)\b/i,
      /\b(?:report|proposal|manual|white ?paper|specification|handbook|contract|business plan)\b/i,
      /\b(?:full|complete|detailed|formal|long|thorough|\d+ pages?|final)\b/i,
    ],
  ],
];

/** Requests of somebody with a problem. */
export const TICKET_PATTERN = /\b(?:ticket|complain(?:t|s|ed)|support request|bug report|incident)\b/i;
