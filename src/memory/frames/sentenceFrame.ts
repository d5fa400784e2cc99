import { foldText, isPaired } from '../search/terms.js';

/** A word of a sentence, or a character of a script without spaces. */
export interface Token {
  /** Folded. */
  readonly word: string;
  readonly isCapital: boolean;
  readonly hasDigit: boolean;
  readonly isPaired: boolean;
}

/** What the write-back puts before a note (`EXCHANGE_PREFIXES`): it says nothing of the matter. */
const LEAD = /^(?:user preference|about the user|noted on request|correction from user|style note|decision):\s*/i;

/** Words that only say that it is so at the time. */
const FILLERS: ReadonlySet<string> = new Set(
  `now currently presently actually well yes jetzt nun inzwischen mittlerweile aktuell derzeit maintenant desormais actuellement ahora
  actualmente ora adesso attualmente agora atualmente теперь сейчас уже sada trenutno сада тренутно`.split(/\s+/),
);

/** As they are written: `New York` is no new one. */
const NEW: ReadonlySet<string> = new Set(
  'new neu neue neuer neues neuen nouveau nouvelle nuevo nueva nuovo nuova novo nova novi новый новая новое novog nove'.split(
    ' ',
  ),
);

/** Numbers in words that stand for an hour. */
const HOURS: ReadonlySet<string> = new Set(
  'midnight noon mitternacht mittag minuit midi medianoche mediodia'.split(' '),
);

/** A date that moved is a date like the one before. */
const MOVED =
  /\b(?:got|gets|was|is|were|has been|have been) (?:moved|postponed|pushed|rescheduled|changed|shifted|brought)(?: (?:back|forward|out|up))? to\b/i;

const END = /(?<!\b(?:dr|mr|mrs|ms|st|prof|nr|no|ca|sr|sra))(?<=[^\d\s]{2})[.!?;](?=\s)|[。！？](?=.)|\n/iu;
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** A sentence with more words is a story. */
const MAX_TOKENS = 16;

/** The tokens of a text that is one short sentence; null for others. */
export function sentenceFrame(text: string): readonly Token[] | null {
  const bare = text.replace(LEAD, '').replace(MOVED, 'is').trim();
  if (END.test(bare) || /[?？]\s*$/.test(bare)) return null;
  const tokens = bare.split(/\s+/).flatMap(tokensOf);
  const isOfCharacters = tokens.some(({ isPaired: paired }) => paired);
  return tokens.length === 0 || tokens.length > (isOfCharacters ? 2 * MAX_TOKENS : MAX_TOKENS) ? null : tokens;
}

function tokensOf(raw: string): readonly Token[] {
  const bare = raw.replace(EDGES, '');
  const word = foldText(bare).replace(/['’]/g, '');
  if (word === '' || FILLERS.has(word) || NEW.has(bare)) return [];
  if (isPaired(word)) return [...word.matchAll(/\d+|./gu)].map(([part]) => made(part, part));
  return [made(word, bare)];
}

function made(word: string, written: string): Token {
  return {
    word,
    isCapital: /^\p{Lu}/u.test(written),
    hasDigit: /\d/.test(word) || HOURS.has(word),
    isPaired: isPaired(word),
  };
}
