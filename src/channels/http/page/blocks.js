// Block Markdown (the part of GFM that models write) to a tree of plain blocks, each with the lines it came from, so that a
// growing text is drawn again only from its last block on.

const MAX_NESTING = 8;
const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/;
const RULE = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(\s+|$)/;
const TASK = /^\[([ xX])\]\s+/;
const TABLE_RULE = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** @param {string} text */
export function parseBlocks(text) {
  return blocksOf(text.replace(/\r\n?/g, '\n').split('\n'), 0);
}

function blocksOf(lines, depth) {
  const blocks = [];
  let at = 0;
  while (at < lines.length) {
    if (lines[at].trim() === '') {
      at += 1;
      continue;
    }
    const start = at;
    const [block, next] = blockAt(lines, at, depth);
    at = next;
    blocks.push({ ...block, source: lines.slice(start, at).join('\n') });
  }
  return blocks;
}

function blockAt(lines, at, depth) {
  const line = lines[at];
  const fence = FENCE.exec(line);
  if (fence !== null) return fencedAt(lines, at, fence);
  const heading = HEADING.exec(line);
  if (heading !== null) return [{ type: 'heading', level: heading[1].length, text: heading[2] ?? '' }, at + 1];
  if (RULE.test(line)) return [{ type: 'rule' }, at + 1];
  if (depth < MAX_NESTING) {
    if (QUOTE.test(line)) return quoteAt(lines, at, depth);
    if (ITEM.test(line)) return listAt(lines, at, depth);
  }
  if (line.includes('|') && TABLE_RULE.test(lines[at + 1] ?? '') && lines[at + 1].includes('-'))
    return tableAt(lines, at);
  return paragraphAt(lines, at);
}

function fencedAt(lines, at, [, mark, language]) {
  const close = new RegExp(`^ {0,3}\\${mark[0]}{${mark.length},}\\s*$`);
  let end = at + 1;
  while (end < lines.length && !close.test(lines[end])) end += 1;
  const text = lines.slice(at + 1, end).join('\n');
  return [{ type: 'code', language: language.trim(), text }, Math.min(end + 1, lines.length)];
}

function quoteAt(lines, at, depth) {
  const inside = [];
  let end = at;
  while (end < lines.length && (QUOTE.test(lines[end]) || (lines[end].trim() !== '' && !startsBlock(lines[end])))) {
    inside.push(lines[end].replace(QUOTE, ''));
    end += 1;
  }
  return [{ type: 'quote', children: blocksOf(inside, depth + 1) }, end];
}

function listAt(lines, at, depth) {
  const kind = kindOf(ITEM.exec(lines[at])[2]);
  const first = Number.parseInt(ITEM.exec(lines[at])[2], 10);
  const items = [];
  let end = at;
  while (end < lines.length) {
    const marker = ITEM.exec(lines[end]);
    if (marker === null || kindOf(marker[2]) !== kind || RULE.test(lines[end])) break;
    const width = marker[1].length + marker[2].length + Math.min(marker[3].length || 1, 4);
    const inside = [lines[end].slice(marker[0].length)];
    end += 1;
    while (end < lines.length && belongsToItem(lines, end, width)) {
      inside.push(stripIndent(lines[end], width));
      end += 1;
    }
    items.push(itemOf(inside, depth));
  }
  return [{ type: 'list', isOrdered: kind !== '-', start: Number.isNaN(first) ? 1 : first, items }, end];
}

function itemOf(lines, depth) {
  const task = TASK.exec(lines[0]);
  const rest = task === null ? lines : [lines[0].slice(task[0].length), ...lines.slice(1)];
  return { checked: task === null ? null : task[1] !== ' ', children: blocksOf(rest, depth + 1) };
}

/** Blank lines belong to an item when something indented follows; other lines when indented or lazily continued. */
function belongsToItem(lines, at, width) {
  const line = lines[at];
  if (line.trim() === '') {
    let next = at + 1;
    while (next < lines.length && lines[next].trim() === '') next += 1;
    return next < lines.length && indentOf(lines[next]) >= Math.min(width, 2);
  }
  if (indentOf(line) >= Math.min(width, 2)) return true;
  return !startsBlock(line) && lines[at - 1].trim() !== '';
}

function kindOf(marker) {
  return /\d/.test(marker) ? marker.slice(-1) : '-';
}

function tableAt(lines, at) {
  const aligns = cellsOf(lines[at + 1]).map((cell) => {
    if (cell.startsWith(':')) return cell.endsWith(':') ? 'center' : 'left';
    return cell.endsWith(':') ? 'right' : '';
  });
  const rows = [];
  let end = at + 2;
  while (end < lines.length && lines[end].includes('|') && lines[end].trim() !== '') {
    rows.push(cellsOf(lines[end]).slice(0, aligns.length));
    end += 1;
  }
  return [{ type: 'table', aligns, head: cellsOf(lines[at]), rows }, end];
}

function cellsOf(line) {
  const inside = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function paragraphAt(lines, at) {
  let end = at + 1;
  while (end < lines.length && lines[end].trim() !== '' && !startsBlock(lines[end])) end += 1;
  const text = lines.slice(at, end).map((line) => line.trimStart());
  return [{ type: 'paragraph', text: text.join('\n').trimEnd() }, end];
}

function startsBlock(line) {
  return FENCE.test(line) || HEADING.test(line) || RULE.test(line) || QUOTE.test(line) || ITEM.test(line);
}

function indentOf(line) {
  return line.length - line.trimStart().length;
}

function stripIndent(line, width) {
  return line.slice(Math.min(width, indentOf(line)));
}
