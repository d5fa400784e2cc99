/** Longest last line that is examined for being nothing but block markers. */
const MAX_MARKER_LINE = 80;
/** A pipe inside a line of prose is held back as a possible table only while this little follows it. */
const MAX_HELD_PROSE = 160;
const MAX_HELD_ROW = 2000;

/** A line of nothing but markers of blocks that have no text yet: `- `, `> 1.`, `##`, `- [ ]`, `---`, `|`. */
const MARKER_LINE =
  /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*)*(?:\d{1,9}|#{1,6}|=+|[-*_][-*_ \t]*|\[[ xX]?\]?|\|)?[ \t]*$/;

/**
 * The beginning of something whose meaning the next character decides: marks, half an entity, an escape, the start of a
 * tag, link, image or footnote, half an emoji sequence.
 */
const PENDING_END =
  /(?:[*_~`]+|&#?[A-Za-z0-9]{0,10}|\\+|\$+|<\/?[A-Za-z]?[\w.+-]{0,30}|<br ?\/?|!?\[|\[\^[\w-]{0,20}|[\u200d\ud800-\udbff])$/;

/** A link or footnote definition that is still being written. */
const DEFINITION_LINE = /^ {0,3}\[(?:[^\]^][^\]]{0,200}\]:[^\n]*|\^[^\]\s]{0,60}\]:?[ \t]*)$/;

const FENCE_OPEN = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)]))*[ \t]*(`{3,}(?=[^`]*$)|~{3,})/;
const DELIMITER_START = /^[ \t>]*[|:-][|: \t-]*$/;
const DELIMITER_ROW = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/**
 * The offset from which streaming text is not shown yet, because the next characters decide what it is. Looks at the last
 * lines only; a mistake here (the fences are found without parsing) costs a flash on the screen, never text.
 */
export function heldBackFrom(source: string): number {
  const fence = openFence(source);
  if (fence !== null) return fenceEndFrom(source, fence);
  let end = source.length;
  for (;;) {
    const next = holdOnce(source, end);
    if (next === end) return end;
    end = next;
  }
}

function lineStartBefore(source: string, end: number): number {
  return end === 0 ? 0 : source.lastIndexOf('\n', end - 1) + 1;
}

function holdOnce(source: string, end: number): number {
  const start = lineStartBefore(source, end);
  const line = source.slice(start, end);
  if (line.trim() !== '') {
    if (line.length <= MAX_MARKER_LINE && MARKER_LINE.test(line)) return start;
    if (DEFINITION_LINE.test(line)) return start;
    const pending = PENDING_END.exec(line.slice(-60));
    if (pending !== null) return end - pending[0].length;
  }
  return Math.min(end, tableFrom(source, start, line));
}

/** Where a table begins whose delimiter row is not complete. */
function tableFrom(source: string, start: number, line: string): number {
  const isBetween = line.trim() === '' || DELIMITER_START.test(line);
  if (!isBetween && !line.includes('|')) return Number.POSITIVE_INFINITY;
  const previousStart = start === 0 ? 0 : lineStartBefore(source, start - 1);
  const previous = start === 0 ? '' : source.slice(previousStart, start - 1);
  if (isBetween) {
    const isHeader = previous.includes('|') && !DELIMITER_ROW.test(previous);
    if (!isHeader || isInTable(source, previousStart)) return Number.POSITIVE_INFINITY;
    if (DELIMITER_ROW.test(line) && columns(line) >= columns(previous)) return Number.POSITIVE_INFINITY;
    return heldRow(previous, previousStart);
  }
  return isInTable(source, start) ? Number.POSITIVE_INFINITY : heldRow(line, start);
}

function heldRow(line: string, start: number): number {
  if (line.length > MAX_HELD_ROW) return Number.POSITIVE_INFINITY;
  if (/^[ \t>]*(?:[-+*][ \t]+|\d{1,9}[.)][ \t]+)?\|/.test(line)) return start;
  const withoutCode = line.replace(/`[^`]*`/g, (code) => 'x'.repeat(code.length));
  const pipe = withoutCode.indexOf('|');
  return pipe === -1 || line.length - pipe > MAX_HELD_PROSE ? Number.POSITIVE_INFINITY : start + pipe;
}

function columns(row: string): number {
  const inner = row
    .trim()
    .replace(/^[ \t>]*\|/, '')
    .replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).length;
}

/** Whether a delimiter row stands above this line in the same block. */
function isInTable(source: string, start: number): boolean {
  let end = start - 1;
  for (let lines = 0; end > 0 && lines < 500; lines += 1) {
    const lineStart = lineStartBefore(source, end);
    const line = source.slice(lineStart, end);
    if (line.trim() === '') return false;
    if (line.includes('-') && DELIMITER_ROW.test(line)) return true;
    end = lineStart - 1;
  }
  return false;
}

function openFence(source: string): string | null {
  let fence: string | null = null;
  let start = 0;
  while (start < source.length) {
    let end = source.indexOf('\n', start);
    if (end === -1) end = source.length;
    const line = source.slice(start, Math.min(end, start + 200)).trimEnd();
    if (fence === null) fence = FENCE_OPEN.exec(line)?.[1] ?? null;
    else if (isFenceEnd(line, fence) && end < source.length) fence = null;
    start = end + 1;
  }
  return fence;
}

function isFenceEnd(line: string, fence: string): boolean {
  const marks = line.replace(/^[ \t>]*/, '');
  return marks.length >= fence.length && marks === (fence[0] ?? '').repeat(marks.length);
}

/** In code only a last line that may become the closing fence is held back. */
function fenceEndFrom(source: string, fence: string): number {
  const start = lineStartBefore(source, source.length);
  const line = source
    .slice(start)
    .replace(/^[ \t>]+/, '')
    .trimEnd();
  const isMarks = line !== '' && line === (fence[0] ?? '').repeat(line.length);
  if (isMarks) return isFenceEnd(line, fence) && start > 0 ? source.length : start;
  return /[\u200d\ud800-\udbff]$/.test(source) ? source.length - 1 : source.length;
}
