import type { Entity } from './entities.js';

/** Rules of TDLib's MessageEntity.cpp, as regular expressions over the text of a user's message. */
const patterns: { type: 'mention' | 'bot_command' | 'url' | 'hashtag'; pattern: RegExp }[] = [
  { type: 'url', pattern: /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]']/gu },
  {
    type: 'bot_command',
    pattern: /(?<![\p{L}\p{N}_/<>])\/[a-zA-Z0-9_]{1,64}(?:@[a-zA-Z0-9_]{3,32})?(?![\p{L}\p{N}_/<>@])/gu,
  },
  { type: 'mention', pattern: /(?<![\p{L}\p{N}_])@[a-zA-Z0-9_]{2,32}(?![\p{L}\p{N}_])/gu },
  { type: 'hashtag', pattern: /(?<![\p{L}\p{Nd}_])#[\p{L}\p{Nd}_]*\p{L}[\p{L}\p{Nd}_]*(?![\p{L}\p{Nd}_#])/gu },
];

/** The entities that Telegram finds in a text by itself, without those that overlap the given ones. */
export function detectEntities(text: string, given: readonly Entity[] = []): Entity[] {
  const taken: Entity[] = given.filter((entity) => ['code', 'pre', 'text_link', 'text_mention'].includes(entity.type));
  const found: Entity[] = [];
  for (const { type, pattern } of patterns) {
    for (const match of text.matchAll(pattern)) {
      const entity: Entity = { type, offset: match.index, length: match[0].length };
      const overlaps = taken.some(
        (other) => entity.offset < other.offset + other.length && other.offset < entity.offset + entity.length,
      );
      if (overlaps) continue;
      taken.push(entity);
      found.push(entity);
    }
  }
  return [...given, ...found].toSorted((a, b) => a.offset - b.offset || b.length - a.length);
}
