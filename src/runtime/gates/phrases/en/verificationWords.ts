/**
 * English vocabulary of gate D3, as sources of regular expressions over plain prose (`plainProse`): lower case, straight
 * apostrophes, code as `xcodex`, quotations as `xquotex`, file names as `xfilex`, ticks as `xokx`, dashes as ` ; `.
 */

import { any, part } from './sources.js';

/** What is run to find out whether work is good. */
export const TESTS = any`
  tests
  |(?:unit|load|smoke|stress|soak|integration|regression|acceptance|snapshot|contract|physics|browser|system|field|new|e2e|end-to-end|final|last|remaining|self-?|added|existing|api|ui|speed|restore|render|conversion|migration) ?tests?
  |test (?:suite|run|cases?|matrix|orders?|payments?|crew|bench|print|mail|e-?mail|message|page|order|payment)s?
  |tests r|suites?|specs?|scenarios?|checks?|ci|ci (?:run|pipeline|job|build)s?|pipelines?|workflow runs?|jobs?
  |builds?|compilation|compile|lint(?:er|ing|s)?|(?:type[- ]?)?checker|type[- ]?check(?:ing|s)?
  |(?:go|npm|cargo|make|mvn|gradle|yarn|pnpm|dotnet|rake|tox|swift|mix|zig|terraform|helm) (?:test|vet|build|check|lint|clippy|validate|run \w+)
  |types|assertions?|benchmarks?|regression (?:run|pack)s?|e2e|end-to-end|qa
  |(?:test|jest|ctest|vitest|pytest|ci|full|whole|dry|trial|second|first|final|last|latest|nightly|import|pipeline|matrix|local) runs?
  |[a-z]+-check
`;

/** Words that may stand between a subject and its verdict. */
export const LINK = part`
  (?:,? ?(?:are|is|was|were|has|have|had|been|r|now|all|both|still|just|again|also|finally|each|every|they|it|came|come|comes|coming
  |back|went|go|goes|going|gone|turned|turns|ran|run|runs|running|finished|finishes|complete|completes|completed|reports?|reported
  |shows?|looks?|look|fully|once more|'re|'s|and|everything|in|on|at|for|under|against|of|with the|the|matrix|pr|my side
  |a minute ago)){0,7}
`;

export const PASS = any`pass(?:es|ed|ing)?|green|succeed(?:s|ed|ing)?|success(?:ful(?:ly)?)?|xokx|sails? through|sailed through`;
export const GOOD = any`${PASS}|ok|okay|clean|fine|happy|all clear|error[- ]free|through`;

export const HOW = any`
  now|again|fine|great|well now|correctly|properly|perfectly|flawlessly|cleanly|smoothly|normally|nicely
  |beautifully|reliably|exactly as \w+
  |without (?:a |any |an )?(?:single )?(?:\w+ )?(?:error|warning|problem|issue|complaint|hitch|hiccup|trouble|fuss|failure|crash|exception|delay|stutter)\w*
  |with(?:out| no| zero| 0) (?:errors?|warnings?|problems?|issues?|complaints?)
  |as (?:expected|intended|it should|they should|designed|planned|advertised|promised|required|configured|instructed|described|specified|before|asked|requested|hoped|you wanted|supposed to)
  |like a (?:charm|dream)|end[- ]to[- ]end|first (?:try|time)|successfully|on (?:my|our) (?:side|end|machine)
`;

/** What things do when they are in order. */
export const OPERATES = any`
  works?|worked|working|behaves?|behaved|behaving|functioning|operates?|operating|performs?|performed|runs|ran through|running
  |loads?|loaded|opens?|opened|starts(?: up)?|boots?|booted|renders?|rendered|rendering|responds?|responded|responding
  |connects?|connected|reconnects?|syncs?|synced|syncing|submits?|fires?|fired|triggers?|answers?|answered
  |shows? up|showed up|appears?|appeared|displays?|prints?|printed|printing|plays?|played|playing|compiles?|builds
  |imports?|imported|exports?|uploads?|downloads?|sends?|arrives?|arrived|delivers?|delivered|updates?|saves?|logs in
  |streams?|streaming|scrolls?|sorts?|returns?|returned|reads?|parses?|parsed|validates?|verifies|stays?|stayed|completes?
  |completed|finish(?:es|ed)|recovers?|recovered|launch(?:es|ed)?|installs?|installed|mounts?|resolves?|resolved
  |redirects?|handles?|handled|increments?|rotates?|switches|reports?|reporting|recalculates?|deallocated|aligns?
  |lines? up|applies|apply|applied|migrated|deployed|authenticates?|charges?|wakes?(?: up)?|links|links? up|blinks?|boot
  |talks?|obeys?|obeyed|picks up|picked up|reaches|reached|announces?|keeps?|kept|catches|caught|listens?|conforms?
  |gets? through|got through|goes? through|went through|comes? (?:up|out|through|back)|came (?:up|out|through|back|in)
  |fits?|closes|closed|locks?|seals?|lights? up|lit up|spins?|holds?|held|survives?|survived|processed|slices?|scans?
  |converts?|converted|balances?|turns (?:on|off)|dims?|heats(?: up)?|cools(?: down)?|exits|exited|passes|flashes|flows?|flowing
`;
export const SOUND = any`
  without (?:choking|crashing|hanging|stalling|stuttering|complaining|a murmur|a sound|further ado|breaking|errors?|fail)
  |(?:just )?right(?= ?(?:[.,;:!)]|$|for|in|on))|in the right (?:order|place|format|time zone)|in time|on time|to the second|at once|byte for byte|row for row|exactly
  |correctly|properly|perfectly|flawlessly|cleanly|smoothly|normally|nicely|beautifully|reliably|fine|great|again
  |successfully
  |without (?:a |any |an )?(?:single )?(?:\w+ )?(?:errors?|warnings?|problems?|issues?|complain\w*|hitch|hiccup\w*|trouble|fuss|failures?|crash\w*|exceptions?|delays?|stutter\w*|incident|the red screen|loss)
  |with(?: no| zero| 0) (?:errors?|warnings?|problems?|issues?|complaints?)
  |(?:exactly |just )?(?:as|like) (?:expected|intended|it should|they should|designed|planned|advertised|promised|required|configured|instructed|described|specified|before|asked|requested|hoped|you wanted|it did before|it (?:is|was) supposed to|a (?:charm|dream))
  |end[- ]to[- ]end|(?:from )?(?:top to bottom|start to finish|end to end)
  |(?:on the |at the )?first (?:try|time|attempt|go)|on (?:my|our) (?:side|end|machine)|everywhere
  |in (?:all|both|every|each) \w+
  |on (?:all|both|every|each) (?!push|commit|night|hour|day|week|month|save|start|page|line)\w+
  |for (?:all|both|every|each)(?: of)? \w+
`;
/** The part of these that speaks of this one time, not of how things are. */
export const NOW_SOUND = any`
  again|now|fine now|(?:exactly |just )?(?:as|like) (?:expected|intended|it should|they should|a (?:charm|dream))
  |end[- ]to[- ]end|(?:on the )?first (?:try|time|go)|on (?:my|our) (?:side|end|machine)
`;

export const ISSUE = any`
  errors?|err\(?s?\)?|error\(s\)|warnings?|warning\(s\)|failures?|fail(?:ed|ing)|failing \w+|regressions?
  |violations?|problems?|issues?|complaints?|defects?|discrepanc(?:y|ies)|mismatch(?:es)?|inconsistenc(?:y|ies)
  |differences?|deviations?|diffs?|gaps?|duplicates?|crash(?:es)?|leaks?|hangs?|hang-ups?|timeouts?|exceptions?
  |conflicts?|vulnerabilit(?:y|ies)|counter-?examples?|bugs?|glitch(?:es)?|hitch(?:es)?|hiccups?|stutters?
  |flicker\w*|trouble|surprises?|anomal(?:y|ies)|restarts?|nulls?|ripple|dropouts?|drops?
  |lost (?:rows?|records?|messages?|packets?)|missing (?:rows?|records?|files?|links?|values?|keys?)|orphans?
  |stack ?traces?|broken (?:links?|refs?|references?|images?)|dead links?|[45](?:xx|0\d)s?|notices?|findings?
  |faults?|losses|typos?|contradictions?|red (?:errors?|screen|ones?)|side effects?|omissions?|oversights?
  |reject(?:s|ed)?|outliers?|broken \w+|unexpected \w+|mistakes?|flakes?|(?:packet |data )?loss|lag|delays?
  |collisions?|overlaps?|reports?(?= [.,;]|[.,;!]|$)|misses|artefacts?|artifacts?|objections?(?= from the)
`;
export const ZERO = any`
  (?:isn't|aren't|wasn't|weren't|is not|are not) (?:a single|any)
  |(?:didn't|did not|don't|haven't) (?:hit|see|find|get|spot|notice|run into|run across|encounter) (?:any|a single)
  |(?:saw|found|hit|got) no|no|zero|0|not (?:a|one)(?: single)?|without(?: an?| any)?(?: single)?|never an?
  |free (?:of|from)
`;
export const NO_ISSUE = part`${ZERO}(?: (?!longer|need|idea|reason|way)[\w-]+){0,3}? ${ISSUE}\b`;

export const NOTHING_WRONG = any`
  nothing (?:else |at all )?(?:new|is new|changed|depends on the|fails?|failed|breaks?|broke|falls? over|fell over|falls? apart|complain\w*|crash\w*|leaks?|regressed|is (?:missing|broken|off|wrong)|was (?:missing|broken|off|wrong)|left to (?:fix|do|complain about|report|say)|to (?:fix|complain about|report|worry about)|blew up|looks? off|odd|suspicious)
  |none of (?:the |my |your |our |them|these)?[\w' -]{0,40}?(?:broke|breaks?|fail(?:s|ed)?|crash(?:es|ed)|regressed|complain(?:s|ed))
  |none (?:of them )?(?:failed|fail|broken|is broken|are broken|missing|left)
  |no [\w-]+ (?:is|are|was|were|went|got) (?:missing|lost|broken|left out|wrong|dropped)
`;

/** What faulty things do. */
const FAULTS = any`
  happens?|occurs?|crash(?:es)?|fails?|appears?|shows?(?: up)?|throws?|reproduces?|reproducible|flickers?|hangs?|leaks?|there
  |triggers?|triggered|comes? (?:up|back)|stalls?|freezes?|blocks?|times? out|drops?|loses?|complains?|chokes?|jumps?|drifts?
  |stutters?|doubles?|repeats?|breaks?|errors?|loops?|affected|needed|visible|red|failing|open|broken
`;
export const GONE = any`
  (?:can|could) no longer (?:be )?reproduced?|no longer (?:\w+ly )?${FAULTS}|no more (?:\w+ )?(?:errors?|red|warnings?|crash\w*|flicker\w*|failures?|hangs?|complaints?|leaks?|timeouts?|duplicates?)
  |never (?:hangs?|crashes|fails|stalls|freezes|times out|drops|loses|flickers|breaks)
  |(?:couldn't|could not|can't|cannot|wasn't able to|was unable to) (?:be )?(?:reproduced?|triggered?|trigger|provoked?|make it (?:fail|crash|happen)|get it to (?:fail|crash|happen)|break it|fault it)(?: (?:it|the \w+))?(?: any ?more| any longer| again)?
  |(?:is|are|'s) (?:now |all |completely )?gone(?! is| from| to| through| over)|(?:went|gone) away|disappeared|vanished
  |(?:doesn't|does not|don't|do not|didn't|did not|isn't|aren't|is not|are not|hasn't|hasn't been) (?:\w+ )?(?:${FAULTS}|happen|come up)(?: \w+)?,? (?:any ?more|any longer|again|once)
  |lets? none of [\w ]+ through|not a single [\w ]{1,30} (?:is|are|was) (?:failing|broken|red|missing)(?: any \w+)?
`;

export const AGREES = any`
  match(?:es|ed)?|agrees?|agreed|balances?|equals?|tall(?:y|ies)|reconcil(?:es|ed)|adds? up(?! to \d)|added up(?! to \d)|lines? up|conforms?|the same (?:figure|figures|result|results|number|numbers|value|values|rows?)|byte for byte
  |row for row
  |in sync|identical|consistent(?:ly)?|both give|same result|to the (?:penny|cent|digit|byte|pixel)
`;

export const STRONG = any`
  (?:re-?)?verified|(?:re-?)?validated|(?:re-?)?tested|(?:double|triple|cross|spot|sanity|re)[- ]?checked
  |(?:[a-z]+)-tested
  |confirmed(?= (?:that|it(?! for| is)|the (?!appointment|booking|reservation|order|date|time|meeting|table|slot|address|room|flight|ticket|delivery|payment)|in|with (?!him|her|them|the (?:restaurant|hotel|office|dentist))|by|this|everything|both|all|xcodex|each|every|against|manually)\b)
`;

/** Further verbs of the same subject. */
export const THEN = part`(?:[^.?!;]{0,80}?(?:,|and|then) (?:then )?)?`;

/** Past forms of trying something out. On their own they claim nothing: what came of it does. */
export const TRIED = any`
  (?:re-?)?ran|(?:have )?run(?= (?:it|the|this|your|all|both|every|each|xcodex|through|them))|tried (?!to\b)
  |tried to (?:reproduce|break|trigger|provoke|crash)|tested|reproduced|exercised|executed|(?:re)?-?loaded
  |(?:re-?)?built|(?:re-?)?compiled(?! an? | the list)|toggled|(?:re-?)?triggered|clicked|stepped through
  |sent (?:it|myself|him|them|(?:a|an|the|two|three|four|five|ten|\d+|some|one)? ?(?:few |more )?(?:test|sample|probe|dummy|trial|mail|message|e-?mail|request|event)s?)
  |sent the [\w ]{1,30} to|followed (?:each|every|all|both|the \w+s)|streamed|been watching|kept an eye on
  |observed|monitored|measured|benchmarked|profiled|simulated
  |left (?:it|the|them) [\w ]{0,40}?(?:running|on|overnight)|had (?:it|them|the \w+) run
  |let (?:it|them|the \w+) (?:run|cook|soak)|put (?:it|them|the \w+) through
  |run (?:it|them) through (?:its|their) paces|gave (?:it|them|the \w+) an? (?:spin|try|go|whirl|test|run)
  |took (?:it|them) for a (?:spin|run)|pulled (?:the plug|it|down|ur|your)|powered (?:it|them|up)|booted
  |(?:re)?started|re-?booted|restored|replayed|queried|pinged|called (?:it|the)|printed|(?:re-?)?imported
  |(?:re)?deployed|(?:re)?installed|logged in|signed in|played (?:it|through|the)|flashed|plugged|unplugged
  |hammered|fuzzed|fed|threw|cloned|paired|wired|did an? (?:\w+ )?(?:run|pass|test|dry run)|unit-tested
  |(?:made|placed|did|sent|ran|took|gave (?:it|them)|ordered|bought|used) (?:an? |some |two |three |\d+ )?(?:quick |short |small |final )?(?:test|trial|dummy|sample|second|sanity)
  |(?:solved|did|computed|calculated|worked it out) (?:it )?(?:a second|another|in a second|again|both|two)
  |visited (?:every|each|all|both)|rang|dialled|called (?:it|the|up)|scanned (?:the|it|both|all)|pressed|closed
  |opened and|placed|plugged (?:it|the|them)|executed|[a-z]+-tested|posted|submitted|spun up
  |opened (?:it|the|all|both|each|every|your|them|a)|loaded|turned (?:it|them|the \w+)(?: \w+){0,3} (?:on|off)|turned the \w+|dropped \w+ in|reset (?:the|it|both|all)
  |let (?:the|my|a) \w+ run|did (?:it|the \w+) (?:by hand|again|twice)|computed (?:the|it)|called the \w+|run (?:a|an|another) \w+ (?:check|test|scan)|clicked|tapped|swiped
  |talked to it|asked it|switched (?:it|them|the \w+)|pushed (?:it|the button)|drove it|rode it|loaded the|swapped|solved it
`;
/** Past forms of looking something over. What was looked up is no claim: that it is in order is one. */
export const INSPECTED = any`
  checked|confirmed|went (?:back )?(?:through|over)|gone (?:back )?(?:through|over)|been (?:through|over)
  |walked (?:through|over)|combed through|scanned|probed|re-?computed|re-?calculated|re-?counted|counted
  |reconciled|compared|inspected|looked (?:at|through|over)|reviewed|traced|diffed|proof-?read|audited|added up
  |made sure|rendered|re-?read|looked up (?:each|every|all|both|the)|cross-?check(?:ed|ing)|computed|did the \w+ (?:by hand|again)|went down (?:it|the list)
  |counted (?:up|again)|double-checked|checked off|matched (?:it|them|the)|held (?:it|them) against|measured
`;

/** Work that leaves something behind which may or may not be good. */
export const WORKED = any`
  fixed|repaired|corrected|updated|upgraded|changed|added|removed|replaced|merged|moved|renamed|refactored
  |re-?wrote|re-?written|implemented|patched|bumped|raised|lowered|set|switched|turned|configured|reconfigured
  |wired|installed|migrated|deployed|pushed|committed|restarted|reloaded|rebuilt|restored|paired|applied|reverted
  |resolved|adjusted|tweaked|nudged|swapped|wrote|written|created|built|made|cleaned|amended|redone|redid|reworked
  |split|extracted|enabled|disabled|cached|converted|generated|hooked|placed|put|recalculated|ported|inlined
  |dropped|deleted|edited|redesigned|rolled|regenerated|reset|tightened|loosened|sorted|finished|completed|cut
  |pinned|rotated|moved|shipped|published|reordered|tuned|optimi[sz]ed|flashed|soldered|replumbed|ran
`;

/** Things that are built, run and kept running. */
export const MACHINERY = any`
  apps?|builds?|installs?|installation|install|deploys?|deployments?|releases?|rollouts?|rollbacks?|servers?|pages?|sites?|websites?
  |services?|endpoints?|apis?|webhooks?|clusters?|pods?|containers?|replicas?|replication|databases?|queries|query|index(?:es)?
  |re-?index|migrations?|imports?|exports?|backups?|restores?|snapshots?|syncs?|jobs?|cron jobs?|queues?|workers?|caches?|tls|ssl|https
  |certificates?|dns|mx|spf|dkim|dmarc|mail flow|smtp|proxy|nginx|haproxy|vpn|tunnel|firewall|ports?|network|wi-?fi|routers?|bridges?
  |sensors?|cameras?|printers?|lamps?|lights?|thermostats?|heating|pumps?|motors?|boards?|firmware|bootloader|drivers?|modules?|plugins?
  |extensions?|packages?|dependencies|bots?|scripts?|macros?|formulas?|workbooks?|spreadsheets?|forms?|log-?ins?|sign-?ins?|check-?outs?
  |payments?|carts?|search|uploads?|downloads?|previews?|layouts?|animations?|features?|fix|patch|branch|repo|repository|code|program
  |pipelines?|workflows?|automations?|routines?|scenes?|schedules?|timers?|alerts?|dashboards?|charts?|reports?|feeds?|streams?|latency
  |throughput|error rate|memory usage|cpu|load|disks?|raid|arrays?|volumes?|partitions?|systems?|stack|instances?|vm|machines?|device
  |devices|emulator|simulator|xcodex|xfilex|links?|redirects?|parser|compiler|renderer|importer|exporter|crawler|scraper|client|backend
  |frontend|database|connection|connections|sessions?|tokens?|hooks?|templates?|translations?|images?|fonts?|game|level|save|model
`;
