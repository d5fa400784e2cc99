import { german } from './phrases/de.js';
import { english } from './phrases/en.js';
import { spanish } from './phrases/es.js';
import { french } from './phrases/fr.js';
import type { IntentPhrases } from './phrases/intentPhrases.js';
import { portuguese } from './phrases/pt.js';
import { russian } from './phrases/ru.js';
import { chinese } from './phrases/zh.js';

/** The phrases of one language, ready to be applied to a sentence. */
export interface IntentPatterns {
  /** Announcement and verb within one sentence. */
  readonly promise: RegExp;
  readonly offer: RegExp;
  readonly action: RegExp;
  readonly progress: RegExp;
  readonly statement: RegExp;
  readonly workspace: RegExp;
  readonly completion: RegExp;
  readonly waiting: RegExp;
  readonly later: RegExp;
  readonly trailing: RegExp;
  readonly harmless: RegExp;
}

/** Characters at most between an announcement and its verb. */
const REACH = 60;

/** Matches nothing: for kinds of phrases that a language has none of. */
const NEVER = '(?!)';

function compile(phrases: IntentPhrases): IntentPatterns {
  const words = (sources: readonly string[]) => {
    if (sources.length === 0) return NEVER;
    const any = `(?:${sources.join('|')})`;
    return phrases.hasSpaces ? `(?<![\\p{L}\\p{N}_])${any}(?![\\p{L}\\p{N}_])` : any;
  };
  const pattern = (source: string) => new RegExp(source, 'u');
  const between = `(?:(?!${words(phrases.barrier)})[^.!?:]){0,${REACH}}?`;
  const announced = `${words(phrases.future)}${between}${words(phrases.action)}`;
  return {
    promise: pattern(`${announced}|${words(phrases.direct)}`),
    offer: pattern(words(phrases.offer)),
    action: pattern(words(phrases.action)),
    progress: pattern(`^${words(phrases.progress)}`),
    statement: pattern(words(phrases.statement)),
    workspace: pattern(words(phrases.workspace)),
    completion: pattern(words(phrases.completion)),
    waiting: pattern(words(phrases.waiting)),
    later: pattern(words(phrases.later)),
    trailing: pattern(`^(?:\\p{L}+[,.!]? )?${words(phrases.trailing)}\\s*(?<rest>[\\s\\S]*)$`),
    harmless: pattern(`^(?:\\p{L}+ )?${words(phrases.harmless)}`),
  };
}

/** English first, then the languages of the notice catalogue. */
export const INTENT_PATTERNS: readonly IntentPatterns[] = [
  english,
  german,
  french,
  spanish,
  portuguese,
  russian,
  chinese,
].map(compile);
