const MAX_WORDS = 10;

const GREETING =
  /^(?:hi|hey|hello|yo|good (?:morning|afternoon|evening)|thanks?|thank you|ok(?:ay)?|hallo|moin|servus|guten \w+|danke|bonjour|salut|merci|hola|gracias|olá|oi|obrigad[oa]|привет|здравствуйте|спасибо|你好|您好|谢谢)\b/iu;
/** A path, a file or a link. */
const POINTER = /[\w.-]+\/[\w.-]+|\b\w+\.\w{2,4}\b|:\/\//;
/** Says what to do, in English or by an imperative at the start of another language's sentence. */
const ACTION =
  /\b(?:add|ask|book|build|buy|calculate|call|change|check|choose|clean|compare|convert|copy|correct|count|create|decide|delete|describe|do|draft|draw|edit|explain|export|extract|fetch|fill|find|fix|format|generate|get|give|help|install|keep|list|look|make|merge|move|open|organi[sz]e|plan|play|prepare|print|read|recommend|remember|remind|remove|rename|reply|research|review|rewrite|run|save|schedule|search|send|set|share|shorten|show|sort|split|start|stop|suggest|summari[sz]e|take|tell|test|translate|try|turn|update|use|write)\b|^(?:was|wie|wer|wo|wann|warum|schreib|zeig|such|mach|erinner|erklär|fass|que|quel|qui|où|cherche|écris|montre|qué|cómo|busca|escribe|como|procure|escreva|что|как|где|найди|напиши|покажи)\p{L}*/iu;
/** The rule is about words; a script without spaces between them is left alone. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Whether the first message of a conversation leaves open what is wanted (spec: agent runtime 7.16). */
export function isAmbiguous(text: string): boolean {
  const words = text.trim().split(/\s+/);
  if (text.trim() === '' || words.length >= MAX_WORDS) return false;
  return !/[?？¿]/.test(text) && ![GREETING, POINTER, ACTION, UNSPACED].some((pattern) => pattern.test(text.trim()));
}

export const AMBIGUITY_HINT =
  'This first message is short and says no task. If it is not clear what is wanted, ask one short question instead of guessing.';
