import type { VerificationPhrases } from './verificationPhrases.js';

/**
 * English wordings of gate D3. They are matched against plain prose (`plainProse`): lower case, straight apostrophes, code
 * as `xcodex`, quotations as `xquotex`, file names as `xfilex`, ticks as `xokx`, dashes as ` ; `.
 */

const any = (...words: readonly string[]) => `(?:${words.join('|')})`;
const re = (...parts: readonly string[]) => new RegExp(parts.join(''), 'g');

/** What is run to find out whether work is good. */
const TESTS = any(
  'tests',
  '(?:unit|load|smoke|stress|soak|integration|regression|acceptance|snapshot|contract|physics|browser|system|field|new|e2e|end-to-end|final|last|remaining|self-?|added|existing|api|ui|speed|restore|render|conversion|migration) ?tests?',
  'test (?:suite|run|cases?|matrix|orders?|payments?|crew|bench|print|mail|e-?mail|message|page|order|payment)s?',
  'tests r',
  'suites?',
  'specs?',
  'scenarios?',
  'checks?',
  'ci',
  'ci (?:run|pipeline|job|build)s?',
  'pipelines?',
  'workflow runs?',
  'jobs?',
  'builds?',
  'compilation',
  'compile',
  'lint(?:er|ing|s)?',
  '(?:type[- ]?)?checker',
  'type[- ]?check(?:ing|s)?',
  'types',
  'assertions?',
  'benchmarks?',
  'regression (?:run|pack)s?',
  'e2e',
  'end-to-end',
  'qa',
  '(?:test|jest|ctest|vitest|pytest|ci|full|whole|dry|trial|second|first|final|last|latest|nightly|import|pipeline|matrix|local) runs?',
  '[a-z]+-check',
);

/** Words that may stand between a subject and its verdict. */
const LINK =
  '(?:,? ?(?:are|is|was|were|has|have|had|been|r|now|all|both|still|just|again|also|finally|each|every|they|it|came|come|comes|coming|back|went|go|goes|going|gone|turned|turns|ran|run|runs|running|finished|finishes|complete|completes|completed|reports?|reported|shows?|looks?|look|fully|once more|\'re|\'s|and|everything|in|on|at|for|under|against|of|with the|the|matrix|pr|my side|a minute ago)){0,7}';

const PASS = any('pass(?:es|ed|ing)?', 'green', 'succeed(?:s|ed|ing)?', 'success(?:ful(?:ly)?)?', 'xokx', 'sails? through', 'sailed through');
const GOOD = any(PASS, 'ok', 'okay', 'clean', 'fine', 'happy', 'all clear', 'error[- ]free', 'through');

const HOW = any(
  'now',
  'again',
  'fine',
  'great',
  'well now',
  'correctly',
  'properly',
  'perfectly',
  'flawlessly',
  'cleanly',
  'smoothly',
  'normally',
  'nicely',
  'beautifully',
  'reliably',
  'exactly as \\w+',
  'without (?:a |any |an )?(?:single )?(?:\\w+ )?(?:error|warning|problem|issue|complaint|hitch|hiccup|trouble|fuss|failure|crash|exception|delay|stutter)\\w*',
  'with(?:out| no| zero| 0) (?:errors?|warnings?|problems?|issues?|complaints?)',
  'as (?:expected|intended|it should|they should|designed|planned|advertised|promised|required|configured|instructed|described|specified|before|asked|requested|hoped|you wanted|supposed to)',
  'like a (?:charm|dream)',
  'end[- ]to[- ]end',
  'first (?:try|time)',
  'successfully',
  'on (?:my|our) (?:side|end|machine)',
);

/** What things do when they are in order. */
const OPERATES = any(
  'works?', 'worked', 'working', 'behaves?', 'behaving', 'functions', 'functioning', 'operates?', 'operating', 'performs?',
  'runs?', 'ran', 'running', 'loads?', 'loaded', 'opens?', 'opened', 'starts?(?: up)?', 'started', 'boots?', 'renders?', 'rendering',
  'responds?', 'responding', 'connects?', 'connected', 'reconnects?', 'syncs?', 'syncing', 'submits?', 'fires?', 'fired', 'triggers?',
  'answers?', 'answered', 'shows?(?: up)?', 'appears?', 'displays?', 'prints?', 'printing', 'plays?', 'playing', 'compiles?', 'builds?',
  'imports?', 'imported', 'exports?', 'uploads?', 'downloads?', 'sends?', 'arrives?', 'arrived', 'delivers?', 'updates?', 'saves?',
  'logs in', 'streams?', 'streaming', 'scrolls?', 'sorts?', 'returns?', 'reads?', 'parses?', 'validates?', 'stays?', 'completes?',
  'completed', 'finish(?:es|ed)', 'recovers?', 'launch(?:es|ed)?', 'installs?', 'installed', 'mounts?', 'resolves?', 'redirects?',
  'handles?', 'handled', 'counts?', 'increments?', 'rotates?', 'switches', 'reports?', 'reporting', 'recalculates?', 'deallocated',
  'aligns?', 'lines up', 'applies', 'apply', 'applied', 'migrated', 'deployed', 'authenticates?', 'charges?', 'wakes?',
);
const SOUND = any(
  'correctly', 'properly', 'perfectly', 'flawlessly', 'cleanly', 'smoothly', 'normally', 'nicely', 'beautifully', 'reliably', 'fine', 'great',
  'again', 'successfully', 'without (?:a |any |an )?(?:single )?(?:\\w+ )?(?:errors?|warnings?|problems?|issues?|complain\\w*|hitch|hiccup\\w*|trouble|fuss|failures?|crash\\w*|exceptions?|delays?|stutter\\w*|incident|the red screen|loss)',
  'with(?: no| zero| 0) (?:errors?|warnings?|problems?|issues?|complaints?)',
  '(?:exactly |just )?(?:as|like) (?:expected|intended|it should|they should|designed|planned|advertised|promised|required|configured|instructed|described|specified|before|asked|requested|hoped|you wanted|it did before|it (?:is|was) supposed to|a (?:charm|dream))',
  'end[- ]to[- ]end', '(?:on the |at the )?first (?:try|time|attempt|go)', 'on (?:my|our) (?:side|end|machine)', 'everywhere', 'in (?:all|both|every|each) \\w+', 'on (?:all|both|every|each) \\w+', 'for (?:all|both|every|each)(?: of)? \\w+',
);
/** The part of these that speaks of this one time, not of how things are. */
const NOW_SOUND = any('again', 'now', 'fine now', '(?:exactly |just )?(?:as|like) (?:expected|intended|it should|they should|a (?:charm|dream))', 'end[- ]to[- ]end', '(?:on the )?first (?:try|time|go)', 'on (?:my|our) (?:side|end|machine)');

const ISSUE = any(
  'errors?',
  'err\\(?s?\\)?',
  'error\\(s\\)',
  'warnings?',
  'warning\\(s\\)',
  'failures?',
  'fail(?:ed|ing)',
  'failing \\w+',
  'regressions?',
  'violations?',
  'problems?',
  'issues?',
  'complaints?',
  'defects?',
  'discrepanc(?:y|ies)',
  'mismatch(?:es)?',
  'inconsistenc(?:y|ies)',
  'differences?',
  'deviations?',
  'diffs?',
  'gaps?',
  'duplicates?',
  'crash(?:es)?',
  'leaks?',
  'hangs?',
  'hang-ups?',
  'timeouts?',
  'exceptions?',
  'conflicts?',
  'vulnerabilit(?:y|ies)',
  'counter-?examples?',
  'bugs?',
  'glitch(?:es)?',
  'hitch(?:es)?',
  'hiccups?',
  'stutters?',
  'flicker\\w*',
  'trouble',
  'surprises?',
  'anomal(?:y|ies)',
  'restarts?',
  'nulls?',
  'ripple',
  'dropouts?',
  'drops?',
  'lost (?:rows?|records?|messages?|packets?)',
  'missing (?:rows?|records?|files?|links?|values?|keys?)',
  'orphans?',
  'stack ?traces?',
  'broken (?:links?|refs?|references?|images?)',
  'dead links?',
  '[45](?:xx|0\\d)s?',
  'notices?',
  'findings?',
  'faults?',
  'losses',
  'typos?',
  'contradictions?',
  'red (?:errors?|screen|ones?)',
  'side effects?',
  'reject(?:s|ed)?',
  'outliers?',
  'broken \\w+',
  'unexpected \\w+',
  'mistakes?',
  'flakes?',
  '(?:packet |data )?loss',
  'lag',
  'delays?',
  'collisions?',
  'overlaps?',
  'reports?(?= [.,;]|[.,;!]|$)',
  'misses',
  'artefacts?|artifacts?',
  'objections?(?= from the)',
);
const ZERO = any("(?:isn't|aren't|wasn't|weren't|is not|are not) (?:a single|any)", "(?:didn't|did not|don't|haven't) (?:hit|see|find|get|spot|notice|run into|run across|encounter) (?:any|a single)", '(?:saw|found|hit|got) no', 'no', 'zero', '0', 'not (?:a|one)(?: single)?', 'without(?: an?| any)?(?: single)?', 'never an?', 'free (?:of|from)');
const NO_ISSUE = `${ZERO}(?: (?!longer|need|idea|reason|way)[\\w-]+){0,3}? ${ISSUE}\\b`;

const NOTHING_WRONG = any(
  'nothing (?:else |at all )?(?:new|is new|changed|depends on the|fails?|failed|breaks?|broke|falls? over|fell over|falls? apart|complain\\w*|crash\\w*|leaks?|regressed|is (?:missing|broken|off|wrong)|was (?:missing|broken|off|wrong)|left to (?:fix|do)|to (?:fix|complain about|report|worry about)|blew up|looks? off|odd|suspicious)',
  "none of (?:the |my |your |our |them|these)?[\\w' -]{0,40}?(?:broke|breaks?|fail(?:s|ed)?|crash(?:es|ed)|regressed|complain(?:s|ed))",
  'none (?:of them )?(?:failed|fail|broken|is broken|are broken|missing|left)',
  'no [\\w-]+ (?:is|are|was|were|went|got) (?:missing|lost|broken|left out|wrong|dropped)',
);

const GONE = any(
  "(?:can|could) no longer (?:be )?reproduced?",
  'no longer (?:happens?|occurs?|crash\\w*|fails?|appears?|shows?(?: up)?|throws?|reproduces?|reproducible|flickers?|hangs?|leaks?|there)',
  "(?:couldn't|could not|can't|cannot|wasn't able to|was unable to) (?:be )?(?:reproduced?|triggered?|trigger|make it (?:fail|crash|happen)|get it to (?:fail|crash|happen)|break it|fault it)(?: (?:it|the \\w+))?(?: any ?more| any longer| again)?",
  "(?:is|are|'s) (?:now |all |completely )?gone(?! is| from| to| through| over)",
  '(?:went|gone) away',
  'disappeared',
  "(?:doesn't|does not|don't|do not|didn't|did not) (?:happen|occur|crash|fail|reproduce|come back|appear|show up|flicker|hang)(?: any ?more| any longer| again| once)",
);

const AGREES = any(
  'match(?:es|ed)?',
  'agrees?',
  'agreed',
  'balances?',
  'equals?',
  'tall(?:y|ies)',
  'reconcil(?:es|ed)',
  'adds? up',
  'added up',
  'lines? up',
  'in sync',
  'identical',
  'consistent(?:ly)?',
  'both give',
  'same result',
  'to the (?:penny|cent|digit|byte|pixel)',
);

const STRONG = any(
  '(?:re-?)?verified',
  '(?:re-?)?validated',
  '(?:re-?)?tested',
  '(?:double|triple|cross|spot|sanity|re)[- ]?checked',
  '(?:smoke|load|stress|unit|road|field|hand|battle|user|regression)[- ]tested',
  'proved',
  'confirmed(?= (?:that|it(?! for| is)|the (?!appointment|booking|reservation|order|date|time|meeting|table|slot|address|room|flight|ticket|delivery|payment)|in|with (?!him|her|them|the (?:restaurant|hotel|office|dentist))|by|this|everything|both|all|xcodex|each|every|against|manually)\\b)',
);
const ADVERB =
  "(?:(?:'ve|have|had|'d|also|just|now|already|since|then|even|both|all|again|manually|personally|carefully|thoroughly|briefly|quickly|independently|successfully|fully|locally|myself|\\w+ly|did|went ahead and|gone ahead and|went back and|gone back and) ?)*";
const ME = `(?<![\\w'])(?:i|we)(?:'ve|'d)? ${ADVERB}`;

/** Past forms of acting to find out. On their own they claim nothing: what came of it does. */
const ACTED = any(
  '(?:re-?)?ran',
  '(?:have )?run(?= (?:it|the|this|your|a|all|both|every|xcodex|through))',
  'tried',
  'checked',
  'confirmed',
  'reproduced',
  'exercised',
  'executed',
  '(?:re-?)?opened',
  '(?:re-?)?loaded',
  '(?:re-?)?built',
  '(?:re-?)?compiled(?! a | the list)',
  'toggled',
  '(?:re-?)?triggered',
  'clicked',
  'stepped through',
  'went (?:back )?(?:through|over)',
  'gone (?:back )?(?:through|over)',
  'walked (?:through|over)',
  'combed through',
  'scanned',
  'probed',
  're-?computed',
  're-?calculated',
  're-?counted',
  'counted',
  'reconciled',
  'compared',
  'sent (?:it|a|an|the|myself|him|them|three|two|five|\\d+|some|one|mails?|test|messages?)',
  'followed (?:each|every|all|both|the)',
  'streamed',
  'watched',
  'been watching',
  'observed',
  'monitored',
  'measured',
  'benchmarked',
  'profiled',
  'simulated',
  'left (?:it|the|them) [\\w ]{0,30}?running',
  'left the [\\w ]{0,30}?(?:test|soak|run)',
  'had (?:it|them|the \\w+) run',
  'let (?:it|them|the \\w+) (?:run|cook|soak)',
  'put (?:it|them|the \\w+) through',
  'gave (?:it|them) a (?:spin|try|go|whirl|test)',
  'took (?:it|them) for a (?:spin|run)',
  'pulled (?:the|it|down|ur|your)',
  'powered (?:it|them|up)',
  'booted',
  '(?:re)?started',
  're-?booted',
  'restored',
  'replayed',
  'queried',
  'pinged',
  'called (?:it|the)',
  'printed',
  'imported',
  'deployed',
  'installed',
  'logged in',
  'signed in',
  'played (?:it|through|the)',
  'flashed',
  'plugged',
  'inspected',
  'looked (?:at|through|over)',
  'reviewed',
  'traced',
  'diffed',
  'hammered',
  'fuzzed',
  'fed',
  'threw',
  'pushed',
  'spun',
  'typed',
  'pressed',
  'unplugged',
  'cloned',
  'rendered',
  'viewed',
  'paired',
  'wired',
  'did a (?:\\w+ )?(?:run|pass|test|check)',
  'tested',
  'proof-?read',
  'been (?:through|over)',
  'audited',
  'unit-tested',
  'called',
  'swapped',
  'posted',
  'submitted',
  'ordered a test',
  'spun up',
  'made sure',
  'having (?:run|tested|checked)',
);

/** Work that leaves something behind which may or may not be good. */
const WORKED = any(
  'fixed', 'repaired', 'corrected', 'updated', 'upgraded', 'changed', 'added', 'removed', 'replaced', 'merged', 'moved', 'renamed',
  'refactored', 're-?wrote', 're-?written', 'implemented', 'patched', 'bumped', 'raised', 'lowered', 'set', 'switched', 'turned',
  'configured', 'reconfigured', 'wired', 'installed', 'migrated', 'deployed', 'pushed', 'committed', 'restarted', 'reloaded', 'rebuilt',
  'restored', 'paired', 'applied', 'reverted', 'resolved', 'adjusted', 'tweaked', 'nudged', 'swapped', 'wrote', 'written', 'created',
  'built', 'made', 'cleaned', 'amended', 'redone', 'redid', 'reworked', 'split', 'extracted', 'enabled', 'disabled', 'cached',
  'converted', 'generated', 'hooked', 'placed', 'put', 'recalculated', 'ported', 'inlined', 'dropped', 'deleted', 'edited', 'redesigned',
  'rolled', 'regenerated', 'reset', 'tightened', 'loosened', 'sorted', 'finished', 'completed', 'cut', 'pinned', 'rotated', 'moved',
  'shipped', 'published', 'reordered', 'tuned', 'optimi[sz]ed', 'flashed', 'soldered', 'replumbed', 'ran',
);

export const english: VerificationPhrases = {
  language: 'en',

  workReport: [
    re(ME, WORKED, '\\b'),
    re('^(?:ok(?:ay)?|done|yes|yep|sure|right|alright|also|and|finally)?[,;:. ]*(?:all )?(?!(?:put|set|cut|split|reset|ran)\\b)', WORKED, '\\b(?! by)'),
    /^(?:sorted|done|fixed|all set|all done|finished)\b/g,
    re(
      "(?:is|are|'s|has been|have been) (?:now |all |finally |also )?",
      any('fixed', 'sorted', 'resolved', 'repaired', 'implemented', 'finished', 'in place', 'redone', 'patched', 'migrated', 'upgraded', 'merged', 'updated', 'complete', 'wired up', 'hooked up', 'attended to', 'installed', 'deployed', 'restored', 'set up', 'configured', 'rolled out', 'live'),
      '\\b',
    ),
    /\b(?:fix|patch|change|migration|refactor\w*|rename|upgrade|correction|conflicts?|mismatch|update) (?:is |are |has been |have been )?(?:in|applied|done|complete|fixed|resolved|finished|merged)\b/g,
  ],

  checking: [re(ME, '(?:[^.?!;]{0,80}?(?:,|and|then) (?:then )?)?', ACTED, '\\b'), re('^(?:[\\w ]{1,24}[:;] |ok(?:ay)? |then |and |yes, )?', ACTED, '\\b')],

  claims: [
    // Tests, builds and their kin, with a verdict.
    re('\\b', TESTS, '\\b', LINK, ' ', PASS, '\\b'),
    re('\\b', TESTS, ' (?:ok|okay|fine|clean|good)(?= ?(?:[.,;:!)]|$|and))'),
    re('\\b', TESTS, '\\b', "(?: (?:are|is|came back|come back|look|'re|'s|all|now|both|went|ran|runs?))+ ", GOOD, '\\b'),
    re('(?:^|[.;,|(] ?|\\b)', any(TESTS, 'xcodex', '[\\w.-]+ (?:compile|build|test|runtest|check|run)', '(?:es|ts|style|html|css)lint', 'prettier', 'status', 'result', 'health'), ' ?[:=] ?(?:all )?', any(GOOD, 'complete', 'up', 'good', 'healthy', 'valid', '\\d+/\\d+', NO_ISSUE, 'none', 'all \\w+ formatted'), '(?![\\w-])'),
    /\b\d[\d,.]* ?(?:of \d[\d,.]* |out of \d[\d,.]* )?(?:\w+ )?(?:tests?|specs?|cases?|checks?|scenarios?|assertions?|examples?)?,? ?(?:all |have |are |is |now )*(?:pass(?:es|ed|ing)?|green|succeeded)\b(?!,? (?:and )?[1-9]\d* (?:fail|err|red))/g,
    /\b(?:after|now|result|total|failing|failures?) ?[:;=] ?(?:0|zero|none)(?: fail\w*| errors?| red)?\b/g,
    /\b(\d+) ?(?:\/|of|out of) ?\1\b(?: (?:pass\w*|tests?|green|specs?|checks?|scenarios?)| ?[.)!]?$)/g,
    /\ball(?: (?:of (?:them|it)|\d+|tests|three|four|five|six|two|both))?(?: (?:fixed|done|now|are|of them|have|fixed and|green and))*(?: and)? ?(?:pass(?:es|ed|ing)?|green)\b/g,
    /^(?:all|everything|they all|both|it)(?: now)? (?:pass(?:es|ed)?|(?:is|are) (?:all )?(?:green|passing))\b/g,
    /\b(?:everything|they all|all \w+|all the \w+|both|every \w+) (?:now |still |also )?(?:pass(?:es|ed)?|(?:is|are) (?:green|passing))(?= ?(?:[.,;:!)]|$|and|now|again|in|on|under|with|including|across))/g,
    // Compilers, checkers and scanners.
    re('(?:^|[.;,] ?|\\b(?:and|it|everything|all|code|project|solution|app|repo|branch|module|package|firmware|site|patch|which|that) )(?:also |now |still |again |finally )*(?:compiles|type-?checks|builds|lints)(?= ?(?:', HOW, '|[.,;:!)]|$|and |on |with(?:out)? |under |in \\d))'),
    re('\\b', any('type[- ]?checker', 'compiler', 'linter', 'lint', 'es-?lint', 'tsc', 'mypy', 'ruff', 'clippy', 'rubocop', 'shellcheck', '[a-z]+-check', 'xcodex', 'scanner', 'validator', 'profiler', 'console', 'logs?', 'ci', 'build', 'tests?', 'suite', 'valgrind', 'axe', 'audit', 'scan', 'quickcheck', 'import', 'dry run', 'run', 'plan', 'crawl(?:er)?'), "\\b(?: xcodex)?(?: (?:now|also|still|again|run|runs|afterwards))* ?(?:reports?|reported|finds?|found|shows?|showed|gives?|gave|has|had|returns?|returned|raises?|raised|comes? back with|came back with|come back|is|are|ended with|ends with|pass(?:es|ed) with|runs? with|ran with|ran|complete[sd]? with|says|:|;|,) ?(?:there (?:are|is) )?(?:[\\w']+ ){0,2}?", any(NO_ISSUE, NOTHING_WRONG, 'no changes', 'no diff')),
    re('^(?:and )?(?:', NO_ISSUE, '(?:,? (?:and )?)?)+[.! ]*$'),
    re('^', NO_ISSUE, ', ', NO_ISSUE),
    re('\\b', NOTHING_WRONG, '(?: any ?more| now)'),
    re('\\bnone of (?:the |my |your |our )?[\\w\' -]{0,30}?tests? (?:broke|fail(?:s|ed)?)\\b'),
    // It works.
    re('\\b(?:everything|it all|all of it)(?: now| just| also| really| still)? (?:works?|worked|behaves?|checks? out)(?! (?:for (?!all|every|each|both|the)|out|on|at|best|better|if|when))\\b'),
    re('\\b(?:works?|behaves?|working|functioning|behaving|operating) (?:\\w+ )?', NOW_SOUND, '\\b'),
    re("\\b(?:is|are|'s|'re) (?:now |all |both |also )*(?:working|functioning|running|responding|operating|behaving|rendering|reporting|playing|syncing|streaming) (?:\\w+ )?(?:", NOW_SOUND, '|', SOUND, ')\\b'),
    /\b(?:is|are|'s|everything's) (?:now )?(?:back (?:up|online|to normal|in business)|up and running|operational(?= after))\b/g,
    re('\\b(?:now|again) (?:works?|passes|behaves|compiles|builds|loads|runs cleanly)\\b(?= ?(?:[.,;:!)]|$|and |in |on |with |without |for ))'),
    re("(?:^|[.;,] ?|\\b(?:and|it|that|this|feature|fix|patch|which) )(?:it )?works?(?= ?[.!;)]| ?$)(?<!\\b(?:it|that|this|which) works?)"),
    /\b(?:tested|verified|checked|fixed|up|built)(?: and|,| &) (?:it's |it is |now )?(?:working|works|verified|tested|passing|green)\b/g,
    // First person: verified, tested.
    re('^(?:ok(?:ay)?,? |yes,? |and |all |fully |also |just |then |update: |[\\w ]{1,20} (?:fixed|done|in|implemented|applied|finished),? (?:and )?)?(?:[\\w-]+ed,? (?:and )?)?(?:fully |locally |also )?(?:', STRONG, '|(?:re-?)?confirmed|verified)(?= ?(?:[.,:;!)]|$|on |in |it |that |with |against |at |this |these |the |all |both |every|each |everything|your |ur |locally|manually|live|twice|again|and |by hand|from |under |using |via |for |now|just |after |today|end|with))'),
    // Compound of the above for code: the commands that were run.
    re('xcodex(?:(?:,|,? and| or) xcodex)* (?:all |both |now |each |again |also )*(?:succeeds?|succeeded|goes through|go through|went through|finish(?:es|ed)? (?:successfully|cleanly|without)|exit(?:s|ed) (?:0|with 0|cleanly)|returns? 0|is (?:green|clean|silent|quiet|happy))'),
    /\b(?:finish(?:es|ed)|complet(?:es|ed)|ran|runs|applied|installed|deployed|imported|built|exited|restored|migrated|started|booted|rolled out) (?:successfully|cleanly|without (?:errors?|issues?|problems?|warnings?|a hitch|complaints?|trouble|incident))\b/g,
  ],

  elidedClaims: [
    re('[,;] (?:and )?(?:', any('tested', 'verified', 'double-checked', 'cross-checked', 're-?checked', 'validated'), ')(?= ?(?:[.,:;!)]|$|on |in |it |that |with |against |at |the |all |both |every|each |everything|your |ur |locally|manually|twice|by hand|end))'),
    re('(?<!\\b(?:that|which|who|they) )\\b(?:has|have) (?:now |also |all |both |since )?been (?:\\w+ly )*(?:\\w+ed,? (?:and )?)*(?:', STRONG, '|checked)\\b(?! (?:by|for|since|on \\d|in \\d|as|with (?:a|the) \\w+ of))'),
    /^(?:the )?[\w-]+(?: [\w-]+){0,3} (?:tested|verified|checked|double-checked)(?= ?(?:[:;.!,]|$|and ))|^(?:the )?(?:fix|change|result|repair|patch) confirmed\b/g,
    re("\\b(?:is|are|'s) (?:now |fully |all |both )?(?:verified|tested)(?= ?(?:[:;.!]|$|too|as well|and))"),
  ],

  ownClaims: [
    re(ME, STRONG, '\\b'),
    re('(?<![\\w\'])(?:i|we)(?:\'ve|\'d)? [^.?!;:]{2,120}?(?:,|\\band|\\bthen|\\bwhich i)(?: then| also| i)? ', ADVERB, STRONG, '\\b'),
    re(ME, '(?:[^.?!;]{0,80}?(?:,|and|then) (?:then )?)?', '(?!tried)', ACTED, '\\b[^.?!;]{0,80}?\\bto (?:confirm|be sure|make sure|verify|double-check)\\b'),
  ],

  workClaims: [
    re('\\b(?:was|were|is|are) (?:\\w+ly |also |all |now )*(?:tested|checked|verified|validated)\\b(?! (?:by|for|before|when|against the))'),
    re('\\b(?:verified|tested|checked)(?= (?:with|on|in|against|at|across|under) )'),
    re('\\b', NO_ISSUE),
    re('\\b', NOTHING_WRONG),
    re('\\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|successful(?:ly)?|green)\\b(?! (?:the|a|an|it|its|them|him|her|through (?!all|both|every)|on (?:the|its|a|to)|along (?!with)|to|by|light|button|value|arguments?)\\b)'),
    /\bpass(?:es|ed) (?:all|every|each|both|the (?:tests?|suite|checks?|validation|audit|linter|build)|pdf|wcag|validation)\b/g,
    re('\\b(?:works?|worked|working|functioning|behaves?|behaving)\\b(?! (?:on|with|at|like|for|out|in|into|around|together|only|directory|tree|days?|hours?|branch|copy|version|in the)\\b)'),
    re('\\b(?:works?|working|functioning) (?:on|in|with|for|across) (?:all|both|every|each|either|safari|chrome|firefox|linux|windows|macos|mac|ios|android|node|python|mobile|desktop|production|staging|the (?:browser|device|simulator|phone|staging|real))'),
    re('\\b', OPERATES, "\\b(?: [\\w']+){0,4}? ", SOUND, '\\b'),
    re('\\b(?:do(?:es|ing)?|did|does) (?:what|exactly what|its|their) [^.;]{0,20}?(?:should|supposed to|work properly|job)\\b'),
    /\b(?:is|are|stays?|stayed|remains?) (?:now |all |both |still |a |completely |perfectly )*(?:stable|unchanged|identical|flat|smooth|watertight|operational|green|steady|back|fast again|spot on|propagated)\b/g,
    /\b(?:look|looks|looked|came out) (?:right|good|great|fine|correct|perfect|as \w+)\b(?! (?:to|for|on paper|at first))/g,
    /\b(?:scores?|scored|scoring) (?:100|a perfect|full marks)\b|\bfrom \d+ (?:failures?|errors?|warnings?|red) (?:down )?to (?:none|zero|0)\b/g,
    /\b(?:loads|opens|starts|boots|launches|renders|builds|compiles|connects|runs|installs|imports|deploys|bundles|syncs|responds|prints|parses)(?= ?(?:[.,;:!)]|$|and |on (?:both|all|every|the|my)|in (?:both|all|every|\d)|with(?:out| no)))/g,
    /\b(?:handles|covers|accepts|parses|matches|supports) (?:all|every|both|each)\b/g,
    /\b(?:is|are|'s|'re) (?:now |all |both |back )*(?:running|up|live|healthy|reachable|streaming|valid|clean|quiet|silent|clear|intact|responding|online|sound|in sync|consistent|correct|right|formatted)\b(?! (?:a|an|the|to|by|for|as|about|after|before|when|only|if)\b)/g,
    /\b(?:rollout|deploy(?:ment)?|migration|import|export|re-?index|backup|restore|sync|install|update|upgrade|rename|stack|job|cron job)\b[^.;]{0,40}?\b(?:completed|finished|succeeded|went through|reached|landed|is complete|has completed)\b/g,
    /\b(?:checks? out|holds? up|stays? put|sails? through|behaves? (?:itself|now)|comes? back (?:valid|clean|green|fine)|came back (?:valid|clean|green|fine)|went through|goes through|comes? through|came through|takes? over|took over)\b/g,
    /\b(?:handled|answered|shows? up|landed|arrives?|arrived|responds?|deallocated|reports? correctly)\b(?= (?:in|as|within|properly|correctly|on))/g,
    /\b(?:totals?|figures?|numbers?|counts?|sums?|rows?|amounts?|checksums?|hash(?:es)?|balances?|values?|results?)\b[^.;]{0,30}\b(?:match(?:es)?|agree|add up|balance|tall(?:y|ies)|are right|is right|are correct|is correct)\b/g,
  ],

  goneClaims: [
    /\b(?:returns?|returned|gives?|gave|points? to|lands? (?:on|in)|landed (?:on|in)|produces?) (?:exactly |all )?the (?:right|correct|same|expected)\b/g,
    re('\\b', GONE)],

  outcomes: [
    re('\\b', NO_ISSUE),
    re('\\b', NOTHING_WRONG),
    re('\\b', AGREES, '\\b'),
    /\b(?:returns?|returned|shows?|gives?|gave|finds?|found|points? to|lands? (?:on|in)|landed (?:on|in)|picks?|produces?|hits?|renders?|goes? to|got) (?:exactly |all )?(?:the (?:right|correct|same|expected)|what (?:it|they|you))\b/g,
    re('\\b', PASS, '\\b(?! (?:the|a|an|it|its|them|on (?:the|its|a|to)|along (?!with)|to|by|light)\\b)'),
    /\b(?:works?|worked|working|behaves?|behaved|responds?|responded|responding|answered|arrived|landed|completed|finished|fired)\b(?! (?:on|at|for) (?:a|an|the)\b)/g,
    /\b(?:correct(?:ly)?|proper(?:ly)?|fine|cleanly|smoothly|perfectly|flawlessly|precisely|successfully|exactly|valid|healthy|intact|sound|clean|stable|unchanged|identical|spot on|propagated|watertight|flat|operational|responsive|took over|as it should|what it (?:should|was supposed to)|everywhere|worked)\b/g,
    /\b(?:as (?:expected|intended|it should|they should|designed|planned|instructed|required|configured|described|specified|you wanted))\b/g,
    /\b(?:holds?|held) (?:up|in|for|true|throughout|everywhere)\b|\bcheck(?:s|ed)? out\b|\bworks? out\b|\b(?<!\b(?:i|we|'ve|have|just|and|then|also) )(?:went|goes|gone|got) through\b|\bcame (?:out|back) (?:right|clean|fine|valid|ok)\b|\bcomes? back (?:valid|clean|fine|ok)\b|\bup and running\b/g,
    /\b(?:is|are|was|were|looks?|look|it's|that's|gets?|got|came out|'s) (?:all |exactly |now |every \w+ |both |also |still )?(?:right|good|open|closed|ok|okay|there|in place|complete|as it was|up)\b/g,
    /\ball zeros\b|\b100 ?%|\b(\d+) ?(?:\/|of|out of) ?\1\b|\bevery (?:single |last )?(?:one|step|row|record|link|file|clause|page|test|case|value|entry|reference|image)\b|\bno e-?mail occurs\b/g,
    /\b(?:shows?|showed|appears?|appeared|increments?|updates?|heats?|opens?|opened|closes?|closed|survives?|survived|stays?|stayed|using the index|returned|deletes?|handles?)\b[^.;]{0,40}\b(?:exactly|correct|right|all|both|every|under|within|as|above|again|index|without)\b/g,
  ],

  assurances: /\b(?:i can (?:now |also |happily )?(?:confirm|report|say|tell you)(?: that)?|i(?:'m| am) (?:happy|pleased|glad|delighted) to (?:report|say|confirm|tell you)(?: that)?|happy to (?:report|say)(?: that)?|rest assured(?:,| that)?|good news[:;,!]?) /g,
  negations:
    /(?:\b(?:not|never|none|no one|nobody|neither|nor|cannot|hardly|barely|scarcely|unverified|untested|unable|fail(?:s|ed|ing)? to|refus\w+|rather than|instead of|anything but|far from)\b|n't\b|\b(?:no|without)(?= (?:\w+ ){0,3}$))/,
  modals:
    /\b(?:should|shouldn't|would|could|might|may|must|ought|will|won't|shall|can|going to|gonna|have to|has to|needs? to|needed to|want(?:s|ed)? (?:to|it)|want|supposed to|expect(?:s|ed)? to|meant to|try to|trying to|able to|ready to|please|let's|let me|in order to|to see|to get|to check|to verify|to confirm|so that|(?<=\w )so (?:that )?(?=it|they|the|you)|until)\b|'ll\b|'d (?=\w)(?!been|had)/,
  hedges:
    /\b(?:i think|i believe|i guess|i suspect|i assume|i'd (?:expect|guess|assume|say)|i expect|i presume|i hope|my guess|presumably|probably|likely|perhaps|maybe|hopefully|in theory|theoretically|supposedly|allegedly|apparently|seems?|seemingly|appears? to|looks like|look like|as far as i (?:know|can tell)|plausib\w+|fingers crossed|if i read|idk|not sure|unsure|almost|nearly|so far|up to now|until now|in principle|on paper|ideally|pretend|imagine|suppose|supposing|say (?=the))\b/,
  conditions:
    /\b(?:if|unless|until|whether|provided(?: that)?|providing|assuming|suppose|supposing|once|when|whenever|as soon as|as long as|so long as|in case|while|where|wherever|only after|before anyone|(?:after|before) (?:you|he|she|they|anyone|somebody|someone|it|each|every|deploying|merging|you've|you're)|had (?=the|i|it|you|we)(?=\w+ \w+ (?:been|run|tested)))\b/,
  /** Time clauses about what the author did are reports. */
  reported: /\b(?:when|once|after|before|while|since|as soon as) (?:i|we)(?:'ve|'d| had| have)? (?:\w+ly )?(?:re-?)?\w+(?:ed|an|ent|aw|ook|ave|ilt|un|id|ot|ade|ut)\b/,
  tails:
    /^[^.;:]*?\b(?:only )?(?:if|when|whenever|unless|until|as long as|while|provided|once|whether|depending)\b(?! (?:you (?:want|like|need|prefer|wish|'d|have|ever|run into|see|notice)|i |we |needed|necessary|anything|something|someone))/,
  explanations: /\b(?:because|thanks to|due to the fact|the reason (?:is|being)|for (?:some|most|many) people|which is why people|for black|for white)\b/,
  attributions:
    /\b(?:according to|as you (?:say|said|wrote|put it|reported|mentioned)|you (?:say|said|told|reported|mentioned|wrote|claim(?:ed)?|confirmed|verified|tested|checked|noted|mean|see|saw|hate|want|use)|(?:he|she|they|people|users?|customers?|reviewers?|maintainers?|the (?:vendor|author|team|auditor|client|user|customer|provider|press|city|page|docs?|documentation|site|article|report|release notes|changelog|readme|tracker|message|e-?mail|log|thread|notes|policy|headline|screenshot|badge|surveyor|supplier|seller|developers?|company|study|paper|book|story|narrator|doctor)|their (?:\\w+ )?(?:page|site|statement|docs|status)|one (?:user|maintainer|reviewer|of them)|your (?:\\w+ )?(?:notes?|manager|message|log|screenshot|photo|picture|report|output|colleague|friend|wife|husband|boss|doctor|table|dashboard|badge)|some(?:body|one)|nobody|everybody) (?:also |then |only |still |clearly )?(?:reads?|shows?|showed|say|says|said|tells?|told|claims?|claimed|states?|stated|reports?|reported|wrote|writes|notes?|noted|records?|recorded|mentions?|mentioned|list(?:s|ed)?|calls?|called|means?|ends?|verified|tested|checked|confirmed|passed)|by (?:the|a|an|his|her|their) \w+|in that log|going by|from what (?:i've|you)|says (?:the|he|she|their|its)|i said|i told|i claimed|i wrote earlier|my (?:last |previous |earlier )?(?:message|answer) said|the claim that)\b/,
  thirdPerson:
    /\b(?:he|she|they|who|whose|their|his|her)\b/,
  past: /\b(?:yesterday(?!'s)|last (?:week|month|year|spring|summer|autumn|winter|january|\w+day)|in (?:1[5-9]\d\d|20\d\d)|since (?:19|20)\d\d|years? ago|back then|originally|historically|used to|in the (?:past|nineties|eighties))\b/,
  imperatives:
    /^(?:\d+[.)] )?(?:first,? |then,? |now,? |next,? |and |also,? |just |always |never |please |only |before .{3,60}, |after .{3,60}, |to .{3,60}, )?(?:run|re-?run|check|make|confirm|open|press|wait|verify|test|try|tell|use|save|paste|pin|hold|break|revert|write|put|add|remove|set|create|click|go|look|see|start|stop|restart|repeat|drain|clean|keep|let|ask|send|post|give|take|turn|build|install|deploy|merge|compare|spin|swap|replace|change|edit|mind|mark|ensure|consider|note|remember|imagine|suppose|say|show|read|do|don't|avoid|be|get|pick|choose|enter|select|type|copy|watch|move|bring|leave|call|plug|unplug|hit|scroll|sort|switch|enable|disable|find|follow|choose|treat|aim|think|assume|substitute|take|ship|practise|practice|clone|pull|push) (?:the|a|an|it|that|this|these|your|every|each|once|xcodex|xfilex|all|both|for|whether|if|to|them|one|two|with|on|in|out|off|until|again|blank|my|sure|me|him|her|us|up|down|any|some|node|at|from|down|and|only|no|nothing|everything|as|back|into|over|through|by|forward)\b/,
  generic: /(?:^|[^\w'])(?:a|an|any|another|such|some|most|many|that kind of|a given)(?: [\w-]+){0,2} $|^(?:passing|errored|flaky|failing) $/,
  relative: /\b(?:which|who|whose|that) (?:\w+ )?$/,
  verifies: /\b(?:get|getting|gets|keep|turn|have|want) (?:the |all |your |my |our |it |everything )*$|\b(?:check|make sure|making sure|confirm|verify|verifies|see|ensure|ensures|know|tell|means?|prove|proves|guarantees?|say|says|saying|claim|report) (?:that|whether|if) (?:[\w-]+ ){0,5}$|\b(?:check|make sure|making sure|confirm|verify|verifies|see|ensure|ensures|know|tell|tells|test|prove|proves|means?|meant|guarantee[sd]?|wait|watch|mean|decide|whether|say|saying|says|report|reports|claim|enough|evidence|idea|sure|proof|sign)(?: that| whether| if| for| until)? (?:the |all |your |a |every |it |is )*$/,
  failures:
    /\b(?:it|that|this|they|which|tests?|one|two|three|both|all|\d+|still|and|but|of them) (?:\w+ )?(?:fails?|failed|breaks?|broke|crash(?:es|ed)|is wrong|are wrong|is broken|are broken|don't|doesn't|does not work|doesn't work|didn't work|isn't|aren't|times? out|timed out)\b|\b(?:not working|no luck|unsuccessful\w*|to no avail|in vain)\b/,
  disclaimers: [
    /\bunverified\b|\bnot verified\b/,
    /\b(?:have|has|had|did|do|was|were|could|can|am)(?:n't| not|'nt)(?: yet| actually| been| able to| had the chance to| a way to| really| even)* (?:run|ran|re-?run|verif\w+|test(?:ed)?|check(?:ed)?|execut\w+|tried|try|compiled?|built|build|confirm\w*|prove\w*)\b(?=[^.;]{0,12}\b(?:it|this|that|them|these|any|anything|everything|the (?:tests?|build|suite|code|change|fix|result|script)|yet|end|against|so|here|either|tbh|from|whether)\b| ?[.,;:!)]|$)/,
    /\b(?:i )?never (?:ran|tested|checked|verified|tried|executed)\b/,
    /\b(?:havent|haven't) (?:tried|tested|run|checked|verified)\b/,
    /\b(?:i don't know|i do not know|no idea|can't say|cannot say|can't tell|not sure|unsure) (?:whether|if)\b/,
    /\buntested\b/,
    /\b(?:wasn't|was not|weren't|am not|i'm not) able to (?:run|test|verify|check|execute|confirm|try|build)\b/,
    /\b(?:no way to|nothing here to|can't be certain|cannot be certain|proof i can't give|in practice i don't know|that's no substitute|only read it|from reading|by reading)\b/,
  ],
  suggestions:
    /\b(?:criteri(?:a|on)|gates?|definition of done|requirements?|goals?|targets?|plan(?:s|ned)?|todo|to[- ]do|next steps?|steps?|roadmap|checklist|must|should|needs?|need to|open|before you|when|if|once|until|how will we|will we|would|how to|what to|proposal|proposed|ideas?|suggest\w*|options?|drafts?|examples?|templates?|names?|slogans?|taglines?|titles?|strings?|texts?|wording|something like|how about|version(?:s)? of|e-?mail|letter|runbook|strategy|instructions?|conditions?|expected|acceptance|questions?|verse|poem|lyrics|story|limerick|haiku)\b/,
  requestsText:
    /\b(?:re-?write|re-?phrase|reword|translate|summar(?:y|i[sz]e)|proof-?read|shorten|polish|improve (?:the|this|my) (?:wording|text|sentence|paragraph|mail|e-?mail)|draft|compose|correct (?:the|this|my) (?:grammar|text|spelling|english)|tl;?dr|what does (?:it|this|that) say|fix (?:the|my) (?:grammar|wording)|make (?:this|it) (?:sound|shorter|more|less)|write (?:me )?(?:a|an|some) (?:e-?mail|mail|message|post|tweet|announcement|letter|poem|story|slogan|release note|changelog|status|update|summary|text|reply|comment|headline|song|limerick|joke|haiku)|quote)\b/,
};
