/** How a kind of key looks. */
export interface SecretShape {
  /** A whole key. */
  readonly whole: RegExp;
  /** Words that are joined by hyphens look the same and have no digit. */
  readonly needsDigit?: boolean;
  /** What may become one when more text follows; ends with the text. */
  readonly unfinished: RegExp;
}

/** Not in the middle of a word; behind an escaped line break, as in a line of JSON, a word begins too. */
const EDGE = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[bfnrt]))`;

/** A beginning at an edge. The edge is looked at behind it, so that the engine can search for letters: thirty times as fast. */
const begun = (start: string) => `${start}(?<=${EDGE}${start})`;

const WORD = 'A-Za-z0-9_-';

/** A key with a fixed beginning and at least `least` more of these characters. */
function keyed(start: string, least: number, chars = WORD): SecretShape {
  const beginnings = Array.from(start, (_, i) => start.slice(0, i + 1)).map((part) => part.replaceAll('.', '\\.'));
  const full = beginnings.at(-1) ?? '';
  return {
    whole: new RegExp(`${begun(full)}[${chars}]{${least},}`, 'g'),
    unfinished: new RegExp(`${EDGE}(?:${full}[${chars}]*|${beginnings.slice(0, -1).join('|')})$`),
  };
}

/** The same, where words that are joined by hyphens look alike. */
function keyedWithDigit(start: string, least: number): SecretShape {
  return { ...keyed(start, least), needsDigit: true };
}

const PEM_HEADER = '-----BEGIN [A-Z ]*PRIVATE KEY-----';
const PEM_BREAK = String.raw`(?:\r?\n|\\[rn])[ \t]*`;
const PEM_BODY = `\\s*[A-Za-z0-9+/=]{16,}(?:(?:${PEM_BREAK})+[A-Za-z0-9+/=]{16,})*(?:(?:${PEM_BREAK})+[A-Za-z0-9+/=]{1,15}(?![A-Za-z0-9]))?`;

/** Shapes of common keys and tokens, as their vendors document or visibly use them. */
export const SECRET_SHAPES: readonly SecretShape[] = [
  // First: other keys may run into its dashes.
  {
    whole: new RegExp(
      `${PEM_HEADER}(?:(?:${PEM_BREAK})+[A-Za-z-]+: [^\\n\\\\]*)*(?:${PEM_BREAK})*${PEM_BODY}(?:(?:${PEM_BREAK})*-----END [A-Z ]*PRIVATE KEY-----)?`,
      'g',
    ),
    unfinished: new RegExp(
      String.raw`(?:${PEM_HEADER}[A-Za-z0-9+/=\s\\:,-]*|-----BEGIN[A-Z -]*|-----(?:B(?:E(?:GI?)?)?)?|-{1,4})$`,
    ),
  },
  // OpenAI, Anthropic, LiteLLM, OpenRouter
  keyedWithDigit('sk-', 20),
  keyed('sk_live_', 16),
  keyed('rk_live_', 16),
  keyed('whsec_', 24),
  keyed('xapp-', 20),
  ...['xoxa-', 'xoxb-', 'xoxp-', 'xoxo-', 'xoxs-', 'xoxr-', 'xoxe-', 'xoxe.xoxp-'].map((start) => keyed(start, 10)),
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map((start) => keyed(start, 30, 'A-Za-z0-9')),
  keyed('github_pat_', 30, 'A-Za-z0-9_'),
  keyed('glpat-', 20),
  keyed('npm_', 36, 'A-Za-z0-9'),
  keyed('hf_', 30, 'A-Za-z0-9'),
  keyed('gsk_', 30, 'A-Za-z0-9'),
  keyedWithDigit('tvly-', 20),
  keyedWithDigit('pplx-', 30),
  keyed('AKIA', 16, '0-9A-Z'),
  keyed('ASIA', 16, '0-9A-Z'),
  keyed('AIza', 35),
  keyed('GOCSPX-', 20),
  keyed('ya29.', 30),
  keyed('SG.', 40, `.${WORD}`),
  // Telegram
  {
    whole: new RegExp(`${begun('\\d')}\\d{7,11}:[${WORD}]{35}(?![${WORD}])`, 'g'),
    unfinished: new RegExp(`${EDGE}\\d{1,12}(?::[${WORD}]{0,35})?$`),
  },
  // Discord
  {
    whole: new RegExp(`${begun('[MNO]')}[A-Za-z0-9]{22,27}\\.[${WORD}]{6}\\.[${WORD}]{27,}`, 'g'),
    unfinished: new RegExp(`${EDGE}[MNO][A-Za-z0-9]{0,27}(?:\\.[${WORD}]{0,6}(?:\\.[${WORD}]*)?)?$`),
  },
  // JSON Web Tokens
  {
    whole: new RegExp(`${begun('eyJ')}[${WORD}]{10,}\\.[${WORD}]{10,}\\.[${WORD}]{10,}`, 'g'),
    unfinished: new RegExp(`${EDGE}(?:eyJ[.${WORD}]*|ey?)$`),
  },
];
