import type { ExchangePhrases } from './exchangePhrases.js';

export const english: ExchangePhrases = {
  preference: [
    /\bi (?:really |strongly |much |usually |generally |normally )*prefer\b/,
    /\bi(?:'d| would) (?:much )?rather\b/,
    /\bi (?:really |absolutely )?(?:like|love|hate|dislike|can't stand|cannot stand|don't like|do not like|detest) (?!to (?:know|see|hear|ask|point|understand|learn|have|get|talk|book|order|propose|suggest)\b|the (?:idea|second|first|last|third|new|other)\b|that\b|this\b|it\b|your\b|how (?:you|this|that)\b)/,
    /\bi (?:always|never) (?!said|say so|meant|got|saw|knew|know|thought|heard|received|asked|mind|told|had|did|understood|understand|wanted to (?:know|ask)|wonder|can\b|could|manage|remember|forget|forgot|mix|confuse|mistake|misspell|misread|mispronounce|stumble|struggle|fail|lose|end up|have (?:trouble|problems|difficulties|to (?:look|google|search|think))|get (?:(?:it|this|that|the|my|them|these|those|\w+) ){0,3}(?:right|wrong|lost|stuck|confused|mixed))\w*/,
    /\b(?:please )?call me (?!back|later|tomorrow|today|tonight|when|at\b|on\b|if|in\b|a\b|an\b|crazy|mad|maybe|after|before|once|now|asap)\S/,
    /\bmy (?:preferred|favou?rite|usual|default|preference|style|pronouns)\b.*\b(?:is|are|:)/,
    /^(?:please |and |also |so |but )*(?:don't|do not|never|always) (?:ever |again )?(?!mind\b|worry|forget\b|bother|you think|be (?:silly|sorry))\w/,
    /\bplease (?:always|never|don't ever|do not ever)\b/,
    /\byou (?:should|must|can) (?:always|never)\b/,
    /\bi (?:need|want|would like|expect) (?:you|it|everything|all (?:\w+ )?(?:answers|replies|files|reports)|answers|replies) (?:to )?(?:always|never)\b/,
    /\bkeep (?:it|things|answers|replies|responses|messages|your \w+|everything) (?:short|brief|concise|crisp|detailed|simple|formal|informal|casual|polite)\b/,
    /\b(?:use|write in|answer in|reply in|respond in) (?:only )?(?:bullet(?:s| points)|numbered lists?|markdown|plain (?:text|english)|metric|imperial|celsius|fahrenheit|kilomet\w+|miles|british english|american english|24[- ]hour|iso dates)\b(?! (?:for (?:this|these|that)|here|now|this time))/,
    /\bstop (?:doing|saying|adding|using|sending|calling|writing|asking|putting|starting|ending|including|repeating|apologi[sz]ing)\b/,
    /\bfrom now on\b|\bgoing forward\b|\bin (?:the )?future,/,
  ],
  about: [
    /\bi (?:live|work|study|teach|grew up|was born|come|volunteer) (?:in|at|as|for|near|from|with)\b/,
    /\bi(?:'m| am) (?:severely |highly |mildly |very )?(?:allergic|lactose[- ]intolerant|gluten[- ]intolerant|a? ?vegan|a? ?vegetarian|diabetic|pregnant|left[- ]handed|colou?r[- ]?blind|dyslexic|deaf|married|divorced|retired)\b/,
    /\bi(?:'m| am) an? (?:\w+[- ]){0,2}(?:engineer|developer|nurse|doctor|teacher|lawyer|baker|designer|student|manager|founder|freelancer|writer|accountant|consultant|pilot|chef|farmer|architect|researcher|scientist|parent|mother|father)\b/,
    /\bmy (?:\w+ ){0,2}(?:name|birthday|anniversary|wife|husband|partner|spouse|son|daughter|child|children|kids?|dog|cat|boss|manager|assistant|accountant|lawyer|dentist|doctor|gp|team|company|employer|business|shop|e-?mail(?: address)?|phone(?: number)?|address|time ?zone|car|flat|house|office|landlord|sister|brother|mother|father|mum|mom|dad|neighbou?r|allerg\w+|nationality|native language|mother tongue)(?: is| are|'s|:| was born| has| works| lives)\b/,
    /\bi have (?:an? |two |three |four |\d+ )?(?:\w+ )?(?:allerg\w+|sons?|daughters?|kids|children|dogs?|cats?|siblings|diabetes|asthma)\b/,
    /\bi (?:speak|play|drive) (?:fluent |some |native |the )?(?!to\b|with you)\w+/,
  ],
  decision: [
    /\blet'?s (?:go with|use|stick (?:with|to)|do that|proceed|move forward|go ahead|settle on|take|choose|pick)\b/,
    /\bwe(?:'ll| will| shall) (?:use|go with|do|take|ship|launch|move|hire|switch|keep|stick|start|build|buy|order|meet|drop|skip)\b/,
    /\b(?:we|i|they|the (?:team|board|client|committee)|everyone)(?:'ve| have|'d| had| has)? (?:all )?(?:now |just |finally )?(?:decided|agreed|settled|committed|chosen|voted|opted)\b/,
    /\bdecision:|\bdecided to\b|\bagreed to\b|\bagreed on\b/,
    /\bthe plan is\b/,
    /\b(?:ok|okay|yes|right),? (?:then )?(?:option|choice|approach|variant|plan|version) \w+/,
    /\bwe(?:'re| are) going (?:with|to (?:use|go|do|ship|launch|move|hire|switch|keep|build|buy))\b/,
    /\b(?:the |our |my )?final (?:decision|choice|answer|call)\b/,
    /\bi(?:'ll| will) go (?:with|ahead)\b/,
    /\b(?:it's|it is) (?:decided|settled|agreed)\b/,
  ],
  undecided: [
    /\b(?:if|unless|whether|suppose|imagine|what if|in case|once|before|until) (?:we|you|i|they|it|the)\b/,
    /\b(?:haven't|have not|hasn't|has not|hadn't|didn't|did not|never|not yet|not|nobody|cannot|can't|couldn't) (?:yet |really |quite |been able to )?(?:decided?|agreed?|settled?|chosen?|choose)\b/,
    /\b(?:should|shall|could|might|may|would) (?:we|i|you|they)\b/,
    /\b(?:not sure|unsure|undecided|maybe|perhaps|hypothetically|for example|e\.g\.)\b/,
  ],
  correction: [
    /^no[,.!:;]* (?:actually|that(?:'s| is)|it(?:'s| is| was)|wait|wrong|not)\b/,
    /\b(?:that|this|it)(?:'s| is| was|s) (?:just |simply |plain |totally |completely |also |still )?(?:wrong|incorrect|not (?:right|correct|true|accurate|what i (?:said|meant|asked))|false|a mistake|mistaken|inaccurate|outdated)\b/,
    /\byou(?:'re| are| were|'ve got| have got| got) (?:it |that |this )?(?:wrong|mistaken|incorrect)\b/,
    /^(?:wrong|incorrect|not (?:right|correct|true))\b[,.:!;]?/,
    /^(?:sorry,? )?(?:correction|i meant|i misspoke)\b/,
    /\bi (?:said|meant|told you) .{1,80},? not\b/,
    /^actually,? (?:no\b|it|the|my|our|his|her|their|i|we|there|that)\b.*\b(?:is|are|was|were|has|have|'s|not|moved|changed)\b/,
  ],
  acceptance:
    /^(?:ok(?:ay)?|yes|yeah|yep|yup|sure|go(?: ahead| for it)?|do it|do that|let'?s (?:do (?:it|that)|go)|sounds (?:good|great)|perfect|great|good|that works|works for me|agreed|fine|deal|approved|confirmed|absolutely|exactly)\b/,
  hedge:
    /\b(?:but|however|not sure|unsure|maybe|perhaps|later|wait|although|unless|first|depends|question|hm+|why|what|how)\b|\?/,
  request:
    /\b(?:please )?(?:note|remember|save|record|write down|keep in mind|log|make a note|don't forget|do not forget|for the record|fyi|for your information)(?: down)?(?:,|:| that| this:)(?: that)? (?=\S)/,
  taskLocal:
    /\b(?:this time|for now|just here|in this case|right now|here|for this (?:one|task|answer|message|picture|image|text|file|slide)|today|once|in this (?:one|text|snippet|file|answer|draft|version))\b|^(?:please |and |also |so |but )*(?:don't|do not) \w+ (?:me |us )?(?:the|this|that|these|those|it)\b/,
  durable:
    /\b(?:always|never|from now on|in (?:the )?future|whenever|every time|in general|generally|prefer|my style|remember to|keep it|going forward|as a rule)\b/,
  smallTalk:
    /^(?:hi|hey|hello|thanks|thank you|thx|cheers|bye|goodbye|good (?:morning|afternoon|evening|night)|see you|lol|haha+)\b.{0,40}$|^(?:ok|okay|sure|yep|nope|yes|no|cool|nice|great)[.!]*$|\b(?:pizza|burger|sandwich|lunch|dinner|breakfast|coffee|snack|weather|rain(?:ing)?|sunny|weekend|holidays?|vacation|birthday party|party)\b/,
};
