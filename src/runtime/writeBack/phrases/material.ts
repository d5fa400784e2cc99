/**
 * What a message hands over to be worked on, what it makes up, and what is said of a moment: in every language's words, as `foldPhrase`
 * gives them. None of it says anything lasting of the person.
 */

/** Verbs that ask for work on a text, at the beginning of a message. */
const WORK_VERBS = [
  'write|draft|translate|rephrase|reword|rewrite|correct|proofread|check|improve|polish|shorten|summari[sz]e|paraphrase|spell|transcribe|how (?:do|would) (?:you|i|we) say|what does',
  'schreib\\w*|ubersetz\\w*|formulier\\w*|korrigier\\w*|pruf\\w*|verbesser\\w*|kurz\\w*|wie sagt man',
  'ecris|ecrivez|tradui\\w*|reformule\\w*|corrige\\w*|verifie\\w*|ameliore\\w*|resume\\w*|comment dit-on|redige\\w*',
  'escribe|traduce|reformula|corrige|revisa|mejora|resume|como se dice|redacta',
  'scrivi|traduci|correggi|riformula|controlla|migliora|riassumi|come si dice',
  'escreva|escreve|traduza|traduz|corrija|reescreva|revise|melhore|resuma|como se diz',
  'напиши(?:те)?|переведи(?:те)?|исправь(?:те)?|проверь(?:те)?|перефразируй(?:те)?|сократи(?:те)?|как сказать',
  'napisi|prevedi|ispravi|proveri|skrati|kako se kaze',
].join('|');

/** Words before such a verb that only ask nicely. */
const LEAD_IN =
  "please|bitte|por favor|per favore|s'il te plait|s'il vous plait|пожалуйста|molim te|can you|could you|would you|will you|kannst du|konntest du|peux-tu|pouvez-vous|puedes|puoi|pode|mozes li|now|and|also|hey|ok|okay";

/** Such a request up to the colon, or the quotation mark, behind which the text begins. */
export const MATERIAL = new RegExp(
  `^(?:(?:${LEAD_IN})[, ]+)*(?:${WORK_VERBS})(?=[\\s:])[^:"“„«\\n]{0,120}(?::|["“„«])|^(?:请|帮我|请帮我)?(?:翻译|改写|写|修改|检查|缩短)[^:：\\n]{0,40}[:：]`,
);

/** The person plays or supposes: nothing of it is so. */
export const MADE_UP = [
  /\bin (?:the|my|our|this|that|a) (?:story|novel|game|play|dream|book|scene|film|movie|script|song|poem)(?=,|$| (?:i|my|we|our|you|he|she|they|it)\b)/,
  /\b(?:pretend|suppose|supposing|imagine|assume|assuming|role-?play|let's say|let us say|hypothetically)\b|^act as\b|\bif i (?:\w+ed|were|had|was|did|could|won)\b/,
  /\b(?:stell dir vor|angenommen|nehmen wir an|tu so|tun wir so|in (?:der|meiner) geschichte|im (?:spiel|roman|traum|buch|film))\b|\bwenn ich .{1,40}(?:ware|hatte|wurde|lebte)\b/,
  /\b(?:imagine que|imaginons|supposons|suppose que|fais comme si|faisons comme si|dans (?:l'histoire|le jeu|le roman|mon reve|le film))\b|\bsi j'(?:etais|avais|habitais)\b/,
  /\b(?:imagina(?:te)?|supongamos|supon|finge|haz como si|en (?:la historia|el juego|la novela|mi sueno))\b|\bsi yo (?:fuera|viviera|tuviera)\b/,
  /\b(?:immagina|supponiamo|fai finta|nella storia|nel (?:gioco|romanzo|sogno))\b|\b(?:imagine que|suponha|finja|na historia|no jogo)\b/,
  /(?:^|\s)(?:представь|представим|допустим|предположим|притворись|в (?:рассказе|игре|романе|истории)|если бы)(?:\s|$|[,.])/,
  /\b(?:zamisli|pretpostavimo|recimo da|u (?:prici|igri|romanu))\b/,
  /假设|假如|想象|假装|在(?:这个)?(?:故事|游戏|小说)里/,
] as const;

/** A state of the day, said in passing. */
export const OF_THE_DAY = [
  /\b(?:right now|since (?:this|last) (?:morning|night|week)|since yesterday|this (?:morning|afternoon|evening)|tonight|today|just now|all day)\b/,
  /\b(?:heute|seit (?:heute|gestern)|schon wieder|eben erst)\b/,
  /\b(?:aujourd'hui|ce (?:matin|soir)|depuis (?:ce matin|hier)|ahora mismo|hoy|esta (?:manana|tarde|noche)|oggi|stamattina|hoje)\b/,
  /(?:^|\s)(?:сегодня|с утра)(?:\s|$|[,.])|\bdanas\b|今天|刚才/,
  /\b(?:at|on) \d+ ?(?:%|percent)/,
] as const;

/** What goes on, in a sentence as it was written: a name that ends like it begins with a capital letter. */
export const GOES_ON =
  /\b(?:is|are|am)\s(?:[a-z]+ly\s|just\s|still\s|always\s)?(?!living|working|studying|training|expecting|learning|called|retiring|being)[a-z]+ing\b/;

/** A request to keep something that marks where it begins. */
export const MARKED_REQUEST = /[:,]|\b(?:that|dass|que|che|da)\b|(?:^|\s)что(?:\s|$)|[：，]/;

/** All that may stand before a request that does not. */
export const POLITE_ONLY = new RegExp(
  `^(?:(?:${LEAD_IN}|but|so|aber|und|et|mais|y|pero|e|ma|mas|и|а|но|i|a|ali|oh|thanks|danke|merci|gracias|grazie|спасибо|hvala|du|tu|vous|请|你)[,.! ]*)*$`,
);
