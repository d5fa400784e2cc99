/** Names for what Discord writes by id. */
export interface Names {
  user?(id: string): string;
  role?(id: string): string;
  channel?(id: string): string;
}

/** What a piece of Markdown shows, and how many characters it takes. */
interface Found {
  shown: string;
  length: number;
}

/** One way a piece of Markdown begins. */
type Rule = (text: string, names: Names) => Found | undefined;

/** A pattern whose first group that took part is shown: as Markdown, or as it is. */
function rule(pattern: RegExp, show: (inner: string, names: Names) => string = (inner) => inner): Rule {
  return (text, names) => {
    const match = pattern.exec(text);
    const inner = match?.slice(1).find((group) => group !== undefined);
    if (match === null || inner === undefined) return undefined;
    return { shown: show(inner, names), length: match[0].length };
  };
}

/** A fence: the language, if it stands alone on its line, is not shown. */
const codeBlock = rule(/^```(?:[\w+\-.#]+\n)?\n*([^\n][\s\S]*?)\n*```/, (code) => code);

/** A space beside a backtick belongs to the marks. */
const inlineCode: Rule = (text) => {
  const match = /^(`+)([\s\S]*?[^`])\1(?!`)/.exec(text);
  if (match?.[2] === undefined) return undefined;
  return { shown: match[2].replace(/^ (?= *`)|(?<=` *) $/g, ''), length: match[0].length };
};

const hasUrl = /https?:\/\/\S/;

/** A link with a text of its own; one whose text looks like an address is shown raw, so that nobody is deceived. */
const maskedLink: Rule = (text, names) => {
  const match =
    /^\[((?:\[[^\]]*\]|[^[\]]|\](?=[^[]*\]))+)\]\(\s*<?((?:\([^)]*\)|[^\s\\]|\\.)*?)>?(?:\s+['"]([\s\S]*?)['"])?\s*\)/.exec(
      text,
    );
  const [whole = '', label = '', target = ''] = match ?? [];
  if (match === null || !/^https?:\/\/[^\s/]+/.test(target) || hasUrl.test(label)) return undefined;
  return { shown: showInline(label, names), length: whole.length };
};

const mention: Rule = (text, names) => {
  const [whole, mark = '', id = ''] = /^<(@!?|@&|#)(\d{15,20})>/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  if (mark === '#') return { shown: `#${names.channel?.(id) ?? 'unknown'}`, length: whole.length };
  const name = mark === '@&' ? names.role?.(id) : names.user?.(id);
  return { shown: `@${name ?? 'unknown-user'}`, length: whole.length };
};

const star = rule(/^\*(?=\S)((?:\\[\s\S]|\*\*|\s+(?:\\[\s\S]|[^*\s\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/, (inner, names) =>
  showInline(inner, names),
);
const underscore = rule(/^_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/, (inner, names) => showInline(inner, names));
const bold = rule(/^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, (inner, names) => showInline(inner, names));
const underline = rule(/^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, (inner, names) => showInline(inner, names));

/** Of marks that begin alike the one that reaches farthest wins. */
const emphasis: Rule = (text, names) => {
  const found = [star, underscore, bold, underline].flatMap((entry) => entry(text, names) ?? []);
  return found.reduce<Found | undefined>(
    (best, next) => (best === undefined || next.length > best.length ? next : best),
    undefined,
  );
};

/** In the order in which Discord's clients try them. */
const rules: readonly Rule[] = [
  codeBlock,
  rule(/^\\([^0-9A-Za-z\s])/),
  rule(/^<([a-z][a-z0-9+.-]*:\/\/[^ >]+)>/i),
  rule(/^(https?:\/\/[^\s<]+[^<.,:;"')\]\s])/),
  maskedLink,
  mention,
  rule(/^<a?(:\w{2,32}:)\d{15,20}>/),
  rule(/^<t:(-?\d{1,13})(?::[tTdDfFR])?>/, (seconds) => new Date(Number(seconds) * 1000).toISOString()),
  emphasis,
  rule(/^~~([\s\S]+?)~~(?!_)/, (inner, names) => showInline(inner, names)),
  rule(/^\|\|([\s\S]+?)\|\|/, (inner, names) => showInline(inner, names)),
  inlineCode,
];

/** Characters with which something may begin. */
const marks = /^[\\<h[*_~|`]/;

/** The piece of Markdown that a text begins with, if it begins with one. */
export function takeInline(text: string, names: Names): Found | undefined {
  if (!marks.test(text)) return undefined;
  for (const entry of rules) {
    const found = entry(text, names);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A text without headings, lists and quotes, as a client shows it. */
export function showInline(text: string, names: Names): string {
  let shown = '';
  let at = 0;
  while (at < text.length) {
    const found = takeInline(text.slice(at), names);
    shown += found?.shown ?? text[at];
    at += found?.length ?? 1;
  }
  return shown;
}
