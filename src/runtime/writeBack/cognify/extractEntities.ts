import { FIRST_NAMES, NO_NAMES, ORGANIZATION_WORDS, PLACE_WORDS, PROJECT_WORDS, TITLES } from './nameWords.js';
import { TECHNOLOGIES } from './technologies.js';

export type EntityType = 'person' | 'organization' | 'project' | 'place' | 'technology' | 'concept';

export interface ExtractedEntity {
  readonly type: EntityType;
  readonly name: string;
}

/** Only the beginning of a text is read, in characters; and so many names of it are kept. */
const MAX_CHARS = 10_000;
const MAX_ENTITIES = 20;
const MAX_NAME_CHARS = 80;

const CAPITAL_WORD = "\\p{Lu}[\\p{L}\\p{N}'’&-]*(?:(?<=(?:Dr|Mr|Ms|Mrs|Prof|St))\\.)?";
const JOINER = '(?:(?:of|de|del|von|van|der|&)\\s+)?';
/** Two words or more that begin with a capital; small words may join them. */
const PHRASE = new RegExp(`(?<![\\p{L}\\p{N}])${CAPITAL_WORD}(?:\\s+${JOINER}${CAPITAL_WORD}){1,4}`, 'gu');
/** What "of" belongs to; otherwise it stands between two names. */
const NAMED_OF = /^(?:University|Bank|Institute|Ministry|College|Council|School|City|Bay|Department|House|Board) of /;
/** One word with a capital that does not open a sentence. */
const WORD = /(?<=[\p{Ll}\p{N},;:("“«]\s?[\s"“«(])\p{Lu}[\p{L}\p{N}-]{1,}/gu;
const TECHNOLOGY_WORD = /[\p{L}][\p{L}\p{N}.+#-]*/gu;

/** The names in a text, by rules: known technologies and what is written as a name. Pure. */
export function extractEntities(text: string): readonly ExtractedEntity[] {
  const read = text.slice(0, MAX_CHARS);
  const found = new Map<string, ExtractedEntity>();
  const add = (type: EntityType, name: string) => {
    const key = name.toLowerCase();
    if (!found.has(key) && found.size < MAX_ENTITIES && name.length <= MAX_NAME_CHARS) found.set(key, { type, name });
  };
  for (const [word] of read.matchAll(TECHNOLOGY_WORD)) {
    const name = TECHNOLOGIES.get(word.toLowerCase().replace(/[.-]+$/, ''));
    if (name !== undefined) add('technology', name);
  }
  const phrases = [...read.matchAll(PHRASE)]
    .flatMap(([phrase]) => (NAMED_OF.test(phrase) ? [phrase] : phrase.split(/\s+of\s+/)))
    .map(trimName);
  for (const phrase of phrases) if (phrase.includes(' ')) add(typeOf(phrase), phrase);
  for (const [word] of read.matchAll(WORD)) {
    const name = trimName(word);
    if (NO_NAMES.has(name.toLowerCase()) || phrases.some((phrase) => phrase.split(' ').includes(name))) continue;
    if (TECHNOLOGIES.has(name.toLowerCase())) continue;
    // German writes every noun with a capital: a single word is a name only where its neighbours or a list say so.
    if (FIRST_NAMES.has(name.toLowerCase())) add('person', name);
    else if (ORGANIZATION_WORDS.test(name)) add('organization', name);
  }
  return [...found.values()];
}

/** Without words at the beginning that only open the sentence, and without what hangs on the end. */
function trimName(phrase: string): string {
  const words = phrase
    .replace(/[’']s$/, '')
    .replace(/[.,;:'’&-]+$/, '')
    .split(/\s+/);
  while (words.length > 0 && NO_NAMES.has((words[0] ?? '').toLowerCase())) words.shift();
  while (words.length > 0 && NO_NAMES.has((words.at(-1) ?? '').toLowerCase())) words.pop();
  return words.join(' ');
}

function typeOf(name: string): EntityType {
  const words = name.toLowerCase().split(' ');
  const [first = ''] = words;
  if (TITLES.has(first.replace('.', '')) || FIRST_NAMES.has(first)) return 'person';
  if (ORGANIZATION_WORDS.test(name)) return 'organization';
  if (PROJECT_WORDS.test(name)) return 'project';
  if (PLACE_WORDS.test(name)) return 'place';
  return 'concept';
}
