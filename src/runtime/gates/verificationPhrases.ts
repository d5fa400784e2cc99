/**
 * Phrases of gate D3, English. The claims are the contract's eight (spec runtime 4.1) with the wordings of the same claims
 * that people and models use; each is applied to one sentence in lower case with straight apostrophes.
 */

const TESTS = '(?:unit |integration |all )?(?:tests?|test suite|suite|specs?|checks?|ci|pipeline)';

/** Wordings that claim that something was checked and found good. */
export const CLAIMS: readonly RegExp[] = [
  new RegExp(`\\b${TESTS}\\b(?: (?:now|all|have|has|are|is|still))* (?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?)\\b`),
  /\b\d+ (?:\w+ )?(?:tests?|specs?|checks?)\b.{0,30}\b(?:pass(?:es|ed|ing)?|green)\b/,
  /\bbuild (?:now |has |is |was )?(?:succeed(?:s|ed)?|successful|passe[sd]|green)\b/,
  /\b(?:it|everything|code|project) (?:now )?compiles\b/,
  /\bi(?:'ve| have)?(?: also| just| now)? verified\b|\bverified (?:that )?(?:everything|it|the)\b/,
  /\b(?:it|everything|(?:the|this|my) \w+)(?: now)? works(?: (?:now|correctly|fine|perfectly|as (?:expected|intended)))/,
  /\b(?:everything|it all)(?: now)? works\b/,
  /\bi ran it\b.*\b(?:correct(?:ly)?|works?|pass(?:es|ed)?)\b/,
  /\b(?:confirmed|validated) (?:it|the|that)\b.*\b(?:works?|pass(?:es|ed)?|correct(?:ly)?)\b/,
  /\b(?:zero|no) (?:type |lint(?:er)? |compile(?:r)? )?(?:errors|failures|warnings)\b.*\b(?:build|tests?|check(?:er)?|lint(?:er)?|compiler?)\b/,
  /\b(?:build|tests?|(?:type )?check(?:er)?|lint(?:er)?|compiler?)\b.*\b(?:zero|no) (?:\w+ )?(?:errors|failures)\b/,
];

/** Words that turn a claim into its opposite. */
export const NEGATION =
  /\b(?:not|never|none|no one|nobody|neither|nor|cannot|without|unverified|untested|fail(?:s|ed|ing)? to)\b|n't\b/;

/** Words of plans, conditions and criteria: what should be, not what is. */
export const PLANNING =
  /\b(?:if|when|whenever|once|until|unless|must|should|would|could|might|may|need(?:s)? to|needs?|required?|requires?|target|goal|plan(?:s|ned)?|will|going to|let me|i'll|criteria|criterion|gate|definition of done|in theory|expected to|to make sure|make sure|ensure|so that)\b/;

/** A claim that the text itself reports as somebody else's. */
export const ATTRIBUTED =
  /\b(?:you (?:reported|said|told|mentioned|wrote)|according to|as you|the (?:auditor|user|client|team|vendor))\b/;

/** The author says openly that nothing was checked. */
export const DISCLAIMED =
  /\bunverified\b|\b(?:have|has|did|do)(?:n't| not) (?:\w+ )?(?:run|ran|verif\w+|test(?:ed)?|check(?:ed)?)\b/;

/** What the model is told when the gate fires. */
export const VERIFICATION_DIRECTIVE = [
  'Your last answer claims that something passes, works or is verified, but no check ran in this turn.',
  'Either run the test, build or reproduction now and quote its real output,',
  'or mark the result UNVERIFIED and name what is still open.',
  'Do not repeat the claim without evidence. Answer the user again in full; this note is not shown.',
].join(' ');
