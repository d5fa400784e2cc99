/** Words that name demanding work wherever they stand. */
export const DEMANDING_WORK =
  /\b(?:refactor|debug|implement|troubleshoot|diagnose|architect|benchmark|deploy|migrat|optimi[sz]|investigat|analy[sz]|evaluat|audit|reverse[- ]engineer)\w*\b|\b(?:stack ?trace|root cause|regex|unit tests?|step[- ]by[- ]step|pull request|source code)\b/i;

/**
 * Verbs that ask for demanding work where they stand as a request: at the start, or after such words as "please" or "can
 * you". In other places, and with "me" after "test", they are everyday words.
 */
export const DEMANDING_REQUEST =
  /(?:^|[.!?:;\n]\s*|\b(?:please|can you|could you|would you|will you|i (?:want|need) you to|help me(?: to)?|let'?s|and(?: then)?|then|to)\s+)(?:test(?!\s+(?:me|us)\b)|build|design|plan(?! on\b)|review|compare|research|prove|derive|solve|program|code|fix|rewrite|outline|draft|summari[sz]e|explain (?:in detail|how|why)|write (?:me |us )?(?:an?|the) (?:\w+ ){0,3}(?:function|script|program|class|query|test|report|essay|article|proposal|plan|story|letter|contract|spec\w*))\b/i;

/** The same in languages other than English: leading verbs only. */
export const DEMANDING_REQUEST_ELSEWHERE =
  /(?:^|[.!?:;\n]\s*|\b(?:bitte|s'il te plaît|s'il vous plaît|por favor|пожалуйста)\s+|请)(?:analysier|untersuch|vergleich|entwirf|implementier|programmier|überarbeite|prüfe|plane |schreib\w* (?:mir )?(?:ein|einen|eine) (?:\w+ ){0,2}(?:skript|programm|bericht|aufsatz|konzept)|analyse |compare|implémente|conçois|rédige|planifie|analiza|compara|implementa|diseña|redacta|planifica|analise|implemente|desenhe|redija|planeje|проанализируй|сравни|реализуй|спроектируй|напиши (?:код|программу|отчёт|отчет)|спланируй|分析|比较|实现|设计|编写|规划)/iu;
