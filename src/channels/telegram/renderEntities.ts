/** The entities that we write: a part of the Bot API's `MessageEntity`. Offsets and lengths are UTF-16 units. */
export type TelegramEntity = { readonly offset: number; readonly length: number } & EntityKind;

/** An entity without its place. */
export type EntityKind =
  | {
      readonly type:
        | 'bold'
        | 'italic'
        | 'underline'
        | 'strikethrough'
        | 'code'
        | 'blockquote'
        | 'expandable_blockquote';
    }
  | { readonly type: 'pre'; readonly language?: string }
  | { readonly type: 'text_link'; readonly url: string };

/** Telegram ignores entities beyond this number. */
export const MAX_ENTITIES = 100;

/** Order of entities that begin and end together: the outer one first. */
const NESTING: readonly TelegramEntity['type'][] = [
  'expandable_blockquote',
  'blockquote',
  'text_link',
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'code',
  'pre',
];

const isQuote = (entity: TelegramEntity): boolean =>
  entity.type === 'blockquote' || entity.type === 'expandable_blockquote';
const isCode = (entity: TelegramEntity): boolean => entity.type === 'code' || entity.type === 'pre';
const endOf = (entity: TelegramEntity): number => entity.offset + entity.length;

/**
 * Brings entities of a tree walk (nested or apart, never crossing) into the form that Telegram keeps as it is: inside the text, not
 * empty, no white space at their ends, nothing inside code, no code inside links, no quote in a quote, sorted. Rules: Bot
 * API "formatting options" and `fix_entities` in tdlib's MessageEntity.cpp.
 *
 * @param text the message before trimming; `from` and `to` are what trimming leaves
 */
export function normalizeEntities(
  entities: readonly TelegramEntity[],
  text: string,
  from: number,
  to: number,
): TelegramEntity[] {
  const clipped = entities.flatMap((entity) => trim(entity, text, from, to)).sort(compare);
  const kept: TelegramEntity[] = [];
  const open: TelegramEntity[] = [];
  for (const entity of clipped) {
    while (open.length > 0 && endOf(open.at(-1) ?? entity) <= entity.offset) open.pop();
    const isDoubled = open.some((outer) => outer.type === entity.type || (isQuote(outer) && isQuote(entity)));
    const isInLink = isCode(entity) && open.some((outer) => outer.type === 'text_link');
    if (isDoubled || (isInLink && entity.type === 'code') || open.some(isCode)) continue;
    kept.push(entity);
    open.push(entity);
  }
  const codes = kept.filter(isCode);
  return kept
    .flatMap((entity) => (isQuote(entity) || isCode(entity) ? [entity] : around(entity, codes)))
    .flatMap((entity) => trim(entity, text, from, to))
    .sort(compare)
    .map((entity) => ({ ...entity, offset: entity.offset - from }));
}

function compare(a: TelegramEntity, b: TelegramEntity): number {
  return a.offset - b.offset || b.length - a.length || NESTING.indexOf(a.type) - NESTING.indexOf(b.type);
}

function trim(entity: TelegramEntity, text: string, from: number, to: number): TelegramEntity[] {
  let start = Math.max(from, entity.offset);
  let end = Math.min(to, endOf(entity));
  while (end > start && isSpace(text, end - 1)) end -= 1;
  let first = start;
  while (first < end && isSpace(text, first)) first += 1;
  // Where all of it stands in what trimming takes away, the start is behind the end.
  if (first >= end) return [];
  if (entity.type === 'pre') while (text[start] === '\n') start += 1;
  else start = first;
  const isSame = start === entity.offset && end - start === entity.length;
  return [isSame ? entity : { ...entity, offset: start, length: end - start }];
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? code === 32 || code === 10 : /\s/.test(text[at] ?? '');
}

/** The parts of an entity that lie outside of all code. */
function around(entity: TelegramEntity, codes: readonly TelegramEntity[]): TelegramEntity[] {
  const parts: TelegramEntity[] = [];
  let start = entity.offset;
  for (const code of codes) {
    if (endOf(code) <= start || code.offset >= endOf(entity)) continue;
    if (code.offset > start) parts.push({ ...entity, offset: start, length: code.offset - start });
    start = endOf(code);
  }
  if (start < endOf(entity)) parts.push({ ...entity, offset: start, length: endOf(entity) - start });
  return parts;
}
