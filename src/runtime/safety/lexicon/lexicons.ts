import type { Lexicon } from '../concepts.js';
import { CHINESE } from './chinese.js';
import { ENGLISH } from './english.js';
import { FRENCH } from './french.js';
import { GERMAN } from './german.js';
import { SPANISH } from './spanish.js';

/** All languages at once: an attack need not be written in the language of its surroundings. */
export const LEXICONS: readonly Lexicon[] = [ENGLISH, GERMAN, FRENCH, SPANISH, CHINESE];
