/**
 * English vocabulary of gate D3, as sources of regular expressions over plain prose (`plainProse`): lower case, straight
 * apostrophes, code as `xcodex`, quotations as `xquotex`, file names as `xfilex`, ticks as `xokx`, dashes as ` ; `.
 */

import { any, part } from './sources.js';

/** What is run to find out whether work is good. */
export const CHECKS = any`
  (?:[\w-]+ )?(?:tests?(?: (?:suite|run|cases?|matrix|crew|bench|prints?|mails?|e-?mails?|messages?|pages?|orders?|payments?))?|testing)
  |suites?|specs?|scenarios?|assertions?|(?:[\w-]+ )?(?:checks?|audits?|scans?|validation|benchmarks?)|e2e|end-to-end|qa|types
  |ci(?: (?:run|pipeline|job|build)s?)?|pr|pull request|merge request|(?:restore |fire )?drill|pipelines?|workflow runs?|jobs?|matrix|(?:[\w-]+ )?(?:builds?|compilation|dry run|runs)
  |(?:[\w-]+ )?(?:lint(?:er|ing|s)?|checker|compiler|validator|sanitizer|profiler|parser check)|type[- ]?check(?:ing|s)?
  |es-?lint|prettier|tsc|mypy|ruff|clippy|rubocop|shellcheck|jest|mocha|vitest|pytest|phpunit|rspec|junit|cypress|playwright|valgrind|quickcheck
  |axe|lighthouse|terraform plan|[a-z]+-check|xcodex|(?:go|npm|cargo|make|mvn|gradle|yarn|pnpm|dotnet|rake|tox|swift|mix|zig|sbt|dune|helm) \w+
`;

/** Words that may stand between a subject and its verdict. */
export const LINK = part`
  (?:,? ?(?:are|is|was|were|has|have|had|been|r|now|all|both|still|just|again|also|finally|each|every|every last one of|they|it|them|'em|came|come
  |comes|coming|back|out|went|go|goes|going|gone|turned|turns|ran|run|runs|running|finished|finishes|complete|completes|completed|reports?|reported
  |shows?|looks?|look|fully|once more|'re|'s|and|everything|in|on|at|for|under|against|of|with the|the|main|master|branch|pr|windows|linux|macos
  |locally|this time|my side|a minute ago|i added|\w+ module|that (?:was|were)?(?: ?(?!has|have|is)\w+)?(?: in \w+)?)){0,7}
`;

export const PASS = any`pass(?:es|ed|ing)?|green|succeed(?:s|ed|ing)?|success(?:ful(?:ly)?)?|xokx|sail(?:s|ed)? through|go(?:es)? through|went through|gone through|got through`;
export const GOOD = any`${PASS}|ok|okay|clean|fine|happy|all clear|error[- ]free|positive|silent|quiet|healthy|complete|nothing to (?:say|report|complain about)|valid|content`;

/** How things go when they go well. */
export const WELL = any`
  again|correctly|properly|perfectly|flawlessly|cleanly|smoothly|normally|nicely|beautifully|reliably|comfortably|fine|great|successfully
  |(?:just )?right(?= ?(?:[.,;:!)]|$|for|in|on))|in the right (?:order|place|format|time zone|folder)|in time|on time|to the second|at once|exactly
  |without (?:a |any |an )?(?:single )?(?:\w+ )?(?:errors?|warnings?|problems?|issues?|complain\w*|hitch|hiccup\w*|trouble|fuss|failures?|crash\w*|exceptions?|delays?|stutter\w*|incident|loss|chok\w+|hang\w*|stall\w*|break\w*|a murmur)
  |with(?: no| zero| 0) (?:\w+ )?(?:errors?|warnings?|problems?|issues?|complaints?|failures?|failed \w+|restarts?)
  |(?:exactly |just |precisely )?(?:as|like) (?:expected|intended|it should|they should|designed|planned|advertised|promised|required|configured|instructed|described|specified|before|asked|requested|hoped|you wanted|it did before|it (?:is|was) supposed to|a (?:charm|dream)|clockwork)
  |end[- ]to[- ]end|clean(?= (?:on|in|under|with|from)|[.,;!]|$)|to completion|by itself|on its own|every time|(?:just )?the way (?:you|it)\b|as you (?:asked|wanted|described|specified|expected)|like new|(?:from )?(?:top to bottom|(?:start|beginning) to (?:finish|end)|end to end)|all the way through|to the end
  |(?:on the |at the )?first (?:try|time|attempt|go)|on (?:my|our) (?:side|end|machine)|everywhere|throughout|twice
  |(?:in|at|across|from|over|with|under|through) (?:all|both|every|each|either|two|three|four|five|\d+) \w+|on (?:all|both|every|each) (?!push|commit|night|hour|day|week|month|save|start|page|line)\w+|for (?:all|both|every|each)(?: of)? \w+
`;

/** What things do when they are in order: their present and past. */
export const OPERATES = any`
  works?|worked|working|behaves?|behaved|behaving|functioning|operates?|operating|performs?|performed|runs|ran|running|takes? orders
  |loads?|loaded|opens?|opened|starts?(?: up)?|started|boots?|booted|renders?|rendered|rendering|responds?|responded|responding|recalculates?
  |connects?|connected|reconnects?|syncs?|synced|syncing|submits?|fires?|fired|triggers?|answers?|answered|validates?|verifies
  |shows? up|showed up|appears?|appeared|displays?|prints?|printed|printing|plays?|played|playing|compiles?|compiled|builds|built|links
  |imports?|imported|exports?|uploads?|uploaded|downloads?|sends?|arrives?|arrived|delivers?|delivered|updates?|saves?|logs in|logged|announced
  |streams?|streaming|scrolls?|sorts?|returns?|returned|reads?|parses?|parsed|stays?|stayed|completes?|completed|finish(?:es|ed)|handled|handles
  |recovers?|recovered|launch(?:es|ed)?|installs?|installed|mounts?|resolves?|resolved|redirects?|increments?|rotates?|switches|reports?|reporting
  |deallocated|aligns?|aligned|lines? up|applies|apply|applied|migrated|deployed|authenticates?|charges?|charged|wakes?(?: up)?|lands?|landed
  |picks up|picked up|reach(?:es|ed)|keeps?|kept|catches|caught|conforms?|gets? through|got through|(?:goes?|went|gone)(?: through)?|(?:comes?|came) (?:up|out|through|back|across|in)
  |fits?|closes|closed|replies|replying|reacts?|reacted|kicks? in|swallows?|ticks?|locks?|seals?|lights? up|lit up|spins?|holds?(?: up)?|held(?: up)?|survives?|survived|processed|restores?|restored
  |converts?|converted|balances?|turns (?:on|off)|heats(?: up)?|exits|exited|accepted|flows?|flowing|serves?|served|merges?|submits|checks? out|boots|blinks?
`;

/** What is said of things in order, after "is" and the like. */
export const SOUND = any`
  ok|okay|fine|good|great|perfect|rock solid|in working order|in the green|spotless|flat|robust|replying|wired correctly|labelled|fixed and \w+|correct|right|accurate|valid|clean|clear|healthy|stable|steady|solid|smooth|flawless|intact|identical|consistent
  |byte-identical|equal|the same|unchanged|lossless|satisfied|met|mergeable|restored|sound|quiet|silent|empty|up|live|online|reachable|active|working
  |functional|operational|responsive|gone|solved|normal|in order|in sync|in range|within \w+|spot on|\w+-free|free of \w+|balanced|aligned|watertight|happy
  |accepted|found|matched|delivered|received|rejected(?= as)|covered|reproducible|deterministic|idempotent|processed|readable|at zero|proven|all zeros
  |in place|complete|sorted|announced|clickable|embedded|plugged|connected|parsed|caught|visible|back(?: (?:up|online|to normal|in))?|up and running
`;

export const ISSUE = any`
  errors?|err\(?s?\)?|error\(s\)|warnings?|warning\(s\)|failures?|fail(?:ed|ing)|failing \w+|regressions?
  |violations?|problems?|issues?|complaints?|defects?|discrepanc(?:y|ies)|mismatch(?:es)?|inconsistenc(?:y|ies)|diagnostics?
  |differences?|deviations?|diffs?|gaps?|duplicates?|crash(?:es)?|leaks?|hangs?|hang-ups?|timeouts?|exceptions?|deadlocks?
  |conflicts?|vulnerabilit(?:y|ies)|counter-?examples?|bugs?|glitch(?:es)?|hitch(?:es)?|hiccups?|stutters?|changes(?= ?[.,;]| ?$)
  |flicker\w*|trouble|surprises?|anomal(?:y|ies)|restarts?|nulls?|ripple|dropouts?|drops?|functionality is lost
  |lost (?:rows?|records?|messages?|packets?)|missing (?:rows?|records?|files?|links?|values?|keys?)|orphans?
  |stack ?traces?|broken \w+|dead links?|[45](?:xx|0\d)s?|notices?|findings?|faults?|losses|typos?|contradictions?|red (?:errors?|screen|ones?)
  |side effects?|omissions?|oversights?|reject(?:s|ed)?|outliers?|unexpected \w+|mistakes?|flakes?|(?:packet |data )?loss|lag|delays?
  |collisions?|overlaps?|overflows?|objections?(?= from the)|artefacts?|artifacts?
`;
export const NO_ISSUE = part`
  (?:(?:isn't|aren't|wasn't|weren't|is not|are not) (?:a single|any)|(?:didn't|did not|don't|haven't) (?:hit|see|find|get|spot|notice|run into|run across|encounter) (?:any|a single)
  |(?:saw|found|hit|got) no|no|no more|zero|0|not (?:a|one)(?: single)?|without(?: an?| any)?(?: single)?|never an?|free (?:of|from)|neither (?:\w+ )?reported an?
  )(?: (?!longer|need|idea|reason|way)[\w-]+){0,3}? ${ISSUE}\b
`;

const BREAKS = any`
  fail(?:s|ed)?|breaks?|broke|falls? (?:over|apart)|fell (?:over|apart)|complain\w*|crash(?:es|ed)?|leaks?|leaked|regress\w*|overflows?|is (?:missing|broken|off|wrong)|was (?:missing|broken|off|wrong)|has (?:regressed|broken|failed)
  |blew up|looks? off|flagged|reported|turned up|came up|stood out|out of place|amiss
`;
export const NOTHING_WRONG = any`
  nothing (?:else |at all )?(?:new |is new |has |have |had )?(?:${BREAKS}|odd|suspicious|(?:left )?to (?:fix|complain about|report|worry about|say)(?! more))|(?:did|does)n't break anything
  |none of [\w' -]{0,40}?${BREAKS}|no [\w-]+ (?:is|are|was|were|went|got|has been|have been) (?:missing|lost|broken|left out|wrong|dropped)
`;

/** What faulty things do, said with "no longer" and the like. */
const FAULTS = any`
  happens?|occurs?|crash(?:es)?|fails?|appears?|shows?(?: up)?|throws?|reproduces?|reproducible|flickers?|hangs?|leaks?|there|runs? off|comes? (?:up|back)
  |stalls?|freezes?|blocks?|times? out|drops?|loses?|complains?|chokes?|jumps?|drifts?|stutters?|doubles?|repeats?|breaks?|errors?|loops?|red|failing
`;
export const GONE = any`
  (?:can|could) no longer (?:be )?reproduced?|no longer (?:\w+ly )?${FAULTS}|never (?:hangs?|crashes|fails|stalls|freezes|times out|drops|loses|flickers|breaks)
  |(?:couldn't|could not|can't|cannot|wasn't able to|was unable to) (?:be )?(?:reproduced?|triggered?|provoked?|make it (?:fail|crash|happen)|get it to (?:fail|crash|happen)|break it|fault it)
  |(?:is|are|'s) (?:now |all |completely )?gone(?! is| from| to| through| over)|regression gone|(?:went|gone) away|disappeared|vanished|is history|is no more|(?:has|have) (?:stopped|ceased)(?: \w+ing)?(?= ?[.,;!]| ?$| since| now)|ha(?:s|ve)(?:n't| not) \w+(?:ed|ung|ozen|oken) (?:once|since|a single time|again)
  |(?:\w+n't|is not|does not|do not|did not) (?:been )?(?:\w+ )?(?:${FAULTS}|happen|come up|affected|needed)(?: \w+)?,? (?:any ?more|any longer|again|once)
`;

export const AGREES = any`
  match(?:es|ed)?|agrees?|agreed|balances?|equals?|equal|tall(?:y|ies)|reconcil(?:es|ed)|adds? up(?! to \d)|added up(?! to \d)|lines? up|conforms?|ties? (?:out|in)|tallied|squares? (?:with|up)|correspond(?:s|ed)?
  |(?:the same|same|identical|consistent) (?:figures?|results?|output|numbers?|values?|rows?|answer)|byte for byte|row for row|in sync|byte-identical|to the (?:penny|cent|digit|byte|pixel)
`;

/** Past forms that say of themselves that something was found to be good. */
export const STRONG = any`
  (?:successfully |just |fully )?(?:(?:re-?)?verified|(?:re-?)?validated|(?:re-?)?tested|(?:double|triple|cross|spot|sanity|re)[- ]?checked|[a-z]+-tested)
  |confirmed(?= (?:that|it(?! for| is)|the (?!appointment|booking|reservation|order|date|time|meeting|table|slot|address|room|flight|ticket|delivery|payment)|in|with (?!him|her|them|the (?:restaurant|hotel|office|dentist))|by|this|everything|both|all|xcodex|each|every|against|manually|working|on)\b)
`;

/** Past forms of trying something out or looking it over. */
export const TRIED = any`
  (?:re-?)?ran|(?:have )?run(?= (?:it|the|this|your|all|both|every|each|xcodex|through|them|a|an|another|prettier|eslint))|tried (?!to\b(?! (?:reproduce|break|trigger|provoke|crash)))|tested|reproduced|exercised|executed|(?:re)?-?loaded
  |(?:re-?)?built|(?:re-?)?compiled|toggled|(?:re-?)?triggered|clicked|tapped|swiped|pressed|stepped through|simulated|monitored|observed|measured|benchmarked|profiled
  |sent (?!you|your)|fed|threw|hammered|fuzzed|cut the|pulled the|powered|plugged|unplugged|scanned|pinged|queried|curled|called (?:it|the \w+ (?:endpoint|api))|posted|submitted|uploaded|downloaded (?:it|one)|logged in|signed in|(?:re)?started|re-?booted|restored|replayed|played|printed
  |opened (?:it|the|all|both|each|every|your|them|a)|visited|rang|dialled|(?:made|placed|did|took|gave|put|had|left|let) (?:[\w']+ ){1,4}?(?:call|whirl|go over|test|order|trial|try|spin|go|run|regression run|check|pass|pass over|calculation|paces|load|through|on|overnight|over|running)
  |spun up|deployed|(?:re-?)?imported|cloned|switched|walked through|swapped|converted there|computed|re-?computed|re-?calculated|calculated|counted|re-?counted|solved|worked it|kicked the|timed|drove|rode|watched|poked (?:at|around)|dialled|exported (?:it|one)|converted (?:it|one)|hit (?:it|the endpoint)|battered|thrown|eyeballed|walked (?:it|each|every)|stress(?:ed)?|drilled|re-?did|re-?measured|weighed|sampled|tracked|logged (?:in|out)|signed up|bought|ordered|booked a test|spoke to|talked to it|asked it|typed|drew|poured
  |checked|looked (?:at|through|over|up (?:each|every|all|both))|(?:went|gone|been|go) (?:back )?(?:through|over|down)|combed through|probed|reconciled|compared|inspected|reviewed|traced|diffed|proof-?read|audited|added up|made (?:sure|certain)|re-?read|matched (?:it|them|the)|rendered|cross-?check(?:ed|ing)|been watching|kept an eye on|finished testing
`;

/** Past forms of doing what must not be taken for work on the matter. */
export const IDLE = any`
  thought|read|wanted|needed|suggested|mentioned|explained|assumed|asked|talked|discussed|considered|planned|proposed|recommended|noted|learned|learnt
  |understood|misread|missed|guessed|believed|hoped|expected|liked|loved|agreed|promised|offered|refused|failed|seemed|said|told|been|had|remembered|decided|described|meant|knew|claimed
  |need|feed|speed|exceed|proceed|indeed|seed
`;

/** Where things are tried out. */
export const BENCH = any`
  chrome|safari|firefox|edge|outlook|gmail|thunderbird|iphone|ipad|android|ios(?: \d+)?|windows|linux|macos|mac|ubuntu|debian|fedora|node \d+|python \d|postgres|staging|production|prod|phone|laptop|desktop|tablet|mobile
  |emulator|simulator|simulation|sandbox|scratch|fresh (?:machine|install|checkout|clone)|clean checkout|sample(?:s| data| files?)?|test data|fixtures?|playground|reboot|reload|real data|copy of|(?:\d+|empty|both|three|two|all) (?:\w+ )?(?:cases|inputs|times|devices|browsers|breakpoints|examples|strings|rows|threads|pixels)
`;

/** Things that are built, run and kept running. */
export const MACHINERY = any`
  apps?|deploy(?:ment)?s?|releases?|rollouts?|servers?|pages?|(?:web)?sites?|services?|endpoints?|apis?|webhooks?|clusters?|pods?|containers?|images?|replica\w*|databases?|db|quer(?:y|ies)|index(?:es)?|migrations?
  |imports?|exports?|importer|exporter|backups?|restores?|snapshots?|syncs?|jobs?|cron|queues?|workers?|caches?|tls|ssl|https|certificates?|certs?|dns|mail flow|smtp|proxy|nginx|vpn|tunnel|firewall|ports?|network|wi-?fi|routers?
  |sensors?|cameras?|printers?|lamps?|thermostats?|pumps?|motors?|boards?|firmware|drivers?|modules?|plugins?|extensions?|packages?|dependencies|bots?|scripts?|macros?|formulas?|workbooks?|spreadsheets?|sheets?|datasets?|forms?|log-?ins?|sign-?(?:in|up)s?|check-?outs?
  |payments?|carts?|uploads?|downloads?|layouts?|animations?|features?|fix|patch|branch|repo|repository|code|programs?|functions?|methods?|class(?:es)?|components?|pipelines?|workflows?|automations?|routines?|schedules?|timers?|alerts?|dashboards?|charts?|feeds?|latency
  |disks?|raid|volumes?|systems?|stack|instances?|vms?|devices?|emulator|simulator|xcodex|xfilex|links?|redirects?|parsers?|compilers?|crawlers?|scrapers?|clients?|backend|frontend|connections?|sessions?|tokens?|hooks?|templates?|selectors?|regex|pattern|chat ?bot|leaderboard|totals|checksums?|counter|importer|tokenizer|loader|handler|hooks?|flow|paths?|sketch|circuit|config|resolver|playbook|shortcut|binary|installer|theme
`;
