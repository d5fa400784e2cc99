import type { SelfIncapacityPhrases } from '../selfIncapacityPhrases.js';
import { any, part, re } from './sources.js';

const ADVERB = part`(?:(?:also|just|really|simply|still|unfortunately|therefore|honestly|literally|sadly|genuinely|actually|then|now|currently|either|even|only|myself|alas|obviously|physically|technically|always|for that reason|\w+ly),? )*`;
const I = part`(?<![\w'])i,? ${ADVERB}`;
const IM = part`(?<![\w'])(?:i'm|i am|i was|i'll be|i've been|i have been) ${ADVERB}`;
const MEANS = any`
  tools?|ways?|access|abilit(?:y|ies)|permissions?|capabilit(?:y|ies)|means|functions?|powers?|rights?|privileges?
  |connection|credentials?|integrations?|possibilit(?:y|ies)|options?|interface|internet|browser|camera|microphone
  |ears|eyes|hands|gpu|compiler|interpreter|sandbox|terminal|shell|records?|log|memory of|information about
  |notion of|sense of|live data|real-time|view|key|password|login|account|clock|feature|plug-?in|connector|route
  |room|idea how|idea what (?:else|is wrong|it)|engine|player|printer|scanner|viewer|editor|screen|speakers?|phone
  |line|place to
`;

export const english: SelfIncapacityPhrases = {
  language: 'en',

  incapacity: [
    re`${I}(?:can't|cannot|can not|cant|couldn't|could not|couldnt)\b`,
    re`${IM}(?:un(?:able|equipped|authori[sz]ed) |in(?:capable|competent) |not (?:\w+ )?(?:able|allowed|permitted|capable|equipped|authori[sz]ed|connected|in a position|set up|cleared|programmed|hooked up|the right|it,|on your|able to)|forbidden|prevented|barred|blocked from|locked out|blind to|deaf to|stumped|stuck (?:here|on|with|at)|out of (?:ideas|my depth|options)|at (?:my wits|a loss)|no good at|going round in circles|giving up|throwing in|leaving it at that|just an? (?:chat ?bot|bot|language model|program|ai|assistant)|text[- ]only|only able|limited to)`,
    re`(?<![\w'])i (?:wasn't|weren't|am not|was not|haven't been|have not been|'ve not been) (?:\w+ )?(?:able|allowed|permitted|given|granted|connected|set up|authori[sz]ed|told|trained|equipped)\b`,
    re`\b(?:isn't|is not|aren't|are not|wasn't|not|n't) (?:\w+ )?(?:available|visible|enabled|installed|accessible|reachable|open|possible|shared|exposed|wired up|set up|connected) (?:to|for|with|on|in|where) (?:me\b|i (?:run|am|live)|my (?:end|side|tools))`,
    re`(?<![\w'])i (?:don't|do not) (?:have any(?:thing)? (?:more ideas|else|left|here|to \w+ with|with which)|think i (?:can|could|'m able|am able)|get to (?:see|do|choose|use)|know (?:what (?:day|time)|where you are|who you are|how to (?:fix|do|solve|get|make|go on|reach))|speak|understand \w+ well enough|see (?:a|any|how i)|hear|feel)\b`,
    re`\b(?:like me|such as me)\b(?= ?[.,!]| ?$)`,
    re`\b(?:it's|only) text(?: or nothing)?(?: for me)?\b|\bnothing for me\b|\bno can do\b|\bout of reach (?:for|to) (?:me|an?)\b|\ball i(?:'m| am) able to do\b|\bthere(?:'s| is) no (?:\w+ ){0,2}(?:tool|function)\b|\bi(?:'ll| will) have to (?:give up|pass|leave it)\b|^i (?:don't|can't|cannot|couldn't|am not|haven't),? so\b|\bhad anyone given me\b|\bso [\w ']+ing [\w ']+ is up to you\b|\bno \w+ i could\b`,
    re`(?:sorry|nah|nope|afraid|but|so|and|,) (?:can't|cannot|cant|couldn't) (?!you|we|they|he|she|be|have|it)\w+`,
    re`(?:'m|am|was) ${ADVERB}(?:unable|not able) to\b`,
    re`${I}(?:don't|do not|dont|didn't|haven't got|have not got|no longer|never) (?:(?:currently|actually|yet|really) )?(?:have|had|get|own|possess|got) (?:(?:an?|any|the|your|enough|such|direct|live|write|read|internet|web|real|proper|that|working|\w+) )*${MEANS}\b`,
    re`${I}(?:have|had|'ve|'ve got|have got|got|keep) (?:absolutely |also |only |literally )?(?:no|neither|read[- ]only|only read|zero)(?: (?!problem|doubt|objection|idea why|reason|plans|preference|complaints?|opinion|strong)\w+)*? ?${any`${MEANS}|access`}\b`,
    re`(?<![\w'])i've (?:got )?(?:absolutely )?no(?: other| further)? (?:\w+ ){0,3}?${MEANS}\b`,
    re`${I}(?:lack|am missing|need access|would need access)\b`,
    re`(?<![\w'])i'd (?:need|have to (?:be|have))\b[^.?!]{0,80}\b(?:i don't|i'm not|i haven't|which i)\b`,
    re`(?<![\w'])(?:and|but|so|,) ?i (?:don't|do not|haven't|have not|can't|cannot|am not|couldn't)(?= ?(?:[.,;:!]|$|have (?:it|one|that|any)))`,
    re`${I}(?:won't|will not|would not|refuse|decline|must (?:decline|refuse)|have to (?:decline|refuse|admit defeat|pass on)|give up|gave up|admit defeat|don't know how|do not know how|have exhausted|'ve exhausted)(?: to)?\b(?<!(?:won't|will not|would not))|(?<![\w'])i (?:won't|will not) (?:help|assist|be able|do (?:that|this)|write|provide|comply|take part|produce|generate)\b(?![^.]{0,40}\b(?:until|unless|without|before)\b)`,
    re`(?<![\w'])i(?:'ve| have) (?:exhausted (?:every|all|my)|tried everything|run out of (?:ideas|options)|hit (?:a wall|my limit)|no idea how)`,
    re`(?<![\w'])i only (?:ever )?(?:see|get|respond|receive|have (?:read|access)|read|know what|handle|work with|exist|hear)\b`,
    re`\b(?:isn't|is not|aren't|are not|not|wasn't|'s not) (?:\w+ )?(?:something|anything|a thing|things|among the things|one of the things|what) (?:that )?i(?:'m| am)? (?:can|could|do|know how|able|permitted|allowed|in a position|capable|should|get to)`,
    re`\bsomething (?:that )?i(?:'m| am)? (?:can't|cannot|don't|not (?:able|in a position|allowed|permitted)|unable)`,
    re`\b(?:beyond|outside(?: of)?|exceeds?|above|past) (?:my|what i (?:can|am|have)|the agent's|this (?:bot|assistant)'s) ?(?:\w+ )?(?:current |present )?(?:abilit\w+|capabilit\w+|reach|scope|control|means|powers?|runtime|build|sandbox|workspace|remit|do|manage|access|skills?|pay grade|competence)?`,
    re`\b(?:more than i can|out of my (?:reach|hands|depth|control)|closed to me|not in my (?:toolset|toolbox|power|hands|repertoire)|isn't in my|aren't in my|off limits (?:to|for) me|hidden from me|invisible to me)\b`,
    re`\b(?:not|n't|no longer|never) (?:been )?(?:available|possible|accessible|open|visible|given|made available|granted|feasible|an option|reachable|within reach)(?: to| for)? me\b`,
    re`\b(?:isn't|is not|not) (?:possible|an option|available|something) (?:for|to|with) (?:me|my tools|us here)\b|\bnot possible,? (?:i|from here|for me|here)\b`,
    re`\b(?:doesn't|don't|didn't|won't|does not|did not|will not|do not|fails? to) (?:\w+ )?(?:work|reach|load|open|come through|get through|arrive|display|play|let me|respond)(?: \w+)? ?(?:for|to|with|on)? ?(?:me\b|my (?:end|side))`,
    re`\b(?:there's|there is|there are|there isn't|there's not|i see|with|got)? ?no(?: other)? (?:\w+ ){0,2}?${any`${MEANS}|chance|hope|camera|compiler`}(?: \w+)? ?(?:on my (?:end|side|part)|for me\b|(?:here|in here|from here|in this (?:chat|channel|conversation|environment|session)),? so\b|here\b|available to me|(?:has|have) been (?:given|made|granted|provided)|4 it|with which i|to (?:do|reach) (?:it|that) with)`,
    re`\bno (?:tool|function|feature|command|connector|integration)s? (?:for|to|with|that)\b[^.?!]{0,60}\b(?:to|for) me\b|\bnone of my (?:tools|functions|skills)\b|\bmy (?:tools|functions|abilities|powers|superpowers|permissions|access|knowledge|search|instructions) (?:\w+ )?(?:are|is|end|ends|stops?|only|do not|don't|doesn't|does not)\b[^.?!]{0,40}\b(?:limited|edge|only|cover|include|allow|extend|at|in \d{4}|reach)\b|\bnot covered by my\b|\bno (?:tool|access)\b(?= ?[.,!]| ?$)`,
    /^(?:\W|oh no|sorry|apologies|nope|alas|sadly|unfortunately|error|update|short answer)*[,:;.! ]*(?:(?:can't|cannot|couldn't|can not|cant) (?!wait\b|you\b|we\b|they\b|be\b|have\b|stress|recommend|beat|hurt|do without)|unable to\b|not able to\b|not possible\b(?! for (?:you|him|her|them))|no access\b|permission denied\b|access denied\b|insufficient (?:privileges|permissions))/g,
    /\bthis (?:unit|bot|assistant|agent|system|model) (?:cannot|can't|is unable|is not able|does not have|has no)\b/g,
    /\b(?:i|that)(?:'m| is|'s) (?:as far as i (?:can|could) (?:get|go)|where i'm stuck|all i (?:can|could) do)\b|\bnothing (?:more|else) i can do\b|\b(?:don't|can't|do not) see (?:a|any) way\b|\bi(?:'m| am) afraid not\b|\bnobody's hooked me up\b|\bi wish i could\b|\bi'd (?:love|like|gladly)\b[^.?!]{0,60}\bbut (?:i|there|that|it)\b|\bcan and can't do\b|\bdoor i don't hold\b|\bi'm not it\b|\bno way for me\b|\bin any other way\b(?= ?[.]| ?$)/g,
    /\b(?:falls?|fall) to you\b(?= ?[.,;]| ?$)|\bis on you\b(?= ?[.,;]| ?$)|\bover to you\b(?= ?[.!]| ?$)|\bstays your job\b|\b(?:will|would) have to happen on your side\b|\b(?:you'll|you'd|you will|you would) have to (?:take over|run (?:them|it|this) yourself|do (?:it|that|this) (?:yourself|by hand))\b|\bthese (?:two )?are for you,? i'm afraid\b/g,
    /\bplease restart (?:the|this|your) session\b|\brestart (?:the|this|your) (?:session|app)\b[^.?!]{0,20}\b(?:and|then) try again\b|\b(?:query|search|lookup|attempt|it|everything|i) (?:\w+ )?came up empty\b/g,
    /\b(?:a )?(?:platform|you)-side (?:setup|change|configuration)\b|\b(?:run|use) (?:this )?xcodex yourself\b/g,
  ],

  idioms:
    /^ ?(?:,? ?(?:really|quite|possibly|honestly|even|ever|just|ever) )*(?:wait\b|imagine|stress|thank|recommend (?:it|this|that|them|\w+)? ?(?:highly )?enough|recommend|think of (?:a|any|anything|anyone|one)|think straight|believe|help but|say no|agree|complain|emphasi[sz]e|overstate|resist|get over|get enough|take credit|give (?:the|away)|find anything (?:wrong|odd|suspicious)|find (?:a|any) (?:kind|nice|fault|mistakes?|errors?|problems?|reason|better)|find fault|follow that|tell you (?:what's right|how (?:happy|sorry|much|glad|pleased)|whether your guess)|forgive|decide (?:that|this|it)? ?for you|blame|argue|fault|be (?:sure|certain|happier|clearer|more|angry|bothered)|have (?:said|put|asked|done it better|wished|hoped|saved)|say (?:that )?i|say i|sleep|stand\b|bear\b|disagree|ask for|care less|promise you'll|see (?:why not|a problem|any (?:problem|reason|harm|objection)|anything wrong|what's wrong)|help (?:you with the answer|smiling|laughing|noticing|but|myself|wondering)|top that|beat that|quite|match that|speak highly|for the life of me|praise|let (?:you|that)|wish|picture|count (?:the )?(?:times|ways)|go wrong|put it better|choose|pick (?:a|one|between)|make (?:that|this|the) decision|order for|rule (?:it|that|this) out|exclude|vouch|guarantee|judge)/,

  hypothetical:
    /\b(?:if|unless|suppose|imagine|when|whenever|as though|as if|pretend|had|were)\b[^,;]*$|\b(?:asks?|says?|said|means?|meaning|replied|answered|saying|like|called|titled|line|sentence|phrase|word)[,:]? $/,

  requests:
    /[,;.]? ?(?:so |and |but )?(?:would|could|can|will|please|do|are|is|what|which|how|shall|may|might|mind|want)\b[^,]*\?["')\s]*$/,

  drafts:
    /\b(?:draft|version|wording|letter|e-?mail|message|reply|post|translat\w+|rewrit\w+|example|sample|template|dialogue|scene|story|poem|lyrics|joke|you could (?:say|write|send|reply|answer)|i'd (?:say|write|answer|reply)|help page|privacy page|tutorial|prompt|the (?:bot|model|assistant|machine|ai) says|devil's advocate|as your (?:interviewer|opponent|examiner))\b/,
};
