import type { ProseLimits } from '../proseLimits.js';

/** What keeps an English wording from being the author's own assertion. */
export const english: ProseLimits = {
  assurances:
    /\b(?:i can (?:now |also |happily )?(?:confirm|report|say|tell you)(?: that)?|i(?:'m| am) (?:happy|pleased|glad|delighted) to (?:report|say|confirm|tell you)(?: that)?|happy to (?:report|say)(?: that)?|rest assured(?:,| that)?|good news[:;,!]?) /g,
  negations:
    /(?:\b(?:not|never|none|no one|nobody|neither|nor|cannot|hardly|barely|scarcely|unverified|untested|unable|fail(?:s|ed|ing)? to|refus\w+|rather than|instead of|anything but|far from)\b|n't\b|\b(?:no|without)(?= (?:\w+ ){0,3}$))/,
  modals:
    /\b(?:should|shouldn't|would|could|might|may|must|ought|will|won't|shall|can|going to|gonna|have to|has to|needs? to|needed to|want(?:s|ed)? (?:to|it)|want|supposed to|expect(?:s|ed)? to|meant to|try to|trying to|able to|ready to|please|let's|let me|in order to|to see|to get|to check|to verify|to confirm|so that|(?<=\w )so (?:that )?(?=it|they|the|you)|until)\b|'ll\b|'d (?=\w)(?!been|had)/,
  hedges:
    /\b(?:i think|i believe|i guess|i suspect|i assume|i'd (?:expect|guess|assume|say)|i expect|i presume|i hope|my guess|presumably|probably|likely|perhaps|maybe|hopefully|in theory|theoretically|supposedly|allegedly|apparently|seems?|seemingly|appears? to|looks like|look like|as far as i (?:know|can tell)|plausib\w+|fingers crossed|if i read|idk|not sure|unsure|almost|nearly|so far|up to now|until now|in principle|in the sense|on paper|ideally|pretend|imagine|suppose|supposing|say (?=the))\b/,
  conditions:
    /\b(?:if|unless|until|whether|provided(?: that)?|providing|assuming|suppose|supposing|once|when|whenever|as soon as|as long as|so long as|in case|while|where|wherever|only after|before anyone|(?:after|before) (?:you|he|she|they|anyone|somebody|someone|it|each|every|deploying|merging|you've|you're)|had (?=$))\b/,
  /** Time clauses about what the author did are reports. */
  pastClauses:
    /\b(?:when|after|before|while|since) (?:i|we)(?:'ve|'d| had| have)? (?:\w+ly )?(?:re-?)?\w+(?:ed|an|ent|aw|ook|ave|ilt|un|id|ot|ade|ut)\b/,
  tails:
    /^[^.;:]*?\b(?:only )?(?:if|when|whenever|unless|until|as long as|while|provided|once|whether|depending)\b(?! (?:you (?:want|like|need|prefer|wish|'d|have|ever|run into|see|notice)|i |we |needed|necessary|anything|something|someone))/,
  explanations:
    /\b(?:because|thanks to|due to the fact|the reason (?:is|being)|for (?:some|most|many) people|which is why people|for black|for white)\b/,
  attributions:
    /\b(?:according to|as you (?:say|said|wrote|put it|reported|mentioned)|(?:^|[,;:(] ?|\b(?:as|what|if|and|but|so|when|since|because|then|that) )you(?:'ve| have|'d| had)? (?:also |just )?(?:say|said|told|reported|mentioned|wrote|claim(?:ed)?|confirmed|verified|tested|checked|noted|mean|see|saw|hate|want|use)|(?:he|she|they|people|users?|customers?|reviewers?|maintainers?|the (?:vendor|author|team|auditor|client|user|customer|provider|press|city|page|docs?|documentation|site|article|report|release notes|changelog|readme|tracker|message|e-?mail|log|thread|notes|policy|headline|screenshot|badge|surveyor|supplier|seller|developers?|company|study|paper|book|story|narrator|doctor)|their (?:\\w+ )?(?:page|site|statement|docs|status)|one (?:user|maintainer|reviewer|of them)|your (?:\\w+ )?(?:notes?|manager|message|log|screenshot|photo|picture|report|output|colleague|friend|wife|husband|boss|doctor|table|dashboard|badge)|some(?:body|one)|nobody|everybody) (?:also |then |only |still |clearly )?(?:reads?|shows?|showed|say|says|said|tells?|told|claims?|claimed|states?|stated|reports?|reported|wrote|writes|notes?|noted|records?|recorded|mentions?|mentioned|list(?:s|ed)?|calls?|called|means?|ends?|verified|tested|checked|confirmed|passed)|(?:was|were|been|is|are) (?:\w+ )?\w+ed by (?:the|a|an|his|her|their|its) \w+|in that log|going by|from what (?:i've|you)|says (?:the|he|she|their|its)|i said|i told|i claimed|i wrote earlier|my (?:last |previous |earlier )?(?:message|answer) said|the claim that)\b/,
  thirdPerson: /\b(?:he|she|they|who|whose|their|his|her)\b/,
  past: /\b(?:yesterday(?!'s)|last (?:week|month|year|spring|summer|autumn|winter|january|\w+day)|in (?:1[5-9]\d\d|20\d\d)|since (?:19|20)\d\d|years? ago|back then|originally|historically|used to|in the (?:past|nineties|eighties))\b/,
  imperatives:
    /^(?:\d+[.)] )?(?:first,? |then,? |now,? |next,? |and |also,? |just |always |never |please |only |before .{3,60}, |after .{3,60}, |to .{3,60}, )?(?:run|re-?run|check|make|confirm|open|press|wait|verify|test|try|tell|use|save|paste|pin|hold|break|revert|write|put|add|remove|set|create|click|go|look|see|start|stop|restart|repeat|drain|clean|keep|let|ask|send|post|give|take|turn|build|install|deploy|merge|compare|spin|swap|replace|change|edit|mind|mark|ensure|consider|note|remember|imagine|suppose|say|show|read|do|don't|avoid|be|get|pick|choose|enter|select|type|copy|watch|move|bring|leave|call|plug|unplug|hit|scroll|sort|switch|enable|disable|find|follow|choose|treat|aim|think|assume|substitute|take|ship|practise|practice|clone|pull|push) (?:the|a|an|it|that|this|these|your|every|each|once|xcodex|xfilex|all|both|for|whether|if|to|them|one|two|with|on|in|out|off|until|again|blank|my|sure|me|him|her|us|up|down|any|some|node|at|from|down|and|only|no|nothing|everything|as|back|into|over|through|by|forward)\b/,
  generic:
    /(?:^|[^\w'])(?:a|an|any|another|such|some|most|many|that kind of|a given|(?:one|two|three|four|five|six|seven|eight|nine|ten|some|most|half|many|few|\d+) of (?:the|these|those|your|my|our)(?: \w+)?)(?: [\w-]+){0,2} $|^(?:passing|errored|flaky|failing) $/,
  aims: /\b(?:get|getting|gets|keep|turn|have|want) (?:the |all |your |my |our |it |everything )*$|\b(?:check|make sure|making sure|confirm|verify|verifies|see|ensure|ensures|know|tell|means?|prove|proves|guarantees?|say|says|saying|claim|report) (?:that|whether|if) (?:[\w-]+ ){0,5}$|\b(?:check|make sure|making sure|confirm|verify|verifies|see|ensure|ensures|know|tell|tells|test|prove|proves|means?|meant|guarantee[sd]?|wait|watch|mean|decide|whether|say|saying|says|report|reports|claim|enough|evidence|idea|sure|proof|sign)(?: that| whether| if| for| until)? (?:the |all |your |a |every |it |is )*$/,
  plans:
    /\b(?:criteri(?:a|on)|gates?|definition of done|requirements?|goals?|targets?|plan(?:s|ned)?|todo|to[- ]do|next steps?|steps?|roadmap|checklist|must|should|needs?|need to|open|before you|when|if|once|until|how will we|will we|would|how to|what to|proposal|proposed|ideas?|suggest\w*|options?|drafts?|examples?|templates?|names?|slogans?|taglines?|titles?|strings?|texts?|wording|something like|how about|version(?:s)? of|e-?mail|letter|runbook|strategy|instructions?|conditions?|expected|acceptance|questions?|verse|poem|lyrics|story|limerick|haiku)\b/,
  textRequests:
    /\b(?:re-?write|re-?phrase|reword|translate|summar(?:y|i[sz]e)|proof-?read|shorten|polish|improve (?:the|this|my) (?:wording|text|sentence|paragraph|mail|e-?mail)|draft|compose|correct (?:the|this|my) (?:grammar|text|spelling|english)|tl;?dr|what does (?:it|this|that) say|fix (?:the|my) (?:grammar|wording)|make (?:this|it) (?:sound|shorter|more|less)|write (?:me )?(?:a|an|some) (?:e-?mail|mail|message|post|tweet|announcement|letter|poem|story|slogan|release note|changelog|status|update|summary|text|reply|comment|headline|song|limerick|joke|haiku)|quote)\b/,
  drafts:
    /\b(?:draft|version|wording|phrasing|letter|e-?mail|mail|message|reply|post|caption|headline|translat\w+|rewrit\w+|rephras\w+|reword\w+|polished|shorter|abstract|paragraph|sentence|examples?|samples?|template|announcement|stand-?up|commit message|release notes?|changelog|tweet|dialogue|scene|story|poem|verse|lyrics|slogans?|taglines?|joke|limerick|haiku|ideas?|in (?:french|english|german|spanish|italian|portuguese|dutch|russian|latin|plain english)|means|reads|quote|prompt|something like|how about|you could (?:say|write|send|reply|answer|use|put)|i'd (?:say|write|answer|reply|put)|could read|might read|cv|r[e\u00e9]sum[e\u00e9]|label|labels|strings|alert|toast|button|song|docs|hypothes[ie]s|claim|question|criteri(?:a|on)|plan|goal|definition of done)\b[^:]{0,80}:/,
  address: /\b(?:you|your|yours|you'll|you're|you've|you'd)\b/,
  denials: /^[^.;]{0,40}[:;] ?(?:not possible|impossible|no\b(?= ?[.,;!]| ?$)|not\b|failed|denied|todo|pending|open)/,
  answersNo: /^(?:no|nope|not quite|not yet|not really)[,:;.!]/,
  scenes:
    /^(?:then|in|on|at|by|during|for|from|within|under|with|after (?:that|this|each|every)|say|imagine|let's|assume|picture|afterwards)\b/,
  contrasts:
    /\b(?:but|yet|though|although|however|except|whereas|instead|rather|only|merely|nobody|never|not|unfortunately|otherwise|even if|on the other hand|apart from)\b|n't\b/,
  mentions:
    /^ ?,? ?(?:is|isn't|are|aren't|was|means|doesn't|does not|says|would|should|could|must|can|may|might|sounds|reads|looks like|as a|to me means)\b/,
};
