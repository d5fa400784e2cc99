import { z } from 'zod';
import { badRequest } from './errors.js';

/** Most entities that the server keeps of one message (a server-side limit in TDLib's MessageEntity.cpp). */
const MAX_ENTITIES = 100;

const place = { offset: z.int(), length: z.int() };

/** An entity as a bot may send it. Types that the server finds by itself (mention, url, ...) may be sent back to it. */
export const entitySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.enum([
      'bold',
      'italic',
      'underline',
      'strikethrough',
      'spoiler',
      'blockquote',
      'expandable_blockquote',
      'code',
    ]),
    ...place,
  }),
  z.object({ type: z.literal('pre'), language: z.string().exactOptional(), ...place }),
  z.object({ type: z.literal('text_link'), url: z.string().min(1), ...place }),
  z.object({ type: z.literal('text_mention'), user: z.looseObject({ id: z.int() }), ...place }),
  z.object({ type: z.literal('custom_emoji'), custom_emoji_id: z.string().min(1), ...place }),
  z.object({
    type: z.enum(['mention', 'hashtag', 'cashtag', 'bot_command', 'url', 'email', 'phone_number']),
    ...place,
  }),
]);
export type Entity = z.infer<typeof entitySchema>;

/** Text and entities as the server keeps them. */
export interface FixedText {
  text: string;
  entities: Entity[];
  /** What was changed, one phrase each. */
  altered: string[];
}

const found = new Set(['mention', 'hashtag', 'cashtag', 'bot_command', 'url', 'email', 'phone_number']);
const splittable = new Set(['bold', 'italic', 'underline', 'strikethrough', 'spoiler']);
const quotes = new Set(['blockquote', 'expandable_blockquote']);
const pres = new Set(['pre', 'code']);

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
const splitsPair = (text: string, at: number) => isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at));

function checkPlaces(text: string, entities: readonly Entity[]): void {
  for (const { offset, length } of entities) {
    const end = offset + length;
    if (offset < 0) throw badRequest(`receive an entity with incorrect offset ${offset}`);
    if (length < 0) throw badRequest(`receive an entity with incorrect length ${length}`);
    if (length === 0) continue;
    if (offset >= text.length) {
      throw badRequest(`entity begins after the end of the text at UTF-16 offset ${offset}`);
    }
    if (end > text.length) {
      throw badRequest(
        `entity beginning at UTF-16 offset ${offset} ends after the end of the text at UTF-16 offset ${end}`,
      );
    }
    if (splitsPair(text, offset)) throw badRequest(`entity begins in a middle of a UTF-16 symbol at offset ${offset}`);
    if (splitsPair(text, end)) {
      throw badRequest(`entity beginning at UTF-16 offset ${offset} ends in a middle of a UTF-16 symbol at ${end}`);
    }
  }
}

/** Characters that the server takes out: carriage return, line and direction marks, three combining lines. */
const removed = /\r|[\u2028-\u202e]|\u0333|\u033f|\u030a/;
/** Characters that become a space: everything below 32 but the line feed (and the carriage return, which goes). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters the rule is about
const spaced = /[\u0000-\u0009\u000b\u000c\u000e-\u001f]/;

/** Applies the server's clean-up of characters; `at[i]` is the new place of the old offset i. */
function clean(text: string): { text: string; at: (offset: number) => number; altered: string[] } {
  if (!removed.test(text) && !spaced.test(text)) return { text, at: (offset) => offset, altered: [] };
  const places = new Int32Array(text.length + 1);
  let result = '';
  const altered = new Set<string>();
  for (let index = 0; index < text.length; index += 1) {
    places[index] = result.length;
    const unit = text.charAt(index);
    if (removed.test(unit)) altered.add('characters removed');
    else if (spaced.test(unit)) {
      altered.add('control characters replaced');
      result += ' ';
    } else result += unit;
  }
  places[text.length] = result.length;
  return { text: result, at: (offset) => places[offset] ?? result.length, altered: [...altered] };
}

const isBlank = (text: string, at: number) => text[at] === ' ' || text[at] === '\n';

/** Moves entities to the trimmed text and drops those that hold nothing but blanks. */
function trim(text: string, entities: Entity[]): { text: string; entities: Entity[] } {
  let end = text.length;
  while (end > 0 && isBlank(text, end - 1)) end -= 1;
  let start = 0;
  while (start < end && isBlank(text, start)) start += 1;
  const kept: Entity[] = [];
  for (const entity of entities) {
    let from = Math.max(entity.offset, start);
    const to = Math.min(entity.offset + entity.length, end);
    while (from < to && isBlank(text, from)) from += 1;
    if (from < to) kept.push({ ...entity, offset: from - start, length: to - from });
  }
  return { text: text.slice(start, end), entities: kept };
}

const endOf = (entity: Entity) => entity.offset + entity.length;
const byPlace = (a: Entity, b: Entity) => a.offset - b.offset || b.length - a.length;

function dropIntersecting(entities: Entity[]): Entity[] {
  let end = 0;
  return entities.filter((entity) => {
    if (entity.offset < end) return false;
    end = endOf(entity);
    return true;
  });
}

const crosses = (a: Entity, b: Entity) => {
  const apart = endOf(a) <= b.offset || endOf(b) <= a.offset;
  const inside = a.offset >= b.offset && endOf(a) <= endOf(b);
  return !apart && !inside;
};

/** Cuts what lies in code out of a style, and joins pieces of the same style that touch. */
function layStyles(styles: Entity[], code: Entity[]): Entity[] {
  const pieces: Entity[] = [];
  for (const style of styles) {
    let from = style.offset;
    for (const block of code) {
      if (endOf(block) <= from || block.offset >= endOf(style)) continue;
      if (block.offset > from) pieces.push({ ...style, offset: from, length: block.offset - from });
      from = Math.max(from, endOf(block));
    }
    if (from < endOf(style)) pieces.push({ ...style, offset: from, length: endOf(style) - from });
  }
  const joined: Entity[] = [];
  const last = new Map<string, Entity>();
  for (const piece of pieces.toSorted(byPlace)) {
    const before = last.get(piece.type);
    if (before !== undefined && piece.offset <= endOf(before)) {
      before.length = Math.max(endOf(before), endOf(piece)) - before.offset;
    } else {
      const fresh = { ...piece };
      last.set(piece.type, fresh);
      joined.push(fresh);
    }
  }
  return joined;
}

/** Brings entities into the form the server keeps: no overlaps that it does not know, nothing within code, at most 100. */
function fix(entities: Entity[]): Entity[] {
  const sorted = entities.filter((entity) => !found.has(entity.type) && entity.length > 0).toSorted(byPlace);
  const blockquotes = dropIntersecting(sorted.filter((entity) => quotes.has(entity.type)));
  const whole = dropIntersecting(
    sorted.filter((entity) => !quotes.has(entity.type) && !splittable.has(entity.type)),
  ).filter((entity) => !blockquotes.some((quote) => crosses(entity, quote)));
  const styles = layStyles(
    sorted.filter((entity) => splittable.has(entity.type)),
    whole.filter((entity) => pres.has(entity.type)),
  );
  const kept = [...blockquotes, ...whole].toSorted(byPlace);
  return [...kept, ...styles].slice(0, MAX_ENTITIES).toSorted(byPlace);
}

const linkScheme = /^[a-z][a-z0-9+.-]*:/i;

function isLink(url: string): boolean {
  const full = linkScheme.test(url) ? url : `http://${url}`;
  if (!URL.canParse(full)) return false;
  const { protocol, hostname } = new URL(full);
  if (protocol === 'tg:' || protocol === 'ton:' || protocol === 'tonsite:') return true;
  return (protocol === 'http:' || protocol === 'https:') && hostname.includes('.') && !hostname.endsWith('.');
}

/**
 * What the server makes of a text: places checked, characters cleaned, ends trimmed, entities put in order.
 * Throws as the server refuses: an entity outside the text, a text that is empty or over `max` UTF-16 units.
 */
export function fixText(
  raw: string,
  entities: readonly Entity[],
  rule: { max: number; tooLong: string; emptyAllowed: boolean },
): FixedText {
  if (raw === '' && !rule.emptyAllowed) throw badRequest('message text is empty');
  checkPlaces(raw, entities);
  const altered: string[] = [];
  const links = entities.filter((entity) => entity.type !== 'text_link' || isLink(entity.url));
  if (links.length < entities.length) altered.push('a text_link without a valid URL dropped');

  const cleaned = clean(raw);
  altered.push(...cleaned.altered);
  const moved = links.map((entity) => {
    const offset = cleaned.at(entity.offset);
    return { ...entity, offset, length: cleaned.at(endOf(entity)) - offset };
  });
  const trimmed = trim(cleaned.text, moved);
  if (trimmed.text.length < cleaned.text.length) altered.push('ends trimmed');
  if (trimmed.text === '' && !rule.emptyAllowed) throw badRequest('text must be non-empty');
  if (trimmed.text.length > rule.max) throw badRequest(rule.tooLong);

  const fixed = fix(trimmed.entities);
  const wanted = trimmed.entities.filter((entity) => !found.has(entity.type)).toSorted(byPlace);
  if (JSON.stringify(wanted.map(placeOf)) !== JSON.stringify(fixed.map(placeOf))) altered.push('entities changed');
  if (wanted.length < links.filter((entity) => !found.has(entity.type)).length) altered.push('empty entities dropped');
  return { text: trimmed.text, entities: fixed, altered };
}

const placeOf = (entity: Entity) => [entity.offset, entity.length];
