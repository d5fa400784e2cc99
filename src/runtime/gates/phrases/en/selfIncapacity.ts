import type { SelfIncapacityPhrases } from '../selfIncapacityPhrases.js';
import { IDIOMS, NO_MEANS, OWN_MEANS } from './selfIncapacityWords.js';
import { any, part, re } from './sources.js';

const ADVERB = part`(?:(?:also|just|really|simply|still|therefore|either|even|only|myself|alas|always|then|now|yet|at present|at the moment|for that reason|\w+ly|sorry|sadly),? )*`;
const I = part`(?<![\w'])i,? ${ADVERB}`;
const IM = part`(?<![\w'])i(?:'?m| am| was|'ve been| have been|'d be) ${ADVERB}`;
const CANNOT = any`can't|cannot|can not|cant|can neither|couldn't|could not|couldnt|could neither`;
const ABLE = any`able|allowed|permitted|authori[sz]ed|cleared|equipped|capable|connected|linked|hooked up|wired up|logged in|signed in|trained|programmed|designed|built|set up|qualified|licensed|entitled|in a position|given|granted|supposed|comfortable|willing|prepared|the right (?:one|person|tool)`;
const NOT = any`not|(?:is|are|was|were|do|does|did|wo|ca)n't|no longer|never|neither|nothing|none|nobody|no \w+`;
/** The place that the assistant works in. */
const HERE = any`here|from here|in here|on (?:my|this) (?:end|side|part)|at my (?:end|disposal)|in (?:this|my) \w+|on this (?:machine|server|host|channel|platform)|for this (?:chat|session|channel|conversation)|where i (?:run|am|live|work)|(?:available )?(?:to|for|with) me|at hand`;
const PARTS = any`tools?|functions?|skills?|abilit(?:y|ies)|capabilit(?:y|ies)|permissions?|rights|privileges|access|tokens?|role|account|sandbox|workspace|environment|runtime|keys?|limits?|powers?|superpowers|scope|knowledge|search|plug-?ins?|instructions|hands|credentials|session|toolset|context window|memory|guidelines|rules|polic(?:y|ies)`;

/** Who says it, times how it is said that there is no ability, no means, no way on, or no will. */
export const english: SelfIncapacityPhrases = {
  language: 'en',

  incapacity: [
    // Modal verbs, and being able or allowed.
    re`${I}${CANNOT}\b`,
    re`${IM}(?:unable|in(?:capable|competent)|unequipped|unauthori[sz]ed|forbidden|prevented|barred|blocked|locked out|cut off|shut out|powerless|helpless|blind to|deaf to|limited|restricted|confined|denied|text[- ]only)\b`,
    re`${IM}(?:not|no longer|never) (?:\w+ )?${ABLE}\b`,
    re`(?<![\w'])i (?:wasn't|weren't|haven't been|have not been|hadn't been|'ve not been) (?:\w+ )?${ABLE}\b`,
    re`${I}(?:failed to|did(?:n't| not) manage|never managed|haven't managed|don't get to|don't know how|do not know how|don't know (?:what|where|how) (?:else|to)|can only (?:read|see|access|work|handle|process|search|view|answer|reply|respond|look|hear|use|reach|write|speak|list)|only (?:ever )?(?:see|get|receive|have|respond|read|hear|handle|exist|work with))\b`,
    re`${I}(?:don't|do not) (?:think i (?:can|could|'m able|am able)|see (?:an?y? (?:\w+ )?way|how i|what else i)|speak|possess|understand \w+ well enough)\b`,
    re`\b(?:this|the) (?:unit|bot|assistant|agent|version of me|instance) (?:\w+ )?(?:${CANNOT}|is (?:unable|not able|not allowed)|isn't (?:able|allowed)|has no|doesn't have|does not have|lacks|does not|doesn't)\b(?=[^.]* (?:comply|process|request|\w+)\b)(?<=\bthis [^.]*)`,
    re`\bas an? (?:ai|language model|chat ?bot|bot|text\w*|assistant)\b[^.]{0,40}? (?:without|with no|unable)\b`,
    re`\b(?:i'm|i am) (?:just|only) (?:an?|the) (?:\w+ )?(?:chat ?bot|bot|language model|program|ai|assistant)\b`,

    re`(?<![\w'])i(?:'m|'ve| [\w']+)[^.?!,;:]{1,60},? (?:and|but|so|nor) (?:also |therefore )?(?:${CANNOT}|am unable to|am not able to)\b`,
    re`(?<![\w'])i'?d (?:need|have) to (?:see|be|have|touch|hear|open|access)\b[^.?!]*\b(?:not possible|isn't possible|impossible|can't|don't)\b`,
    re`(?<![\w'])i(?:'m| am) (?:just |only )?a text\b`,

    // No means.
    re`${I}(?:(?:don't|do not|dont|didn't|did not|no longer|never) (?:(?:currently|actually|yet|really|even) )*(?:have|had|get|got|own)|haven't(?: got)?|have not(?: got)?) (?:an?|any|anything (?:here|left|in here)|the|your|enough|such|direct|access|permission|internet|eyes|hands|ears|\w+ (?:access|rights?|powers?))(?! (?:${NO_MEANS}))(?=[ .,;:!]|$)`,
    re`(?<![\w'])i(?:'ve| have|'ve got| have got| keep|'ve had) (?:got )?(?:absolutely |also |currently |literally |simply |really )*(?:no|neither|zero|none|only read|read[- ]only)(?! (?:${NO_MEANS}|thing|one))(?=[ .,;:!]|$)`,
    re`${I}(?:lack|am missing|need access|would need access)\b|${IM}missing\b`,
    re`\b(?:no|without|without any|neither|nor|isn't any|lacking|for lack of|for want of) ${any`(?:[\w-]+ ){0,2}`}${OWN_MEANS}(?: \w+){0,3}? ${HERE}(?= ?(?:[.,:;!]|$|so |and |to |that ))`,
    re`\b(?:no|without|nor any|without any|for lack of) (?:[\w-]+ ){0,2}?${OWN_MEANS}\b[^.?!]{0,40} ${I}(?:${CANNOT}|could|can)\b`,
    re`^(?:so |and |same [\w ]+: |sorry,? )?no (?!way)(?:\w+ )?${OWN_MEANS}(?= ?(?:[.,:;!]|$|here))`,
    re`\b(?:no|none of) (?:\w+ )?${PARTS} of mine\b|\bnone of my ${PARTS}\b|\bno such (?:function|tool|feature) on my\b`,
    re`\bthere(?:'s| is| are)(?:n't| not|) (?:no|any|an?) (?:[\w-]+ ){0,2}(?:tools?|functions?|directory|book|way for me|place)\b[^.]{0,40} (?:i|me|here)\b`,
    re`\bmy (?:[\w-]+ )?${PARTS} (?:\w+ly )?(?:(?:is|are|was|were) (?:limited|restricted|only|tied|denied|blocked|expired|read-only|disabled|\w*missing|at an end|not)|ends?|stops?|only|lacks?|has no|have no|don't|doesn't|do not|does not|won't|can't|cannot|isn't|aren't|forbids?|prevents?|prohibits?|has run out|has expired|expired)\b`,
    re`\bmy hands are tied\b|\b(?:against|breaks?|break) my (?:rules|guidelines|instructions|polic\w+|programming)\b`,

    // Closed to me, beyond me, not mine to do.
    re`\b${NOT}(?! (?:\w+ ){0,3}(?:seem|look|sound|feel|clear|obvious|matter|stand|strike|right|wrong|sense|new|surpris\w+|mention|bother|ask|thank|problem|trouble|lost|send|tell|show|give|let|mind)\b)(?: (?:[\w-]+ ){1,4}(?:to|for|with|through to)| (?:of (?:them|it|these) )?(?:lets?|allows?|gives?|grants?|permits?|showing|shown)) me\b(?! (?:to (?:believe|say|think)|wrong|of|if|stop|forget|keep))`,
    re`\b(?:closed|off[- ]limits|out of (?:bounds|reach)|invisible|hidden|inaccessible|unreachable|impossible|read-only|locked|blocked|forbidden|unavailable|barred|opaque|switched off|disabled|end of the road) (?:to|for) (?:me|us|an?)\b`,
    re`\b(?:beyond|outside(?: of)?|exceeds?|above|past|further than|more than) (?:my (?!expectations|wildest|hopes)|me\b(?! why| how)|(?:what )?i(?:'m| am| can| have)|the agent's|this (?:bot|assistant)'s)`,
    re`\b(?:out of|not in|not within|isn't in|isn't within|aren't in|aren't within|none \w+ (?:\w+ )?is within|not among|isn't among|aren't among|not part of|isn't part of|not covered by|isn't covered by) my\b(?! (?:opinion|view|taste|league of|top))`,
    re`\b(?:${NOT}|isn't|aren't|wasn't) (?:\w+ )?(?:something|anything|things?|among the things|one of the things|what|one|a thing)(?: that| which)? i(?:'m|'ve|'ll|'d| am)? (?:can|could|will|would|do|know how|have|able|permitted|allowed|in a position|capable|should|get to|was)\b`,
    re`\b(?:something|a thing|one|this) (?:that |which )?i(?:'m| am) (?:not|unable)\b|\bthere(?:'s| is) nothing (?:more |else |further )?i can\b|\bnothing (?:more|else|further) i can\b|\bno way (?:for me|in for me)\b|\bimpossible (?:for|from) (?:me|here)\b`,
    re`\b(?:refuses?|rejects?|denies|denied|blocks?|drops?|ignores?|throttles?|revoked) (?:all |every )?(?:of )?(?:my|me)\b`,
    re`\b${CANNOT} (?:currently )?be \w+(?: \w+)? (?:by me|from here|on my (?:side|end)|with my tools)\b`,
    re`\b(?:is(?:n't| not)|aren't|are not|no longer|not) (?:\w+ )?(?:installed|available|enabled|possible|supported|reachable|set up|configured|connected|allowed|wired up|exposed|covered|included|provided) (?:\w+ )?${any`here|from here|in here|on my (?:end|side)|where i (?:run|am|live)|in (?:this|my) \w+|for me|to me|with me`}\b|\b(?:switched off|disabled|turned off|blocked|missing) (?:for|in|on) (?:this|my|our) (?:chat|session|channel|conversation|workspace|sandbox|side|end|environment)\b`,
    re`\b(?:switched off|disabled|revoked|cut|removed|taken away|turned off) (?:all |every |my |the )*(?:web |write |network )?(?:access|tools?|permissions?|rights)\b`,

    // Nothing left to try, or no will.
    re`${IM}(?:stumped|(?<!was )stuck(?! between| on (?:which|whether|what|who))|out of (?:ideas|my depth|my league|options|tricks|luck|leads|moves|places)|(?:in |way )?over my head|at (?:a loss(?! for words)|an impasse|(?:the end of )?my (?:wits' end|tether|rope|limits?))|no (?:good|use|help|further|wiser|closer)|going (?:round|around|in) (?:in )?circles|giv(?:ing|en) up|throwing in|declining|stopping here|calling it|abandoning|leaving it (?:at that|there|here)|afraid (?:not|so little)|getting nowhere|hitting (?:a wall|the))\b`,
    re`(?<![\w'])i(?:'ve| have) ${ADVERB}(?:exhausted|tried (?:everything|all)|run out of (?:ideas|options|things|places|ways|leads|moves|road|attempts|tricks)|hit (?:a|the|my)(?: \w+)? (?:wall|limit|ceiling|dead end|end)|reached (?:a dead end|the end|my limit|the limit)|got nowhere|gotten nowhere|come to the end|no idea how)`,
    re`${I}(?:(?:give|gave) up(?= ?(?:[.,;!]|$| on\b| here\b| trying\b| after\b))|surrender|concede defeat|admit defeat|refuse(?! to believe)|decline|(?:have|need) to (?:give up|decline|refuse|pass|stop|admit defeat|say no|leave it|draw the line)|must (?:decline|refuse|pass)|'ll have to (?:give up|pass|decline|stop|leave|say no|skip)|'ll (?:stop|leave it) (?:here|there|at that)|keep (?:getting|hitting|running into) (?:the same|an?|nothing))\b`,
    re`(?<![\w'])i(?:'ll have to|'m going to have to| will have to) (?:give up|pass|decline|stop|leave|say no|skip)\b|(?<![\w'])i'll (?:stop|leave it) (?:here|there|at that)\b|(?<![\w'])i(?:'d| would) rather not\b(?= ?(?:[.,;!]|$)| (?:do|say|discuss|share|answer|help|go into|write|give|comment|speculate about|get into)\b)`,
    re`(?<![\w'])i(?: won't| wont| will not| shan't| must not|'m not going to| am not going to)(?: \w+ly)? (?:be (?:able|doing|helping|taking)|help|assist|do|write|comply|take part|produce|generate|provide|share|answer|participate|engage|touch|discuss|draft|create|send)\b(?![^.]*\b(?:until|unless|without|before|while)\b)`,
    re`(?:${I}|^|'ve )(?:tried|attempted|searched|looked)\b[^.]{0,160}?(?:\bnone of (?:it|them|these|this)\b|\bno (?:luck|dice|joy)\b|\bto no avail\b|\bin vain\b|\bwithout success\b|\bnothing (?:happened|helped|works?|worked|useful|came)\b|\bstill (?:won't|doesn't|fails?|not|there|returns|failing)\b|\bdead end\b|\bleads? nowhere\b)|^no (?:luck|dice|joy)\b(?! (?:is|needed))`,
    /\btry as i might\b/g,
    re`\b(?:searche?s?|lookups?|query|queries|attempts?|it|everything|i|tools?)(?: \w+){0,4}? (?:came|come|comes) up empty\b(?!.*\bbut\b)|\bnothing useful came back\b`,

    // Wishing, and handing it over.
    re`\bi wish i (?:could|had)\b|\bif only i (?:had|were|could (?:see|open|reach|run|access|read|look|check))\b|(?<![\w'])i'd [^.]{1,40} if i could\b|(?:\bi'd|\bi would|^would|^i'd) (?:love|like|gladly|happily|be happy)\b[^.?!]{0,60}\bbut\b(?=[^.]*\b(?:i|no|me|my|there)\b)`,
    re`(?:\band|\bbut|\bso|\bwhich|\bthat|[,;]|^) ?i(?: (?:don't|do not|can't|cannot|am not|couldn't)(?: do (?:that|it))?|'m not| (?:don't|do not|haven't) (?:have|got)(?: (?:it|one|any|that|those|either|them))?| (?:haven't|wasn't|am not) (?:been )?(?:given|shown|granted))(?= ?(?:[.,;:!]|$))`,
    re`\byou(?:'ll|'d| will| would) (?:have|need) to (?:(?:take over|do this)\b|(?:run|install|edit|configure|do|set up|change|make|test|check|restart|save|store|describe|add|create|upload|download|type|copy|move|settle|count)\b[^.?!]{0,60}? (?:yourself|on your own|on your side)\b)`,
    /\b(?:run|use) (?:this )?xcodex yourself\b|\brestart (?:the|this|your) (?:session|app)\b[^.?!]{0,30}\b(?:then|and) try\b|\bplease restart (?:the|this|your) session\b|\b(?:platform|you)-side (?:setup|set-up|change|configuration)\b|\bno can do\b|\bno installable \w+/g,
  ],

  fragments: [
    /^(?:sorry,? )?(?:dunno|idk|no idea|no clue) how (?:to|i)\b/g,
    re`^(?:sorry,? |nope,? )?(?:wasn't able to\b|(?:don't|dont|do not) have (?:any |the |an? )?(?:\w+ )?${OWN_MEANS}\b)`,
    re`^(?:(?:oh no|sorry|apologies|nope|no|nah|alas|sadly|unfortunately|regrettably|error|update|short answer|hmm|ok|i'm afraid|afraid)[,:;.! ]+)*(?:sorry )?(?:${CANNOT} (?!wait\b|you\b|we\b|they\b|he\b|she\b|it\b|the\b|be\b|have\b)|(?:unable|not able) to (?!pair|charge)|not something i|not possible(?= ?(?:[.,:;!]|$|from here|for me))|permission denied|access denied|insufficient (?:privileges|permissions)|still can't )`,
    re`(?:\bsorry|\bnah|\bnope|\bafraid|\bbut|[,;]) (?:still )?(?:can't|cannot|cant|couldn't) (?!you\b|we\b|they\b|he\b|she\b|be\b|have\b|it\b)(?=\w+)(?<=^(?:nah|nope|sorry|no|ok|hmm|ah|oh|yeah|hm|love|would)\b[^.]*)`,
  ],

  idioms: new RegExp(
    `^ ?(?:,? ?(?:really|quite|possibly|honestly|even|ever|just|hardly|personally) )*(?:to )?${IDIOMS}`,
  ),

  hypothetical:
    /\b(?:if|unless|in case|suppose|supposing|imagine|when|whenever|as though|as if|pretend|should|had|until|lest|once)\b[^,;:]*$|\b(?:asks?|says?|said|means?|meaning|replied|answered|saying|like|called|titled|line|sentence|phrase|word|wrote|claims?|thinks?)(?: that)?[,:]? $|\bnot that $/,

  attributions:
    /,? (?:says|said|writes|wrote|claims|reads) (?:the|a|an|he|she|they|its?|their|your)\b[^,;]*$|, (?:the|it|he|she|they) (?:\w+ )?(?:says?|said|claims?|writes|wrote)\b/,

  overcome:
    /\bat first(?= ?(?:[.,;]|$))|\b(?:at first|initially|first attempt|second (?:attempt|try))\b[^.]*\b(?:but|then|now|until|after|later|worked)\b|\b(?:but|then) (?:i )?(?:found|managed|got it|it worked)\b/,

  requests:
    /(?:[,;.:]|\bso\b|\band\b|\bbut\b) ?(?:so |and |but )?(?:would|could|can|will|please|do|are|is|what|which|how|shall|may|might|mind|want)\b[^,]*\?["')\s]*$/,

  drafts:
    /\b(?:draft|version|wording|letter|e-?mail|message|reply|post|translat\w+|rewrit\w+|example|sample|template|dialogue|scene|story|poem|lyrics|joke|you could (?:say|write|send|reply|answer)|i'd (?:say|write|answer|reply)|help page|privacy page|tutorial|prompt|the (?:bot|model|assistant|machine|ai) says|devil's advocate|as your (?:interviewer|opponent|examiner))\b/,
};
