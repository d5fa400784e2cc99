import { INTENT_PATTERNS, type IntentPatterns } from './intentPatterns.js';
import { type SpokenSentence, spokenSentences, straighten } from './spokenSentences.js';

/** Longer answers are answers, whatever they announce (spec: turns and commands 5), in characters. */
const MAX_CHARS = 1200;
const MAX_TRAILING_CHARS = 400;
const TRAILING_TAIL_CHARS = 160;

/** Sentences at the end that may still promise something after a completion. */
const TAIL_SENTENCES = 3;
/** Sentences at the end of which one must be the promise, for the kinds that ask for no place of work. */
const PROMISE_SENTENCES = 2;

/** Text after a colon from this length on is the announced thing itself, in characters. */
const FULFILLED_CHARS = 40;

/** Texts that speak for somebody else: letters, and what the person asked to have worded. */
const COMPOSED =
  /^(?:dear|hi|hello|hey|sehr geehrte|liebe[rs]?|cher|chère|estimad[oa]|querid[oa]|subject:|betreff:)\b[^\n]{0,60}[,:]?\s*$|^(?:best|kind|warm|many)? ?(?:regards|wishes)\b|^(?:sincerely|yours|cheers|mit freundlichen grüßen|cordialement|saludos)\b/im;
const ASKED_TO_COMPOSE =
  /\b(?:translate|rephrase|reword|rewrite|proofread|paraphrase|story|poem|e-?mail|letter|tweet|caption|dialogue|lyrics|role-?play|speech)\b|übersetz|formulier|gedicht|traduis|traduire|traduc|traduz|перевед|翻译|故事|邮件/i;

/** A path of files, not a fraction, an alternative or a web address. */
const PATH =
  /(?<![\p{L}\p{N}/:.])(?:~\/|\.{1,2}\/|\/(?=[\p{L}_.]))[\p{L}\p{N}_.@+-]+|(?<![\p{L}\p{N}/:.])[\p{L}\p{N}_.@+-]+\/[\p{L}\p{N}_@+-]*\.[a-z]\w{0,9}(?!\w)|(?<![\p{L}\p{N}/:.])(?:[\p{L}\p{N}_.@+-]+\/){2,}[\p{L}\p{N}_.@+-]*|(?<![\p{L}\p{N}])[a-z]:\\\w/iu;

const lastOf = (sentences: readonly SpokenSentence[], count: number) => sentences.slice(-count);

/** Whether the person is to act next: a question at the end, or a request or condition. */
function asksPerson(sentences: readonly SpokenSentence[], language: IntentPatterns): boolean {
  if (sentences.at(-1)?.isQuestion) return true;
  return lastOf(sentences, TAIL_SENTENCES).some(({ text, isQuestion }) => isQuestion || language.waiting.test(text));
}

/** Whether the sentence says that its author now does something that takes a tool. */
function promises(sentence: SpokenSentence, language: IntentPatterns): boolean {
  if (sentence.isQuestion || sentence.afterColon.length >= FULFILLED_CHARS) return false;
  if (!language.promise.test(sentence.text)) return false;
  return !language.waiting.test(sentence.text) && !language.later.test(sentence.text);
}

/** "Trying a narrower query.": what is being done at this moment, if no tool call comes with it, is not being done. */
function narrates(sentence: SpokenSentence | undefined, language: IntentPatterns): boolean {
  if (sentence === undefined || sentence.isQuestion || sentence.isItem) return false;
  if (!language.progress.test(sentence.text) || sentence.afterColon.length >= FULFILLED_CHARS) return false;
  return !language.statement.test(sentence.text) && !language.later.test(sentence.text);
}

function isComposed(answer: string, request: string): boolean {
  return COMPOSED.test(answer) || ASKED_TO_COMPOSE.test(request);
}

/**
 * An answer that ends on the promise of a next step which nothing follows. `request` is what the person wrote: an answer
 * that was asked to be a letter or a translation promises nothing of its own.
 */
export function endsOnPromise(answer: string, request = ''): boolean {
  const text = answer.trim();
  if (text === '' || text.length > MAX_CHARS || isComposed(text, request)) return false;
  const sentences = spokenSentences(text);
  return INTENT_PATTERNS.some((language) => {
    if (asksPerson(sentences, language)) return false;
    const tail = lastOf(sentences, PROMISE_SENTENCES);
    return tail.some((sentence) => promises(sentence, language)) || narrates(sentences.at(-1), language);
  });
}

/** An offer of help that explains nothing to the person: the work was meant to begin. */
function offersWork(sentences: readonly SpokenSentence[], language: IntentPatterns): boolean {
  const text = sentences.map((sentence) => sentence.text).join(' ');
  return language.offer.test(text) && language.action.test(text) && !/\b(?:you|your|use|try)\b/.test(text);
}

/**
 * An answer that only says that work in a workspace is about to begin (contract: agent notes, intermediate ack). It counts
 * only as long as no tool ran in the turn.
 */
export function isIntermediateAck(answer: string, request: string): boolean {
  const text = answer.trim();
  if (text === '' || text.length > MAX_CHARS || isComposed(text, '')) return false;
  const sentences = spokenSentences(text);
  const asked = straighten(request).toLowerCase();
  return INTENT_PATTERNS.some((language) => {
    if (asksPerson(sentences, language)) return false;
    const announces = sentences.some((sentence) => promises(sentence, language)) || offersWork(sentences, language);
    if (!announces) return false;
    const isComplete = sentences.some((sentence) => language.completion.test(sentence.text));
    const goesOn = lastOf(sentences, TAIL_SENTENCES).some((sentence) => promises(sentence, language));
    if (isComplete && !goesOn) return false;
    return (
      INTENT_PATTERNS.some(({ workspace }) => workspace.test(asked)) ||
      language.workspace.test(text.toLowerCase()) ||
      PATH.test(request) ||
      PATH.test(text)
    );
  });
}

/** A short answer whose end announces work and stops: "Let me now run the migration." */
export function isTrailingIntent(answer: string): boolean {
  const text = answer.trim();
  if (text === '' || text.length > MAX_TRAILING_CHARS || isComposed(text, '')) return false;
  const sentences = spokenSentences(text);
  const last = sentences.at(-1);
  if (last === undefined || last.isQuestion || last.text.length > TRAILING_TAIL_CHARS) return false;
  if (last.afterColon.length >= FULFILLED_CHARS) return false;
  return INTENT_PATTERNS.some((language) => {
    const rest = language.trailing.exec(last.text)?.groups?.rest;
    if (rest === undefined || language.harmless.test(rest)) return false;
    return !language.waiting.test(last.text) && !language.later.test(last.text);
  });
}
