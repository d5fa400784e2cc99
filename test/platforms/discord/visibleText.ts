/** Names for what Discord writes by id. */
export interface Names {
  user?(id: string): string;
  role?(id: string): string;
  channel?(id: string): string;
}

/** One way a piece of Markdown begins; gives what it shows and how many characters it takes. */
type Rule = (text: string, names: Names, before: string) => { shown: string; length: number } | undefined;

/** A pair of marks around a text that is Markdown itself. */
const pair =
  (pattern: RegExp): Rule =>
  (text, names) => {
    const match = pattern.exec(text);
    const inner = match?.[1] ?? match?.[2];
    if (match === null || inner === undefined) return undefined;
    return { shown: inline(inner, names), length: match[0].length };
  };

const escaped: Rule = (text) => {
  const match = /^\\([^0-9A-Za-z\s])/u.exec(text);
  return match?.[1] === undefined ? undefined : { shown: match[1], length: match[0].length };
};

const codeSpan: Rule = (text) => {
  const match = /^(`+)([\s\S]*?[^`])\1(?!`)/.exec(text);
  if (match?.[2] === undefined) return undefined;
  const padded = /^ (?=`)([\s\S]*)(?<=`) $/.exec(match[2])?.[1];
  return { shown: padded ?? match[2], length: match[0].length };
};

const maskedLink: Rule = (text, names) => {
  const match =
    /^\[((?:\[[^\]]*\]|[^[\]]|\](?=[^[]*\]))+)\]\(\s*<?((?:\([^)]*\)|[^\s\\]|\\.)*?)>?(?:\s+['"]([\s\S]*?)['"])?\s*\)/.exec(
      text,
    );
  if (match?.[1] === undefined || !/^https?:\/\/\S+\.?\S/.test(match[2] ?? '')) return undefined;
  return { shown: inline(match[1], names), length: match[0].length };
};

/** A bare address: nothing in it is Markdown. */
const bareUrl: Rule = (text, _names, before) => {
  if (/\w$/.test(before)) return undefined;
  const match = /^https?:\/\/[^\s<]+[^<.,:;"')\]\s]/.exec(text);
  return match === null ? undefined : { shown: match[0], length: match[0].length };
};

const quietUrl: Rule = (text) => {
  const match = /^<([a-z][a-z0-9+.-]*:\/\/[^ >]+)>/i.exec(text);
  return match?.[1] === undefined ? undefined : { shown: match[1], length: match[0].length };
};

const mention: Rule = (text, names) => {
  const match = /^<(@!?|@&|#)(\d{15,20})>/.exec(text);
  const [whole, mark = '', id = ''] = match ?? [];
  if (whole === undefined) return undefined;
  if (mark === '#') return { shown: `#${names.channel?.(id) ?? 'unknown'}`, length: whole.length };
  const name = mark === '@&' ? names.role?.(id) : names.user?.(id);
  return { shown: `@${name ?? 'unknown-user'}`, length: whole.length };
};

const customEmoji: Rule = (text) => {
  const match = /^<a?(:\w{2,32}:)\d{15,20}>/.exec(text);
  return match?.[1] === undefined ? undefined : { shown: match[1], length: match[0].length };
};

const timestamp: Rule = (text) => {
  const match = /^<t:(-?\d{1,13})(?::[tTdDfFR])?>/.exec(text);
  if (match?.[1] === undefined) return undefined;
  return { shown: new Date(Number(match[1]) * 1000).toISOString(), length: match[0].length };
};

/** `_` counts only where no word goes on. */
const underscore: Rule = (text, names, before) =>
  /\w$/.test(before) ? undefined : pair(/^_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/)(text, names, before);

/** A `*` with a space behind it is a star. */
const star: Rule = pair(/^\*(?=\S)((?:\\[\s\S]|\*\*|\s+(?:\\[\s\S]|[^*\s\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/);

/** The order in which Discord's clients try them. */
const rules: readonly Rule[] = [
  escaped,
  quietUrl,
  bareUrl,
  maskedLink,
  mention,
  customEmoji,
  timestamp,
  codeSpan,
  pair(/^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/),
  pair(/^__((?:\\[\s\S]|[^\\])+?)__(?!_)/),
  star,
  underscore,
  pair(/^~~((?:\\[\s\S]|[^\\])+?)~~(?!_)/),
  pair(/^\|\|((?:\\[\s\S]|[^\\])+?)\|\|/),
];

function inline(text: string, names: Names): string {
  let shown = '';
  let at = 0;
  outer: while (at < text.length) {
    const rest = text.slice(at);
    if (/^[^\w\s]|^h/.test(rest) || rest.startsWith('_')) {
      for (const rule of rules) {
        const found = rule(rest, names, text.slice(0, at));
        if (found === undefined) continue;
        shown += found.shown;
        at += found.length;
        continue outer;
      }
    }
    shown += rest[0] ?? '';
    at += 1;
  }
  return shown;
}

/** A line's own mark: headings, small print, list items. */
function line(text: string, names: Names): string {
  const heading = /^(?:#{1,3}|-#) +(?=\S)([\s\S]*)$/.exec(text);
  if (heading?.[1] !== undefined) return inline(heading[1].replace(/\s*#*\s*$/, ''), names);
  const item = /^( *)(?:[-*]|(\d+)\.) +(?=\S)([\s\S]*)$/.exec(text);
  if (item === null) return inline(text, names);
  const [, indent = '', number, rest = ''] = item;
  return `${indent}${number === undefined ? '•' : `${number}.`} ${line(rest, names)}`;
}

/** Marks may reach over the ends of lines, so a run of plain lines is read as one. */
function paragraph(text: string, names: Names): string {
  const isOwn = (entry: string) => /^(?:#{1,3}|-#) +\S|^ *(?:[-*]|\d+\.) +\S/.test(entry);
  const shown: string[] = [];
  let run: string[] = [];
  const flush = () => {
    if (run.length > 0) shown.push(inline(run.join('\n'), names));
    run = [];
  };
  for (const entry of text.split('\n')) {
    if (isOwn(entry)) {
      flush();
      shown.push(line(entry, names));
    } else {
      run.push(entry);
    }
  }
  flush();
  return shown.join('\n');
}

/** Quotes: `> ` for a line, `>>> ` for all that follows. */
function quotes(text: string, names: Names): string {
  const shown: string[] = [];
  let plain: string[] = [];
  let quoted: string[] = [];
  const flush = () => {
    if (plain.length > 0) shown.push(paragraph(plain.join('\n'), names));
    if (quoted.length > 0) shown.push(paragraph(quoted.join('\n'), names));
    plain = [];
    quoted = [];
  };
  const lines = text.split('\n');
  for (const [index, entry] of lines.entries()) {
    const all = /^ *>>> ([\s\S]*)$/.exec(entry)?.[1];
    if (all !== undefined) {
      flush();
      shown.push(paragraph([all, ...lines.slice(index + 1)].join('\n'), names));
      return shown.join('\n');
    }
    const one = /^ *> ([\s\S]*)$/.exec(entry)?.[1];
    if (one === undefined ? quoted.length > 0 : plain.length > 0) flush();
    if (one === undefined) plain.push(entry);
    else quoted.push(one);
  }
  flush();
  return shown.join('\n');
}

const fence = /```(?:([\w+\-.#]*)\n)?\n*([\s\S]*?)\n*```/;

/**
 * What a reader sees of a message in Discord's Markdown: without the marks, as a client shows it. Items of lists begin
 * with `•` or their number; mentions are shown by name. Escaped characters stand for themselves; so do marks that do
 * not close, `#` without a space, headings below the third level, tables and images, which Discord does not know.
 */
export function visibleText(content: string, names: Names = {}): string {
  const shown: string[] = [];
  let rest = content;
  for (;;) {
    const match = fence.exec(rest);
    if (match === null || isEscaped(rest, match.index)) break;
    if (match.index > 0) shown.push(quotes(rest.slice(0, match.index).replace(/\n$/, ''), names));
    shown.push((match[2] ?? '').replace(/^\n+|\n+$/g, ''));
    rest = rest.slice(match.index + match[0].length).replace(/^\n/, '');
  }
  if (rest !== '') shown.push(quotes(rest, names));
  return shown.join('\n');
}

function isEscaped(text: string, at: number): boolean {
  const slashes = /\\*$/.exec(text.slice(0, at))?.[0].length ?? 0;
  return slashes % 2 === 1;
}
