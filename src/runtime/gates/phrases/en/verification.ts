import type { VerificationPhrases } from '../verificationPhrases.js';
import { ADVERB, ME } from './firstPerson.js';
import { english as limits } from './proseLimits.js';
import { any, part, re } from './sources.js';
import {
  AGREES,
  GONE,
  GOOD,
  HOW,
  INSPECTED,
  LINK,
  MACHINERY,
  NO_ISSUE,
  NOTHING_WRONG,
  NOW_SOUND,
  OPERATES,
  PASS,
  SOUND,
  STRONG,
  TESTS,
  THEN,
  TRIED,
  WORKED,
} from './verificationWords.js';

const CHECKERS = any`
  (?:type[- ]?)checker|compiler|linter|lint|es-?lint|tsc|mypy|ruff|clippy|rubocop|shellcheck|prettier|[a-z]+-check
  |xcodex|validator|ci|build|tests?|suite|valgrind|quickcheck|dry run|test run|[a-z]+ (?:scan|audit)
`;
const LOOSE_CHECKERS = any`
  ${CHECKERS}|scanner|scan|audit|profiler|console|logs?|import|run|plan|crawl(?:er)?|sanitizer|inspector|axe
  |lighthouse|report|diff|check
`;
const REPORT = part`\b(?: xcodex)?(?: (?:now|also|still|again|run|runs|afterwards))* ?(?:reports?|reported|finds?|found|shows?|showed|gives?|gave|has|had|returns?|returned|raises?|raised|comes? back with|came back with|is|are|ended with|ends with|pass(?:es|ed) with|runs? with|ran with|ran|complete[sd]? with|says|:|;|,) ?(?:there (?:are|is) )?(?:[\w']+ ){0,2}?`;
const CLEAN = any`${NO_ISSUE}|${NOTHING_WRONG}|no changes|no diff`;
/** What ends a clause. */
const END = part`(?= ?(?:[.,;:!)]|$|and |but |again|now))`;

/** What counts as a claim in English, from the plainest to what only a report makes one. */
export const english: VerificationPhrases = {
  language: 'en',
  limits,

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

  failures:
    /\b(?:it|that|this|they|which|tests?|one|two|three|both|all|\d+|still|and|but|of them) (?:\w+ )?(?:fails?|failed|breaks?|broke|crash(?:es|ed)|is wrong|are wrong|is broken|are broken|don't|doesn't|does not work|doesn't work|didn't work|isn't|aren't|times? out|timed out)\b|\b(?:not working|no luck|unsuccessful\w*|to no avail|in vain)\b/,

  admissions: [
    /\bstill (?:fails?|failing|red|broken|wrong|crash(?:es|ing)|missing|the same error)\b/,
    /\b(?:build|tests?|job|run|pipeline|suite|step|script|command|server|page|both|others?|rest|one|two|three|four|five|six|[1-9]\d*) (?:of (?:the|them) (?:\w+ )?(?:tests? )?)?(?:\w+ )?(?:fails?|is red|are red|is broken|are broken|is failing|are failing|crashes|hangs|times out|(?:doesn't|don't|does not|do not) (?:work|pass|compile|build|run|load|start))\b(?! (?:without|before|on the old|in the past))/,
    /\bi (?:still )?(?:get|got|see|saw) (?:an?|the same|still) (?:\w+ )?(?:error|failure|warning|404|500)\b|\bthe error is the same\b|\bnothing happened\b|\bno luck\b/,
    /\b(?:two|three|four|five|six|[1-9]\d*) (?:\w+ )?(?:tests?|checks?|errors?|failures?) (?:still )?(?:left|remain|to go)\b/,
  ],

  unfailing: /\b(?:no|none of|not a single|not one|neither|0|zero|nothing)\b[^.;,]*/g,

  workReport: [
    re`${ME}${WORKED}\b`,
    re`^(?:ok(?:ay)?|done|yes|yep|sure|right|alright|also|and|finally|all)?[,;:. ]*(?:so )?(?!(?:put|set|cut|split|reset|ran|made)\b)${WORKED}\b(?! (?:by|in \d|with care|version))`,
    /, (?:fixed|made|changed|added|updated|replaced|moved|removed|bumped|swapped) (?:it|that|them|the)\b/g,
    /^(?:sorted|done|fixed|all set|all done|finished)\b/g,
    re`(?:is|are|'s|has been|have been) (?:now |all |finally |also )?${any`
  fixed|sorted|resolved|repaired|implemented|finished|in place|redone|patched|migrated|upgraded|merged|updated
  |complete|wired up|hooked up|attended to|installed|deployed|restored|set up|configured|rolled out|live|plugged
`}\b(?! (?:by|in (?:19|20)))`,
    /\b(?:fix|patch|change|migration|refactor\w*|rename|upgrade|correction|conflicts?|mismatch|update) (?:is |are |has been |have been )?(?:in|applied|done|complete|fixed|resolved|finished|merged)\b/g,
  ],

  trials: [
    re`${ME}${THEN}${TRIED}\b`,
    re`^(?:[\w ]{1,24}[:;] |ok(?:ay)?,? |then |and |yes, )?${TRIED}\b(?! (?:by|with))`,
    /\bhaving (?:run|tested|tried)\b/g,
  ],

  inspections: [
    re`${ME}${THEN}${INSPECTED}\b`,
    re`^(?:[\w ]{1,24}[:;] |ok(?:ay)?,? |then |and |yes, )?${INSPECTED}\b(?! (?:by|shirts?|bags?|box|in|out|luggage|baggage))`,
  ],

  own: [
    re`${ME}${STRONG}\b`,
    re`(?<![\w'])(?:i|we)(?:'ve|'d)? [^.?!;:]{2,120}?(?:,|\band|\bthen|\bwhich i)(?: then| also| i)? ${ADVERB}${STRONG}\b`,
    re`${ME}${THEN}(?!tried)${any`${TRIED}|${INSPECTED}`}\b[^.?!;]{0,80}?\bto (?:confirm|be sure|make sure|verify|double-check)\b`,
    re`${ME}made sure (?:that )?(?:nothing|everything|all|it|the)\b[^.?!;]{0,60}?\b(?:works?|broke|breaks|passes|still|runs?)\b`,
  ],

  plain: [
    re`\b${TESTS}\b${LINK} ${PASS}\b`,
    re`\b${TESTS} (?:ok|okay|fine|clean|good)(?= ?(?:[.,;:!)]|$|and))`,
    re`\b${TESTS}\b(?: (?:are|is|came back|come back|look|'re|'s|all|now|both|went|ran|runs?))+ ${GOOD}\b`,
    re`(?:^|[.;,|(] ?|\b)${any`
  ${TESTS}|xcodex|[\w.-]+ (?:compile|build|test|runtest|check|run)|(?:es|ts|style|html|css)lint|prettier|status
  |result
`}(?: #?\w{1,12})? ?[:=] ?(?:all )?${any`${GOOD}|complete|good|valid|\d+/\d+|${NO_ISSUE}|none|all \w+ formatted`}(?![\w-])`,
    /\b\d[\d,.]* ?(?:of \d[\d,.]* |out of \d[\d,.]* )?(?:\w+ )?(?:tests?|specs?|cases?|checks?|scenarios?|assertions?|examples?)?,? ?(?:all |have |are |is |now )*(?:pass(?:es|ed|ing)?|green|succeeded)\b(?!,? (?:and )?[1-9]\d* (?:fail|err|red))/g,
    /\b(?:after|now|result|failing|failures?) ?[:;=] ?(?:0|zero|none)(?: fail\w*| errors?| red)?\b/g,
    /(?:^|[:=] ?)(\d+) ?(?:\/|of|out of) ?\1\b ?[.)!]?$|\b(\d+) ?(?:\/|of|out of) ?\2 (?:\w+ )?(?:pass\w*|tests?|green|specs?|checks?|scenarios?)\b/g,
    /\ball(?: (?:of (?:them|it)|\d+|tests|three|four|five|six|two|both))?(?: (?:fixed|done|now|are|of them|have|fixed and|green and))*(?: and)? ?(?:pass(?:ed|ing)?|green)(?= ?(?:[.,;:!)]|$|and|now|again|on|in|under|with))/g,
    re`^(?:all|everything|they all|both|it)(?: now)? (?:pass(?:es|ed)?|(?:is|are) (?:all )?(?:green|passing))${END}`,
    re`\b(?:everything|all of (?:it|them)) (?:now |still |also )?(?:passe[sd]|(?:is|are) (?:green|passing))${END}`,
    re`(?:^|[.;,] ?|\b(?:and|it|everything|all|code|project|solution|app|repo|branch|module|package|firmware|site|patch) )(?:also |now |still |again |finally )*(?:compiles|type-?checks|builds|lints)(?= ?(?:${HOW}|[.,;:!)]|$|and |with(?:out| no| zero)|under ))`,
    re`\b${CHECKERS}${REPORT}${CLEAN}`,
    re`^(?:0|zero|no) (?:errors?|warnings?|failures?|(?:test|lint|type|compile|build) \w+|err\(?s?\)?)(?:,? (?:and )?${NO_ISSUE})*[.! ]*$`,
    re`^${NO_ISSUE},? (?:and )?${NO_ISSUE}`,
    re`\bnone of (?:the |my |your |our )?[\w' -]{0,30}?tests? (?:broke|fail(?:s|ed)?)\b`,
    re`\b(?:everything|it all|all of it)(?: now| just| also| really| still)? (?:works?|worked|behaves?|checks? out)(?! (?:for (?!all|every|each|both|the)|out|on|at|best|better|differently|if|when|together|like))\b`,
    re`\b(?:works?|behaves?|working|functioning|behaving|operating) (?:\w+ )?${NOW_SOUND}\b`,
    re`\b(?:is|are|'s|'re) (?:now |all |both |also )*(?:working|functioning|responding|operating|behaving) (?:\w+ )?(?:${NOW_SOUND}|correctly|properly|perfectly|normally)\b`,
    re`\b(?:now|again) (?:works?|passes|behaves|compiles|builds)\b(?= ?(?:[.,;:!)]|$|and |in |on |with |without ))`,
    /^(?:(?:yep|yes|yup|yeah|ok|okay|great|good news|and)[,;:!]? )?(?:it|everything|this|that) (?:all )?works(?: now)?[.! ]*$/g,
    /\b(?:tested|verified|checked|fixed|built)(?: and|,| &) (?:it's |it is |now )?(?:working|works|verified|tested|passing|green)\b/g,
    re`^(?:ok(?:ay)?,? |yes,? |and |all |fully |also |just |then |update: )?(?:[\w-]+ed,? (?:and )?)?(?:fully |locally |also )?(?:${STRONG}|(?:re-?)?confirmed)(?= ?(?:[.;:!]|$|on (?:all|both|every|my|the|a|an|chrome|linux|windows|staging|node|python|ios|android) ?|it |that |the |against |at all |all |both |every|each |everything |your |ur |locally|manually|twice|working|by hand|end-to-end|with (?:your|the|all|both|a|an|\d)|just now|just |in (?:all|both|chrome|staging|the)))`,
    re`xcodex(?:(?:,|,? and| or) xcodex)* (?:all |both |now |each |again |also )*(?:succeeds?|succeeded|finish(?:es|ed)? (?:successfully|cleanly|without)|exit(?:s|ed) (?:0|with 0|cleanly)|returns? 0|is (?:green|clean|silent|quiet|happy))`,
    /^(?:the )?(?:fix|change|repair|patch) (?:is )?confirmed\b|^confirmed (?:fixed|working|good)\b/g,
    /\b(?:my|a|the|one) (?:quick |short |manual |final |last |second )*(?:tests?|checks?|run|look)\b[^.?!;]{0,40}\b(?:shows?|showed|confirm(?:s|ed)?|proves?)\b|^(?:quick |final )?(?:sanity|spot|smoke|quick) (?:check|test) ?:/g,
    re`\b${CHECKERS} (?:is|are|'s) (?:now |all |both |also )*(?:happy|ok|okay|quiet|silent|clean|content)\b`,
    /\b(?:log \w+|backup|restore|failover|rollback|fix|change|patch|migration|deploy\w*) (?:is |are )?(?:verified|tested)(?= ?[:;])/g,
  ],

  status: [
    re`\b${MACHINERY}\b(?: [\w-]+){0,4}? (?:is|are|'s|'re) (?:now |all |both |back |still )*(?:working|up|running|live|healthy|green|stable|restored|online|reachable|complete|verified|tested|responding|streaming|operational|normal|fixed and \w+|in sync|clean|valid|ok|okay|fine)\b(?! (?:a|an|the|to|by|for|on (?:weekdays|the)|when|only|if|as long)\b)`,
    re`\b${MACHINERY}\b(?: [\w-]+){0,4}? (?:has|have)(?: now| all| both| just)* (?:completed|finished|succeeded|gone through|landed|come back|recovered|been (?:restored|applied|verified|tested|rolled out))\b`,
    re`\b${MACHINERY}\b(?: [\w-]+){0,3}? (?:loads?|loaded|connects?|launches|launched|starts up|boots?|syncs?|streams?|responds?|resolves?|renders?|returns? the (?:right|correct|expected)|went through|goes through|finish(?:es|ed)|complete[sd]?|works?)(?= ?(?:[.,;!)]|$|and |again|now|without|correctly|fine|successfully|properly|cleanly|over https|end))`,
    re`\b${MACHINERY}\b[^.;]{0,40}? ${SOUND}(?= ?(?:[.,;!)]|$|and ))`,
    re`^(?:and |with )?(?:no|zero|0) (?:\w+ )?(?:errors?|warnings?|failures?|failed \w+|regressions?|conflicts?|timeouts?|5xx|crashes|restarts?|data loss|packet loss)\b`,
    re`\b${MACHINERY}\b[^.;]{0,60}?, (?:and )?(?:no|zero|0) (?:\w+ )?(?:errors?|warnings?|failures?|regressions?|conflicts?|timeouts?|5xx|crashes|restarts?|data loss|packet loss)\b`,
  ],

  reported: [
    re`\b(?:is|are|was|were|gets?|got) (?:\w+ )?\w+(?:ed|en|ead|ut|et) (?:correctly|properly|perfectly|cleanly|exactly as|as (?:expected|intended|it should|they should))\b`,
    re`\b${TESTS} ${SOUND}${END}`,
    re`(?:^|[.;,] ?|\b(?:and|it|that|this|feature|fix|patch) )(?:it )?works?(?= ?[.!;,)]| ?$)`,
    re`[,;] (?:and )?(?:tested|verified|double-checked|cross-checked|re-?checked|validated)(?= ?(?:[.,:;!)]|$|on |in |it |that |with |against |at |the |all |both |every|each |everything|your |ur |locally|manually|twice|by hand|end))`,
    re`(?<!\b(?:that|which|who|they) )\b(?:has|have) (?:now |also |all |both |since )?been (?:\w+ly )*(?:\w+ed,? (?:and )?)*(?:${STRONG}|checked)\b(?! (?:by|for|since|on \d|in \d|as))`,
    /^(?:the )?[\w-]+(?: [\w-]+){0,3} (?:tested|verified|checked|double-checked)(?= ?(?:[:;.!,]|$|and ))/g,
    re`\b(?:is|are|'s) (?:now |fully |all |both )?(?:verified|tested|checked)(?= ?(?:[:;.!]|$|too|as well|and))`,
    re`\b(?:was|were) (?:\w+ly |also |all |now )*(?:tested|checked|verified|validated)\b(?! (?:by|for|before|when|against the))`,
    re`\b(?:verified|tested|checked)(?= (?:with|on|in|against|at|across|under) )`,
    re`\b${LOOSE_CHECKERS}${REPORT}${CLEAN}`,
    re`\b${NO_ISSUE}`,
    re`\b${NOTHING_WRONG}`,
    /\b(?:finish(?:es|ed)|complet(?:es|ed)|ran|runs|applied|installed|deployed|imported|built|exited|restored|migrated|started|booted|rolled out) (?:successfully|cleanly)\b/g,
    re`\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|successful(?:ly)?|green)\b(?! (?:the|a|an|it|its|them|him|her|me|through (?!all|both|every)|on (?:the|its|a|to)|along (?!with)|to|by|light|button|value|arguments?|days?|tea|beans?|card|energy)\b)`,
    /\bpass(?:es|ed) (?:all|every|each|both|the (?:tests?|suite|checks?|validation|audit|linter|build)|pdf|wcag|validation)\b/g,
    re`\b(?:works?|working|functioning|behaves?|behaving)${END}`,
    re`\bworked${END}`,
    re`\b(?:works?|working|functioning) (?:on|in|with|for|across) (?:all|both|every|each|either|safari|chrome|firefox|linux|windows|macos|mac|ios|android|node|python|mobile|desktop|production|staging|the (?:browser|device|simulator|phone|staging|real))`,
    /\b(?:totals?|figures?|numbers?|counts?|sums?|rows?|amounts?|checksums?|hash(?:es)?|balances?|values?|results?)\b[^.;]{0,30}\b(?:match(?:es)?|agree|add up|balance|tall(?:y|ies)|are right|is right|are correct|is correct)\b/g,
  ],

  toolReported: [
    /^[\w ./+-]{2,40} ?[:=] ?(?:all )?(?:ok|okay|passed|pass|passes|green|fine|clean|success(?:ful)?|succeeded|xokx|valid|healthy|none|good)[.!]?$/g,
    re`\b${AGREES}\b(?! (?:the (?:pattern|style|colou?r|brand|old)|my|up with))`,
    re`\b(?:all|both|each|every \w+|they all|the (?:\w+ )?examples?)(?: \d+)?(?: of (?:them|it|the [\w ]{2,30}?))?(?: [\w ]{1,40}?)? (?:now |still |all )?(?:works?|runs?|loads?|opens?|compiles?|resolves?|returns? 2\d\d|renders?|connects?|imports?|(?:are|is) (?:now )?(?:matched|accepted|found|recognised|reachable|valid|correct|there|green|up))${END}`,
    re`\b${OPERATES}\b(?: (?!the |a |an |to |is |are |of |your |if |when |that )[\w']+){0,3}? ${SOUND}\b(?! (?:as|than|if|when|for (?:you|people|him|her))\b)`,
    /\b(?:do(?:es|ing)?|did) (?:exactly )?(?:what|its|their) [^.;]{0,20}?(?:should|supposed to|work properly|job)\b/g,
    /\b(?:is|are|'s|'re|stays?|stayed|remains?) (?:now |all |both |still |a |completely |perfectly )*(?:stable|flat|smooth|watertight|active|reachable|accepted|in order|operational|green|steady|back (?:up|online|to normal|in)|up and running|fast again|spot on|propagated)\b/g,
    /\b(?:look|looks|looked|came out) (?:right|good|great|fine|correct|perfect|as \w+)\b(?! (?:to|for|on paper|at first))/g,
    /\b(?:scores?|scored|scoring) (?:100|a perfect|full marks)\b|\bfrom \d+ (?:failures?|errors?|warnings?|red) (?:down )?to (?:none|zero|0)\b/g,
    /\b(?:loads|opens|starts|boots|launches|renders|builds|compiles|connects|runs|installs|imports|deploys|bundles|syncs|responds|prints|parses|verifies|scans|slices|validates|resolves|plays|fits|holds|blinks|links|obeys|conforms|stands|goes through|go through|went through|comes up|came up|match|matches|agrees?|behaves|sticks|adds up|checks out|talks?|recovers|reconnects)(?= ?(?:[.,;:!)]|$|and (?!\w+s the)|but |on (?:both|all|every (?!push|commit|night|hour|day|week)|my)|in (?:both|all|every|coq|lean|chrome|safari|firefox)|with(?:out| no)))/g,
    /\b(?:did|does|do|doing) (?:its|their|the) (?:thing|job|work|trick)\b|\bon the first (?:try|attempt|go|run)\b/g,
    /\b(?:handles|covers|accepts|parses|matches|supports) (?:all|every|both|each)\b/g,
    /\b(?:is|are|'s|'re) (?:now |all |both |back )*(?:running|up|live|healthy|reachable|streaming|valid|clean|quiet|silent|clear|intact|responding|online|sound|in sync|consistent|correct|right|formatted)\b(?! (?:a|an|the|to|by|for|as|about|after|before|when|only|if|now is)\b)/g,
    /\b(?:rollout|deploy(?:ment)?|migration|import|export|re-?index|backup|restore|sync|install|update|upgrade|rename|stack|job|cron job)\b[^.;]{0,40}?\b(?:completed|finished|succeeded|went through|reached|landed|is complete|has completed)\b/g,
    /\b(?:checks? out|holds? up|stays? put|sails? through|behaves? (?:itself|now)|comes? back (?:valid|clean|green|fine)|came back (?:valid|clean|green|fine)|went through|goes through|comes? through|came through|takes? over|took over)\b/g,
    /\b(?:handled|answered|shows? up|landed|arrives?|arrived|responds?|deallocated|reports? correctly)\b(?= (?:in|as|within|properly|correctly|on))/g,
    /\b(?:survives?|survived) (?:a|the) (?:reboot|restart|reload)|\b(?:a|the) second run (?:changes|changed) nothing|\bgives? the output shown\b|\b(?:and it |fix |it )holds\b(?= ?[.,:;!]| ?$)/g,
  ],

  success: [
    re`\b(?:is|are|was|were|'s|'re|looks?|looked|stays?|stayed|remains?|comes? (?:back|out)|came (?:back|out)|turns? out|turned out|reads?|reports?|shows?|says?|gets?|got)(?: (?:now|all|both|still|also|each|completely|perfectly|exactly|fully|back|as|up|reported|everything|just))* (?:${any`
  ok|okay|fine|good|great|perfect|correct|right|accurate|valid|clean|clear|green|healthy|stable|steady|solid
  |smooth|flawless|intact|identical|consistent|accurate|satisfied|met|fulfilled|flowing|mergeable|restored|plugged|complete|sound|quiet|silent|empty|zero|up|live|online
  |reachable|active|running|ready|working|functional|operational|responsive|fixed|gone|solved|restored|normal
  |in order|in sync|in range|within \w+|spot on|\w+-free|flat|balanced|aligned|watertight|happy|passing|unchanged
  |there|accepted|found|matched|delivered|received|rejected as|covered|reproducible|deterministic|idempotent|processed|readable|enough|at zero|back at \d
`})\b(?! (?:the|a|an|to|for|by)\b)`,
    re`\b${OPERATES}\b`,
    /\b(?:match(?:es|ed)?|agrees?|agreed|satisfied|met|fulfilled|accepted|covered|exists?|produces?|produced|gives?|gave|yields?|rejects?|rejected|accepts|worked out)\b/g,
  ],

  support: [
    /\b(?:chrome|safari|firefox|edge|outlook|gmail|thunderbird|iphone|ipad|android|ios|windows|linux|macos|mac|ubuntu|debian|fedora|node \d+|python \d|postgres|mysql|staging|production|prod|phone|laptop|desktop|tablet|mobile|acrobat|excel|preview|kodi|slicer|scope|multimeter|meter|probe)\b/g,
    /\b\d[\d.,]*(?: ?(?:ms|s|mb|gb|kb|hz|fps|v|bar|seconds?|minutes?)\b|:1\b| ?%)|\b(?:with|returned|returns|code|status|answers?) (?:a )?(?:0|20\d)\b|\bany (?:size|number|order|kind|of)\b|\b(?:repro(?:duction)?|collection|decoys?|criteri(?:a|on)|requirements?|acceptance)\b/g,
    /\b(?:now|the right|the expected|the correct|first (?:try|run|attempt|go)|on the first)\b/g,
    /\b(?:tests?|testing|suites?|specs?|builds?|ci|pipelines?|lint(?:er)?|type[- ]?check\w*|checks?|scans?|audits?|validation|validator|verified|tested|checked|confirmed|validated|rerun|reproduce\w*|dry run|benchmarks?|profil\w+|smoke|regressions?|coverage|staging|simulators?|devices?|browsers?|consoles?|logs?|samples?|sample data|examples?|fixtures?|sandbox|emulator|scratch|clean checkout|fresh|reboot|reload|exit code|status code|http 200|200s?|tick|xokx)\b/g,
    /\b(?:all|every|each|both|none|no|zero|0|not (?:a|one)|nothing|any ?more|any longer|no longer|again|everything|everywhere|without|\d+ (?:of|out of|\/) ?\d+|\d+\/\d+|100 ?%)\b/g,
    /\b(?:correctly|properly|perfectly|cleanly|smoothly|normally|fine|exactly|successfully|as (?:expected|intended|it should|before|planned|required|designed)|to the (?:penny|cent|byte|pixel))\b/g,
  ],

  gone: [
    /\b(?:returns?|returned|gives?|gave|points? to|lands? (?:on|in)|landed (?:on|in)|produces?) (?:exactly |all )?the (?:right|correct|same|expected)\b/g,
    re`\b${GONE}`,
  ],

  agreement: [
    re`\b${NO_ISSUE}`,
    re`\b${NOTHING_WRONG}`,
    re`\b${AGREES}\b`,
    /\b(?:correct(?:ly)?|valid|consistent(?:ly)?|accurate|intact|complete and correct|in order|watertight|sound|propagated|identical)\b(?! (?:answer|form|order|way|word|one|spelling|address)\b)/g,
    /\b(?:holds?|held) (?:up|in|for|true|throughout|everywhere)\b|\bcheck(?:s|ed)? out\b|\bworks? out\b|\bcame (?:out|back) (?:right|clean|fine|valid|ok)\b|\bcomes? back (?:valid|clean|fine|ok)\b/g,
    /\b(?:is|are|was|were|it's|that's|they're|'s|gets?|got|came out) (?:all |exactly |now |every \w+ |both |also |still )?(?:right|open|closed|ok|okay|in place|as it was)(?= ?(?:[.,;:!)]|$|and|to the|on (?:every|all)))/g,
    /\ball zeros\b|\b100 ?%(?! (?:of (?:the )?(?:people|users)|sure|cotton))|\b(\d+) ?(?:\/|of|out of) ?\1\b/g,
    /\b(?:points?|lands?|leads?|resolves?|goes) (?:to|on|in) the (?:right|correct|same|expected)\b|\bevery \w+ (?:exists|resolves|matches|is (?:valid|right|correct|there|in place))\b|\bno e-?mail occurs\b/g,
    re`\b${PASS}\b(?! (?:the|a|an|it|its|them|on (?:the|its|a|to)|along (?!with)|to|by|light)\b)`,
    /\b(?:all|both|each|every \w+)(?: (?!the\b)[\w-]+){0,4} (?:works?|exists?|resolves?|matches|match|agree|opens?|loads?|checks? out|fits?|(?:is|are) (?:right|correct|valid|there|in order|accurate|ok|okay|fine))(?= ?(?:[.,;:!)]|$|and))/g,
    /\b(?:the result|it|the answer|that|the figure) stands\b|\bdoes what (?:it|the \w+) (?:should|says?|is supposed to|promises?)\b|\bnothing found\b|\b0 ?%|\bno (?:\w+ )?(?!results|hits|matches|idea|news)[a-z]+s(?= ?(?:[.;!]| ?$))/g,
  ],

  outcomes: [
    /\b(?:returns?|returned|shows?|gives?|gave|finds?|found|points? to|lands? (?:on|in)|landed (?:on|in)|picks?|produces?|hits?|renders?|goes? to|got) (?:exactly |all )?(?:the (?:right|correct|same|expected)|what (?:it|they|you))\b/g,
    /\b(?:works?|worked|working|behaves?|behaved|responds?|responded|responding|answered|arrived|landed|completed|finished|fired)\b(?! (?:on|at|for) (?:a|an|the)\b)/g,
    /\b(?:proper(?:ly)?|fine|cleanly|smoothly|perfectly|flawlessly|precisely|successfully|exactly|healthy|clean|stable|unchanged|spot on|flat|operational|responsive|took over|as it should|what it (?:should|was supposed to)|unchanged|identical|accepted|reachable|same result|twice the same)\b/g,
    re`\b(?:all|both|each|every \w+|they all|it)(?: of (?:them|it))? (?:now |still |all )?(?:works?|runs?|loads?|opens?|held|holds?|connects? to|opens? the|returns? 2\d\d|returned 2\d\d|came in|got through|scans?|resolves?|renders?|was accepted|were accepted|(?:is|are) (?:matched|accepted|found|recognised|reachable|there))\b`,
    /\bgot (?:exactly|precisely|the same)\b|\bevery \w+ (?:came|got|went|arrived|was)\b|\b(?:held|holds|hold)(?= ?(?:[.,;:!]|$))/g,
    /\b(?:as (?:expected|intended|it should|they should|designed|planned|instructed|required|configured|described|specified|you wanted))\b/g,
    /(?<!\b(?:i|we|'ve|have|just|and|then|also) )\b(?:went|goes|gone|got) through\b|\bup and running\b/g,
    /\b(?:shows?|showed|appears?|appeared|increments?|updates?|heats?|opens?|opened|closes?|closed|survives?|survived|stays?|stayed|using the index|returned|deletes?|handles?)\b[^.;]{0,40}\b(?:exactly|correct|right|all|both|every|under|within|as|above|again|index|without)\b/g,
    /\b(?:is|are|was|were|looks?|look|it's|'s|gets?|got|came out) (?:all |exactly |now |both |also |still )?(?:good|up|complete|there)(?= ?(?:[.,;:!)]|$|and|now|again))/g,
  ],
};
