import { expect } from 'vitest';
import { z } from 'zod';
import type { Rendered } from '../../../src/core/ports/egress.js';
import { type Entity, entitySchema, fixText } from '../../platforms/telegram/entities.js';

export const payloadSchema = z.object({ text: z.string(), entities: z.array(entitySchema) });

/** Which letters carry which entity; how a style is cut into pieces that touch does not matter, nor does white space. */
function coverage(text: string, entities: readonly Entity[]): string[] {
  const letters: (number | null)[] = [];
  let count = 0;
  for (const unit of text.split('')) letters.push(/\S/.test(unit) ? count++ : null);
  const covered = new Set<string>();
  for (const { type, offset, length } of entities) {
    for (const letter of letters.slice(offset, offset + length)) if (letter !== null) covered.add(`${type} ${letter}`);
  }
  return [...covered].sort();
}

/** The indentation of a message's first line of code: tdlib keeps it, the test server is stricter and trims it. */
function startsWithCode(entities: readonly Entity[]): boolean {
  return entities.some((entity) => entity.type === 'pre' && entity.offset === 0);
}

/**
 * Checks that Telegram's strict server takes a rendering and has nothing to mend in it. Returns what it shows.
 *
 * @param maxUnits the longest text that it takes; a whole document that is not yet divided may be longer
 */
export function expectAccepted(rendered: Rendered, maxUnits: number): string {
  const { text, entities } = payloadSchema.parse(rendered.payload);
  expect(text).toBe(rendered.plain);
  expect(text.length).toBe(rendered.units);
  if (text === '') return '';
  const fixed = fixText(text, entities, { max: maxUnits, tooLong: 'too long', emptyAllowed: false });
  expect(fixed.text).toBe(startsWithCode(entities) ? text.trimStart() : text);
  const allowed = startsWithCode(entities) ? ['entities changed', 'ends trimmed'] : ['entities changed'];
  expect(fixed.altered.filter((change) => !allowed.includes(change))).toEqual([]);
  if (rendered.parts <= 100) expect(coverage(fixed.text, fixed.entities)).toEqual(coverage(text, entities));
  expect(entities.length).toBe(Math.min(100, rendered.parts));
  for (const { offset, length } of entities) expect(text.slice(offset, offset + length).trim()).not.toBe('');
  return fixed.text;
}
