import type { Lexicon } from '../concepts.js';
import { ARABIC } from './arabic.js';
import { CHINESE } from './chinese.js';
import { DUTCH } from './dutch.js';
import { ENGLISH } from './english.js';
import { FRENCH } from './french.js';
import { GERMAN } from './german.js';
import { ITALIAN } from './italian.js';
import { JAPANESE } from './japanese.js';
import { POLISH } from './polish.js';
import { PORTUGUESE } from './portuguese.js';
import { RUSSIAN } from './russian.js';
import { SPANISH } from './spanish.js';
import { TURKISH } from './turkish.js';

/** All languages at once: an attack need not be written in the language of its surroundings. */
export const LEXICONS: readonly Lexicon[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  PORTUGUESE,
  ITALIAN,
  DUTCH,
  POLISH,
  TURKISH,
  RUSSIAN,
  CHINESE,
  JAPANESE,
  ARABIC,
];
