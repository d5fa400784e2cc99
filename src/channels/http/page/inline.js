// Inline Markdown to a tree of plain spans: {type, text | children, href}. Text from a model is data: nothing here makes
// HTML of it.

const MAX_DEPTH = 8;
const MAX_LABEL = 500;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}]/u;
const SAFE_LINK = /^(?:https?:\/\/|mailto:)\S+$/i;
const ANGLE_LINK = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/iy;
const BARE_LINK = /https?:\/\/[^\s<>"`]{1,2000}/iy;
const LINK_TARGET =
  /\(\s*<?([^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,200})?)>?(?:\s+(?:"[^"]{0,500}"|'[^']{0,500}'))?\s*\)/y;
const EMPHASIS = [
  ['**', 'strong'],
  ['__', 'strong'],
  ['~~', 'del'],
  ['*', 'em'],
  ['_', 'em'],
];

/**
 * @param {string} text
 * @param {boolean} isGrowing whether more text may come: then an open `**`, `~~` or code span counts as closed at the end
 */
export function parseInline(text, isGrowing = false, depth = 0) {
  const spans = [];
  const missed = new Set();
  let plain = '';
  let at = 0;

  const flush = () => {
    if (plain !== '') spans.push({ type: 'text', text: plain });
    plain = '';
  };
  const push = (span, end) => {
    flush();
    spans.push(span);
    at = end;
  };
  const inner = (from, to, mayGrow) => parseInline(text.slice(from, to), mayGrow, depth + 1);

  while (at < text.length) {
    const char = text[at];
    if (char === '\\' && at + 1 < text.length) {
      const next = text[at + 1];
      if (next === '\n') push({ type: 'break' }, at + 2);
      else {
        plain += PUNCTUATION.test(next) ? next : char + next;
        at += 2;
      }
      continue;
    }
    if (char === '\n') {
      const isHard = plain.endsWith('  ');
      plain = plain.trimEnd();
      if (isHard) push({ type: 'break' }, at + 1);
      else {
        plain += '\n';
        at += 1;
      }
      continue;
    }
    const found =
      char === '`'
        ? codeAt(text, at, missed, isGrowing)
        : depth < MAX_DEPTH
          ? (linkAt(text, at, missed, inner) ?? emphasisAt(text, at, missed, isGrowing, inner))
          : null;
    if (found !== null) {
      push(found.span, found.end);
    } else {
      const width = char === '`' ? runLength(text, at, '`') : 1;
      plain += text.slice(at, at + width);
      at += width;
    }
  }
  flush();
  return spans;
}

function codeAt(text, at, missed, isGrowing) {
  const width = runLength(text, at, '`');
  const fence = '`'.repeat(width);
  const from = at + width;
  const close = missed.has(fence) ? -1 : closeOfCode(text, from, width);
  if (close >= 0) return { span: { type: 'code', text: trimCode(text.slice(from, close)) }, end: close + width };
  missed.add(fence);
  if (!isGrowing || width > 2 || from >= text.length) return null;
  return { span: { type: 'code', text: text.slice(from) }, end: text.length };
}

function closeOfCode(text, from, width) {
  for (let at = text.indexOf('`', from); at >= 0; ) {
    const run = runLength(text, at, '`');
    if (run === width) return at;
    at = text.indexOf('`', at + run);
  }
  return -1;
}

function trimCode(code) {
  const line = code.replaceAll('\n', ' ');
  const isPadded = line.startsWith(' ') && line.endsWith(' ') && line.trim() !== '';
  return isPadded ? line.slice(1, -1) : line;
}

function emphasisAt(text, at, missed, isGrowing, inner) {
  for (const [mark, type] of EMPHASIS) {
    if (!text.startsWith(mark, at)) continue;
    const from = at + mark.length;
    const opens = from < text.length && !/\s/.test(text[from]) && (mark[0] !== '_' || !isWord(text[at - 1]));
    if (!opens) continue;
    const close = missed.has(mark) ? -1 : closeOfEmphasis(text, from, mark);
    if (close > from) return { span: { type, children: inner(from, close, false) }, end: close + mark.length };
    missed.add(mark);
    if (isGrowing && mark.length === 2)
      return { span: { type, children: inner(from, text.length, true) }, end: text.length };
  }
  return null;
}

function closeOfEmphasis(text, from, mark) {
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '`') {
      const width = runLength(text, at, '`');
      const close = closeOfCode(text, at + width, width);
      at = (close < 0 ? at : close) + width - 1;
    } else if (char === mark[0]) {
      const run = runLength(text, at, char);
      const closes = run >= mark.length && (mark.length === 2 || run !== 2) && !/\s/.test(text[at - 1]);
      const end = at + run;
      if (closes && at > from && (char !== '_' || !isWord(text[end]))) return end - mark.length;
      at = end - 1;
    }
  }
  return -1;
}

function linkAt(text, at, missed, inner) {
  if (text[at] === '<') return plainLink(ANGLE_LINK, text, at, 1);
  if (text[at] === 'h' || text[at] === 'H') return isWord(text[at - 1]) ? null : plainLink(BARE_LINK, text, at, 0);
  const isImage = text[at] === '!' && text[at + 1] === '[';
  if (text[at] !== '[' && !isImage) return null;
  if (missed.has('[') || !text.includes('](', at)) {
    missed.add('[');
    return null;
  }
  const from = at + (isImage ? 2 : 1);
  const close = closeOfLabel(text, from);
  if (close < 0) return null;
  LINK_TARGET.lastIndex = close + 1;
  const target = LINK_TARGET.exec(text);
  if (target === null) return null;
  const children = isImage ? [{ type: 'text', text: text.slice(from, close) || 'image' }] : inner(from, close, false);
  return { span: linkSpan(target[1], children), end: LINK_TARGET.lastIndex };
}

function plainLink(pattern, text, at, group) {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return null;
  const href = group === 0 ? trimUrl(match[0]) : match[group];
  return {
    span: linkSpan(href, [{ type: 'text', text: href }]),
    end: group === 0 ? at + href.length : pattern.lastIndex,
  };
}

/** Only web and mail addresses become links; everything else keeps its text and loses its target. */
function linkSpan(href, children) {
  return SAFE_LINK.test(href) ? { type: 'link', href, children } : { type: 'group', children };
}

function trimUrl(url) {
  const trimmed = url.replace(/[.,;:!?*_~'"]+$/, '');
  return trimmed.endsWith(')') && !trimmed.includes('(') ? trimmed.slice(0, -1) : trimmed;
}

function closeOfLabel(text, from) {
  let open = 1;
  const limit = Math.min(text.length, from + MAX_LABEL);
  for (let at = from; at < limit; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '[') open += 1;
    else if (text[at] === ']') {
      open -= 1;
      if (open === 0) return text[at + 1] === '(' ? at : -1;
    }
  }
  return -1;
}

function runLength(text, at, char) {
  let end = at;
  while (text[end] === char) end += 1;
  return end - at;
}

function isWord(char) {
  return char !== undefined && WORD.test(char);
}
