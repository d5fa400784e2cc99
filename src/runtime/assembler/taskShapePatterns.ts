import type { SingleShape } from './taskShape.js';

/** What speaks for a shape: phrases weigh 2, keywords 1, each counts once (spec: agent runtime 7.3). */
export interface ShapePatterns {
  readonly phrases: readonly RegExp[];
  readonly keywords: readonly RegExp[];
}

export const SHAPE_PATTERNS: Readonly<Record<SingleShape, ShapePatterns>> = {
  research: {
    phrases: [
      /\bfind out\b/i,
      /\blook into\b/i,
      /\blearn about\b/i,
      /\bgather (?:\w+ )?information\b/i,
      /\bwhat (?:is|are|do|does|did)\b/i,
      /\bdig into\b/i,
      /\bexplore\b/i,
    ],
    keywords: [/\bresearch/i, /\binvestigat/i, /\banaly[sz]/i, /\bstudy\b/i, /\bsurvey\b/i, /\bexamin/i],
  },
  compare: {
    phrases: [
      /\bcompar(?:e|ing)\b.+\b(?:to|with|vs|versus|against)\b/i,
      /\bdifferences? between\b/i,
      /\bpros (?:and|&) cons\b/i,
      /\btrade-?offs?\b/i,
      /\bside[ -]by[ -]side\b/i,
    ],
    keywords: [/\bcompar(?:e|ing|ison)\b/i, /\bversus\b/i, /\bvs\b/i, /\bcontrast\b/i, /\bbenchmark/i],
  },
  draft: {
    phrases: [/\b(?:write|draft|create|prepare|generate|compose)(?: me)? an?\b/i],
    keywords: [/\bdraft/i, /\bwrite\b/i, /\bcompos/i, /\bauthor\b/i, /\bredact/i],
  },
  review: {
    phrases: [
      /\b(?:review|check) (?:this|the|my)\b/i,
      /\bgive (?:me )?(?:\w+ )?feedback\b/i,
      /\bidentify (?:\w+ )?(?:issues|problems|weaknesses)\b/i,
      /\bfind (?:\w+ )?(?:issues|problems|bugs|errors)\b/i,
    ],
    keywords: [/\breview/i, /\bcritique/i, /\bevaluat/i, /\bassess/i, /\baudit\b/i, /\bfeedback\b/i],
  },
  decide: {
    phrases: [
      /\bshould (?:i|we)\b/i,
      /\bwhich (?:option|one|approach)\b/i,
      /\bwhat (?:would|do) you recommend\b/i,
      /\bhelp (?:me )?(?:decide|choose)\b/i,
      /\bmake a (?:decision|choice)\b/i,
    ],
    keywords: [/\bdecid(?:e|ing)\b/i, /\brecommend/i, /\badvise\b/i, /\bchoose\b/i, /\bpick\b/i],
  },
  'plan-execute': {
    phrases: [
      /\bbreak (?:(?:this|it|that) )?down\b|\bbreak .{1,40}\binto\b/i,
      /\bsteps? to\b/i,
      /\bhow (?:to|do i|do we|should i|should we) (?:implement|build|create|set ?up)\b/i,
      /\bcreate an? (?:[\w-]+ ){0,3}(?:plan|roadmap|strategy)\b/i,
      /\borgani[sz]e (?:this|the|my)\b/i,
    ],
    keywords: [/\bplan\b/i, /\broadmap/i, /\bphases?\b/i, /\bmilestone/i, /\bstrateg/i, /\bimplement/i],
  },
};

/** Words that join several pieces of work into one request. */
export const CONNECTOR =
  /\bthen\b|\bafter that\b|\bnext\b(?! (?:week|month|year|day|time|to|door|quarter|\w+day)\b)|,\s*(?:and|also)\b/i;

/** Where such a request is split. */
export const PHASE_SEAM = /\b(?:and )?then\b|\bafter that\b|\.\s+(?=(?:Then|Next|Also)\b)/i;

/** Says something about somebody or something; no question and no wish. */
export const STATEMENT =
  /^\s*(?:(?:i|we)(?:'ll|’ll|'ve|’ve|'m|’m)? (?!want|need|would|wish|hope|wonder|must|should|have to|(?:am |are )?(?:trying|looking))|(?:he|she|they|it|the|this|that|these|those|my|our|his|her|their|there)\b)[^?]*$/i;
