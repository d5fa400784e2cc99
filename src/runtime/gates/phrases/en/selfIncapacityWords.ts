import { any } from './sources.js';

/** What an assistant may have or lack to do its work with. */
export const OWN_MEANS = any`
  tools?|ways?|access|abilit(?:y|ies)|permissions?|capabilit(?:y|ies)|means|functions?|powers?|rights?|privileges?|network
  |connection|credentials?|integrations?|options?|interface|internet|browser|camera|microphone|ears|eyes|hands|gpu|compiler
  |interpreter|sandbox|terminal|shell|data|log|view|key|password|login|account|clock|calculator|feature|plug-?in|connector
  |route|engine|player|printer|scanner|viewer|editor|screen|speakers?|phone|debugger|upload|vision|email client|chance|hope
`;

/** What one may be without and still do the work. */
export const NO_MEANS = any`
  (?:[\w-]+ ){0,2}?(?:objections?|favou?rites?|preferences?|opinions?|doubts?|complaints?|questions?|problems?|issues?|reasons?
  |concerns?|plans|reservations|regrets|worries|qualms|comments?|suggestions?|remarks?|notes\b|changes|edits|feelings|time for
  |need\b|intention|desire|illusions|secrets?|patience|sympathy|views?\b|idea (?:why|what|who|where|when)|mistakes?|errors?|faults?|warnings?|news
  |appetite|heart|quarrel|bone|stake|strong|wish|duplicates?|trouble|difficulty)
  |have (?:to|any objections)|want|like|mind|[\w ]{1,30} in mind|believe|care|think|know|recommend|see|agree|need|much\b|so\b|anything (?:to add|against|else to (?:add|say))
`;

/** What is praise, an opinion, a doubt or courtesy after "I can't". */
export const IDIOMS = any`
  wait\b|imagine|picture|stress|emphasi[sz]e|overstate|overemphasi[sz]e|underline|thank|praise|fault|believe|help (?:but|it\b|\w+ing|myself|feeling)|resist
  |blame|argue|agree|disagree|complain|deny|object|quarrel|quibble|forgive|sleep\b|stand\b|bear\b|breathe|match that|beat\b|top\b|fathom
  |recommend|speak highly|take (?:credit|sides|offence|my eyes)|get (?:over|enough|behind|used)|get it out of my head|(?:say|tell|decide|choose) (?:which|what|who)(?: \w+){0,4} (?:better|best|nicer|right|prefer\w*|like\w*)|say (?:no\b|enough|i\b|that i|it (?:better|enough)|for (?:sure|certain)|with certainty)
  |think (?:of (?:a|an|any|anything|anyone|one|many|much)\b|straight)|improve|add (?:anything|much|to)|follow (?:that|your|the|this) (?:argument|logic|reasoning|thought)
  |give (?:(?:away|it away)\b|[\w ]{1,30} away)|find (?:it in|fault|anything|words|(?:a|an|any|one|another|much)(?: single)? (?:[\w-]+ )?(?:weak|kind|nice|gentle|bad|fault|flaw|mistake|errors?|problems?|bugs?|hole|typos?|reason|better|excuse|objection|issues?|downside|wrong|sign|evidence|trace|indication|hint|duplicates?))
  |(?:see|spot) (?:why|how (?:that|this|it|anyone|he|she|they)|(?:a|any|much|anything|the)(?: real| good| single)? ?(?:reason|problem|harm|objection|downside|flaw|fault|mistakes?|errors?|wrong|advantage|point|need|issue|difference)|what's wrong|anything wrong|myself|it (?:failing|going))
  |have (?:said|put|asked|done|wished|hoped|been|written|picked|chosen)|be (?:sure|certain|more\b|any \w+er|\w+er\b|angry|bothered|too|everywhere|trusted)|care less|ask for|name (?:a|one) (?:better|single)
  |promise|guarantee|vouch|rule (?:\w+ )?out|exclude|swear|tell (?:you )?(?:how \w+|what's right|what to|which (?:one )?(?:to|you)|whether your guess|(?:them|the two|one from))\b(?! it is| they)|count (?:the )?(?:times|ways)
  |decide (?:for|between|that|this|it|whether|which|what)|choose|pick\b|make (?:that|this|the|up) (?:decision|choice|your mind)|judge (?:you|him|her|them)|order for|read (?:his|her|their|your) mind|go wrong|go on like|speak for|give you (?:a|an) (?:yes|straight|simple|definite|clear|single)|put (?:it better|[\w ]{1,24} down|my finger)
  |stop (?:\w+ing)|keep (?:a straight|up with (?:all|your))|wish|pretend|lie\b|let (?:you|that|this) (?:go|slide|pass|down)|quite (?:put|say|tell)|refrain|contain|for the life of me|hardly|condone
`;
