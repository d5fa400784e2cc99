import { english } from './en.js';
import type { ExchangePhrases } from './exchangePhrases.js';
import { french } from './french.js';
import { chinese, italian, japanese, portuguese, russian } from './further.js';
import { german } from './german.js';
import { spanish } from './spanish.js';

/** Every language is tried: people mix them, and a platform's locale says little about what somebody writes. */
export const EXCHANGE_LANGUAGES: readonly ExchangePhrases[] = [
  english,
  german,
  spanish,
  french,
  portuguese,
  italian,
  russian,
  chinese,
  japanese,
];
