import type { VerificationPhrases } from '../verificationPhrases.js';
import { ADVERB, ME } from './firstPerson.js';
import { english as limits } from './proseLimits.js';
import { any, part, re } from './sources.js';
import {
  AGREES,
  BENCH,
  CHECKS,
  GONE,
  GOOD,
  IDLE,
  LINK,
  MACHINERY,
  NO_ISSUE,
  NOTHING_WRONG,
  OPERATES,
  PASS,
  SOUND,
  STRONG,
  TRIED,
  WELL,
} from './verificationWords.js';

/** What ends a clause, or goes on to where and how it holds. */
const END = part`(?= ?(?:[.,;:!()]|$|xokx|and\b|but\b|again|now|too|as well|locally|after|this time|everywhere|in|on|at|with|across|under|for (?:all|both|every|each))\b| ?(?:[.,;:!()]|$))`;
const STOP = part`(?= ?(?:[.,;:!()]|$)| (?:and|but|again|now|too|as well|this time|in all|on all|in both|on both|after the|with both)\b)`;
const BE = any`is|are|was|were|'s|'re|r|looks?|looked|stays?|stayed|remains?|comes? (?:back|out|up)|came (?:back|out|up)|turns? out|turned out|reads?|gets?|got|ran|returns?|returned|ended up`;
const STILL = part`(?: (?:now|all|both|still|also|each|completely|perfectly|exactly|fully|back|up|reported|everything|just|a|definitely|of them|again|consistently))*`;
const THEN = part`(?:[^.?!;]{0,80}?(?:,|\band|\bthen) (?:then )?)?`;
const PAST = part`(?!${IDLE}\b)(?:[a-z]+(?:-[a-z]+)?ed|wrote|made|took|put|set|cut|built|ran|sent|did|split|rewrote|let|gave|got|went)`;
const LEAD_IN = part`^(?:[\w ]{1,24}[:;] |ok(?:ay)?,? |then |and |yes, |just |also )?`;
const EVERY = any`all|both|each|everything|every \w+(?: \w+)?|they all|all of (?:them|it)|the (?:lot|rest)|every one of [\w' ]{2,30}?|each of them|every single one`;

/** Verdicts and what speaks for and against their being the author's own finding, each with its weight; a claim needs 8. */
export const english: VerificationPhrases = {
  language: 'en',
  limits,

  disclaimers: [
    /\bunverified\b|\bnot verified\b|\buntested\b|\bnot run\b/,
    /\b(?:have|has|had|did|do|was|were|could|can|am)(?:n't| not|'nt)(?: yet| actually| been| able to| had the chance to| a way to| really| even)* (?:run|ran|re-?run|verif\w+|test(?:ed)?|check(?:ed)?|execut\w+|tried|try|compiled?|built|build|confirm\w*|prove\w*|do(?:ne)?)\b(?=[^.;]{0,12}\b(?:it|this|that|them|these|any|anything|everything|the (?:tests?|build|suite|code|change|fix|result|script)|yet|end|against|so|here|either|tbh|from|whether)\b| ?[.,;:!)]|$)/,
    /\b(?:i )?never (?:ran|tested|checked|verified|tried|executed)\b|\bha(?:ve|s)nt (?:tried|tested|run|checked|verified)\b/,
    /\b(?:i don't know|i do not know|no idea|can't say|cannot say|can't tell|not sure|unsure) (?:whether|if)\b/,
    /\b(?:wasn't|was not|weren't|am not|i'm not) able to (?:run|test|verify|check|execute|confirm|try|build)\b/,
    /\b(?:no way to|nothing here to|can't be certain|cannot be certain|in practice i don't know|that's no substitute|only read (?:it|the)|from reading|by reading|nothing was (?:built|run|tested))\b/,
  ],

  failures:
    /\b(?:it|that|this|they|which|tests?|one|two|three|both|all|\d+|still|and|but|of them) (?:\w+ )?(?:fails?|failed|breaks?|broke|crash(?:es|ed)|is wrong|are wrong|is broken|are broken|don't|doesn't|does not work|doesn't work|didn't work|isn't|aren't|times? out|timed out)\b(?! (?:before|yesterday))|\b(?:not working|no luck|unsuccessful\w*|to no avail|in vain)\b/,

  admissions: [
    /\bstill (?:fails?|failing|red|broken|wrong|crash(?:es|ing)|missing|open|the same error)\b|\bwhat's (?:open|left|missing)\b|\b(?:it|they|this|that|others?|rest) (?:doesn't|don't|didn't|isn't|aren't|does not|do not|did not|is not|are not)(?= ?[.,;!]| ?$)|\b(?:please|could you|would you|ask of you:?|mind|have a|give it a) (?:also |then |quickly )?(?:re-?)?(?:run(?:ning)?|test(?:ing)?|try(?:ing)?|check(?:ing)?|verify|look|go|spin)\b/,
    /\b(?:build|tests?|job|run|pipeline|suite|step|script|command|server|page|both|others?|rest|one|two|three|four|five|six|[1-9]\d*) (?:of (?:the|them) (?:\w+ )?(?:tests? )?)?(?:\w+ )?(?:fails?|is red|are red|is broken|are broken|is failing|are failing|crashes|hangs|times out|(?:doesn't|don't|does not|do not) (?:work|pass|compile|build|run|load|start))\b(?! (?:without|before|on the old|in the past))/,
    /\bi (?:still )?(?:get|got|see|saw) (?:an?|the same|still) (?:\w+ )?(?:error|failure|warning|404|500)\b|\bthe error is the same\b|\bnothing happened\b|\bno luck\b/,
    /\b(?:two|three|four|five|six|[1-9]\d*) (?:\w+ )?(?:tests?|checks?|errors?|failures?) (?:still )?(?:left|remain|to go)\b/,
  ],

  unfailing: /\b(?:no|none of|not a single|not one|neither|0|zero|nothing)\b[^.;,]*/g,

  own: [
    re`${ME}${STRONG}\b`,
    re`(?<![\w'])(?:i|we)(?:'ve|'d)? [^.?!;:]{2,120}?(?:,|\band|\bthen|\bwhich i)(?: then| also| i)? ${ADVERB}${STRONG}\b`,
    re`${ME}${THEN}(?!tried to)${TRIED}\b[^.?!;]{0,80}?\bto (?:confirm|be sure|make sure|verify|double-check|rule out)\b`,
    re`${ME}(?:made (?:sure|certain)|checked|ensured) (?:that )?(?:the|it|all|every|everything|nothing|both|port|your)\b(?=[^.?!;]*\b(?:is|are|works?|serves?|submits?|broke|breaks|passes|runs?|agrees?|match(?:es)?|holds?|closed|stays?|still|properly|correctly)\b)`,
    re`[,;] (?:and )?(?:also |then )?${STRONG}(?= ?(?:[.,:;!)]|$)| (?:on|in|it|that|with|against|at|across|the|all|both|every|each|everything|your|locally|manually|twice|by hand|end-to-end)\b)`,
    re`^(?:ok(?:ay)?,? |yes,? |and |all |fully |also |just |then |update: |yep,? )?(?:[\w-]+ed,? (?:and )?){0,2}(?:fully |locally |also )?(?:${STRONG}|(?:re-?)?confirmed)(?= ?(?:[.;:!,]|$|on (?:all|both|every|my|the|a|an|chrome|linux|windows|staging|node|python|ios|android|firefox|safari) ?|it |that |the |against |at all |all |both |every|each |everything |your |ur |locally|manually|twice|working|by hand|end-to-end|with (?:your|the|all|both|a|an|two|three|four|five|\d)|just now|just |in (?:all|both|chrome|staging|the)))(?! recipes)`,
  ],

  address: re`\b(?:you|you'll|you're|you've|you'd|yours)\b|\byour (?!(?:[\w-]+ ){0,2}(?:${MACHINERY}|${CHECKS}))`,

  verdicts: [
    {
      weight: 5,
      patterns: [
        re`\b${CHECKS}\b${LINK} ${PASS}\b(?! (?:the|a|an|it|its|them|strings?|null|arguments?|xcodex|light|tea|only|when|on (?:the|its|a)|along|for|sometimes|always)\b)`,
        re`(?:^|[.;,|(] ?|\b)(?:${CHECKS}|unit|integration|smoke|[\w.-]+ (?:compile|build|test|runtest|check|run)|status|result)(?: #?\w{1,12})? ?[:=] ?(?:all )?${any`${GOOD}|complete|good|\d+/\d+|${NO_ISSUE}|none|all \w+ formatted`}(?![\w-])`,
        re`\b\d[\d,.]* ?(?:of \d[\d,.]* |out of \d[\d,.]* )?(?:\w+ )?(?:tests?|specs?|cases?|checks?|scenarios?|assertions?|examples?)?,? ?(?:all |have |are |is |now )*(?:pass(?:es|ed|ing)|green|succeeded)\b(?!,? (?:and )?[1-9]\d* (?:fail|err|red))`,
        re`\b(?:after|now|result|failing|failures?) ?[:;=] ?(?:0|zero|none)(?: fail\w*| errors?| red)?\b`,
        re`(?:^|[:=] ?)(\d+) ?(?:\/|of|out of) ?\1\b ?[.)!]?$|\b(\d+) ?(?:\/|of|out of) ?\2 (?:\w+ )?(?:pass\w*|tests?|green|specs?|checks?|scenarios?)\b`,
        re`\b${EVERY}(?: (?:fixed|done|now|are|of them|have|fixed and|green and|is|still|also|\d+))*(?: and)? ?(?:pass(?:e[sd]|ing)?|green|succeed(?:ed)?)${END}`,
        re`\b(?:exit(?:s|ed)?|return(?:s|ed)?) (?:with |code |status )*0\b`,
        re`\b${CHECKS}(?: xcodex)?(?: \w+){0,3}? (?:reports?|reported|finds?|found|shows?|showed|gives?|gave|has|had|raises?|with|:|;|,) ?(?:there (?:are|is) )?(?:[\w']+ ){0,2}?(?:${NO_ISSUE}|${NOTHING_WRONG}|no changes|no diff)`,
        re`^(?:0|zero|no) (?:errors?|warnings?|failures?|diagnostics|(?:test|lint|type|compile|build) \w+|err\(?s?\)?)(?:,? (?:and )?${NO_ISSUE})*[.! ]*$|^${NO_ISSUE},? (?:and )?${NO_ISSUE}`,
        re`^(?:[\w-]+ )?(?:builds?|compilation|tests?|install|deploy\w*|upload|migration) (?:is |was )?(?:succeeded|successful|passed)\b|\bok \(\d+ tests`,
        re`\b(?:clean|green) (?:run|result|build|suite|bill of health)\b|^(?:result: |[\w ,-]{2,60}: )(?:success|passed|green)[.!]?$`,
        re`\b(?:it|they|which|one) (?:now |all |also )?(?:pass(?:es)?|succeeds?) (?:along with|together with|as well|too|like)\b`,
      ],
    },
    {
      weight: 3,
      patterns: [
        re`\b(?:compiles|type-?checks|builds|lints)(?= ?(?:${WELL}|[.,;:!)]|$|and\b|without|with (?:no|zero)|now|on both|under))`,
        re`\b${CHECKS}\b${LINK} ${GOOD}${END}`,
        re`\b(?:everything|it all|all of it)(?: now| just| also| really| still)? (?:works?|worked|behaves?|checks? out)(?! (?:for (?!all|every|each|both|the)|out|on|at|best|better|differently|if|when|together|like))\b`,
        re`\b(?:works?|working|behav\w+|function\w+|operat\w+) (?:\w+ )?(?:again|now(?! and)|(?:exactly |just )?(?:as|like) (?:expected|intended|designed|it should|they should|a (?:charm|dream)|clockwork)|end[- ]to[- ]end|(?:on the )?first (?:try|time|go))`,
        re`\bpass(?:es) (?:all|every|each|both|the|its|their) (?:[\w-]+ ){0,2}(?:tests?|checks?|audits?|validation|suite)\b`,
        re`\b(?:is|are|'s|'re) (?:now |all |both |also )*(?:working|functioning|responding|operating|behaving)(?: \w+)? (?:again|now|correctly|properly|perfectly|normally|as (?:intended|expected|it should|designed))`,
        re`\b(?:now|again) (?:works?|passes|behaves|compiles|builds|succeeds?)\b${END}`,
        re`^(?:(?:yep|yes|yup|yeah|ok|okay|great|good news|and)[,;:!]? )?(?:(?:it|everything|this|that) )?(?:all )?works(?: now)?[.!, ]*$`,
        re`\b(?:has|have) (?:now |also |all )*been (?:\w+ly )*(?:\w+ed,? (?:and )?)*(?:${STRONG}|checked)\b(?! (?:by|for|since))`,
        re`\b(?:still|all|both|also|now|they|and|tests|specs|checks) pass\b(?= ?(?:[.,;:!)]|$|and\b|on\b|in\b|with\b|too\b|again\b|under\b))`,
        re`\b(?:tested|verified|checked|fixed|built)(?: and|,| &) (?:it's |it is |now )?(?:working|works|verified|tested|passing|green)\b`,
        re`^all (?:good|clear|green)\b|\ball systems (?:operational|go)\b|\b(?:check|test|testing|run) (?:complete|done)\b|\bfull house\b`,
        re`\bpass(?:es|ed) (?:all|every|each|both|the (?:tests?|suite|[\w-]+ (?:check|audit|test)|checks?|validation|audit|linter|build)|its (?:[\w-]+ )?(?:checks?|tests?)|aa|aaa|pdf|wcag|validation)\b`,
      ],
    },
    {
      weight: 2,
      patterns: [
        re`\b${OPERATES}(?: (?!the |a |an |to |is |are |of |your |if |when |that |which )[\w']+){0,5}? ${WELL}\b(?! (?:as|than|if|when|for (?:you|people|him|her))\b)`,
        re`\b(?:works?|worked|working)${STOP}`,
        re`\b${OPERATES}(?: (?:on|in|with|under|for) [\w ]{2,20})? (?:too|as well)(?= ?(?:[.,;!)]|$))`,
        re`\b(?:was|is|were) (?:a )?(?:complete |full )?(?:success|successful|good to go)\b|\bpick(?:s|ed) up where\b|\bwhat (?:it|they)(?:'s|'re| is| are| was| were) (?:meant|supposed|told|made) to\b`,
        re`\b(?:works?|working|functioning) (?:on|in|with|for|across|at) (?:all|both|every|each|either|${BENCH}|the (?:browser|device|simulator|phone|staging|real)|checkout|xcodex|\w+ \d)`,
        re`\b${NO_ISSUE}`,
        re`\b${NOTHING_WRONG}`,
        re`\b${AGREES}\b(?! (?:the (?:pattern|style|colou?r|brand|old)|my|up with|with (?:you|him|her|them)))`,
        re`\b(?:pass(?:es|ed|ing)|succeed(?:s|ed)|successful(?:ly)?)\b${END}`,
        re`\b(?:returns?|returned|shows?|gives?|gave|finds?|found|points? to|lands?(?: up)? (?:on|in)|landed (?:on|in)|ends? up (?:on|in)|picks?|produces?|hits?|renders?|goes? to|got|reports?) (?:back )?(?:exactly |all |now )?(?:the (?:right|correct|same|expected)|what (?:it|they|you)|\d+ (?:rows|results), as|a 2\d\d)\b`,
        re`\b${EVERY}(?: (?!the\b)[\w-]+){0,4} (?:${OPERATES}|(?:is|are) (?:now )?${SOUND})${END}`,
        re`\bexactly (?:the|what|as|like)\b|\b(?:is|are|was|does|do|did) (?:just |precisely )?what (?:the|you|it|they|was|we)\b|, (?:exactly |just )?(?:as|like) (?:it should|they should|expected|intended|designed|planned|configured|before|you wanted|it used to)\b`,
        re`\b(?:catches|handles|covers|accepts|parses|matches|takes|swallows|reads|processes|survives|passes) (?:all|every|both|each|\d+)\b|\b(?:well )?(?:within|inside|under) (?:the |your )?(?:budget|limits?|spec|target|tolerance|quota)\b|\ba\+? rating\b|\b(?:score|rating|grade) of\b`,
        re`\b(?:doesn't|does not|didn't|did not|won't) (?:occur|happen|reproduce|show(?: up)?|recur|come back|crash|fail|hang)\b`,
        re`\b(?:is|are|was|were|gets?|got) \w+(?:ed|en|t) (?:correctly|properly|perfectly|cleanly|(?:exactly )?as (?:expected|intended|it should|they should))\b`,
        re`\b(?:do(?:es|ing)?|did) (?:exactly )?(?:what|its|their|the) [^.;]{0,20}?(?:should|supposed to|job|trick|work)\b`,
        re`\bfrom \d+ (?:failures?|errors?|warnings?|red) (?:down )?to (?:none|zero|0)\b|\b(?:score(?:s|d)? (?:of )?|scoring )(?:100|a perfect|full marks)\b`,
        re`\b${BE}${STILL} (?:verified|tested|proven|validated)\b(?! (?:by|for|as|in \d))|\b[\w-]+ (?:verified|tested)(?= ?[:;,.!])`,
      ],
    },
    { weight: 3, mayHaveTail: true, patterns: [re`\b${GONE}`] },
    {
      weight: 1,
      patterns: [
        re`\b${BE}${STILL} ${SOUND}\b(?! (?:the|a|an|to|for|by|idea|answer|word|form|order|way|one|question|time|spelling|here|what|that|as long|if|when|only|\w+s\b(?<=cases)|enough)\b)`,
        re`\b(?:handles|covers|accepts|parses|matches|supports) (?:all|every|both|each)\b|\buses? the index\b|\b(?:\d+ (?:ms|s|seconds?|%)) (?:instead of|down from)\b`,
        re`\b(?:valid|correct|intact|proper|healthy|exactly|precisely|perfect)\b`,
      ],
    },
    {
      weight: -3,
      patterns: [
        re`\bnow (?:shows?|appears?|sits|lies|stays|uses|goes|keeps|handles|opens|loads|returns|behaves)\b|\b(?:down|back) to (?:zero|0|none|normal)\b|\bturned green\b`,
        re`(?<!\b(?:i|we|i've|we've) (?:\w+ )?)\b${OPERATES}\b(?! (?:up with|the same way|best|better|by|out|the|a|an|its|your|their)\b)`,
      ],
    },
  ],

  trials: [
    re`${ME}${THEN}${TRIED}\b`,
    re`${LEAD_IN}(?:[\w-]+ed(?: \w+){0,3}, (?:and )?)*${TRIED}\b(?! (?:by|with care|out by|shirts?|bags?|luggage|recipes))`,
    re`\bhaving (?:run|tested|tried)\b|[,;] (?:and )?(?:tried|tested|ran|checked) (?:it|them|that|both|all|with|on|in)\b`,
    re`\bon (?:every|each|all) (?:\w+ )?i (?:tried|tested)\b`,
  ],

  deeds: [
    re`${ME}${THEN}${PAST}\b`,
    re`${LEAD_IN}(?!passed|tested only)[a-z]+ed\b(?! (?:by|in \d|recipes|with care))`,
    re`\b(?:is|are|'s|has been|have been|was) (?:now |all |finally |also )?${any`fixed|sorted|resolved|repaired|implemented|finished|in place|redone|patched|migrated|upgraded|merged|updated|complete|corrected|solved|renewed|set up|dealt with|wired up|hooked up|installed|deployed|restored|configured|rolled out|plugged|attended to`}\b(?! (?:by|in (?:19|20)))`,
    re`\b(?:fix|patch|change|migration|refactor\w*|rename|upgrade|correction|conflicts?|update) (?:is |are |has been |have been )?(?:in|applied|done|complete|fixed|resolved|finished|merged)\b|\bafter (?:the|my|your) (?:\w+ )?(?:fix|change|rename|patch|upgrade|switch)\b|\bwith (?:that|this|it|the)(?: [\w-]+)? (?:change|fix|patch)\b`,
  ],

  circumstances: [
    { weight: 1, pattern: /\b(?:now(?! and then)|again|any ?more|any longer|no longer|this time|at last|for real)\b/ },
    {
      weight: 1,
      pattern: re`\b(?:all|every|each|both|everything|nothing|none|zero|without|not a single|\d+ (?:of|out of) \d+|100 ?%)\b`,
    },
    { weight: 1, pattern: re`\b(?:${BENCH}|${CHECKS})\b` },
    { weight: -3, pattern: /\b(?:he|she|who|whose|his|her|their)\b/ },
    { weight: -4, pattern: limits.past },
    {
      weight: -4,
      pattern:
        /\b(?:glad|great|good|nice|happy|pleased|congratulations|congrats)(?: to hear| news)? that\b|\bsaying\b|\bmeans (?:that )?/,
    },
    {
      weight: -2,
      pattern:
        /\b(?:you can|you'll|you must|you should|you'd|you need|your (?:plan|essay|proof|horse|notes|doctor|boss|colleague|bank)|people|most|many|usually|often|sometimes|always|never|typically|in general)\b/,
    },
    {
      weight: -4,
      pattern: /\b(?:on|in|at) your (?:own |local )?(?:machine|laptop|side|end|computer|phone|screenshot|log)\b/,
    },
    { weight: -1, pattern: re`\b(?:you|you'll|you're|you've|you'd|yours)\b` },
    { weight: 2, pattern: re`\b${MACHINERY}\b` },
    { weight: -2, pattern: /\b(?:because|since(?! ?(?:[.,;!]|$|then))|only|as long as|except|apart from|but not)\b/ },
    { weight: -1, pattern: /^(?:a|an|any|some|in|on|at|for|to|one|most|such) / },
    { weight: -1, pattern: limits.contrasts },
  ],
};
