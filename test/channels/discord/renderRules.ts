import { expect } from 'vitest';
import { payloadSchema } from '../../../src/channels/discord/payload.js';
import type { Rendered } from '../../../src/core/ports/egress.js';
import { visibleText } from '../../platforms/discord/visibleText.js';

/** Checks that a rendering is trimmed and measured as Discord does, and shows exactly what was meant. Returns what it shows. */
export function expectAccepted(rendered: Rendered): string {
  const { content } = payloadSchema.parse(rendered.payload);
  expect(rendered.units).toBe(content.length);
  expect(content).toBe(content.trim());
  const shown = visibleText(content);
  expect(normal(shown)).toBe(normal(rendered.plain));
  return shown;
}

function normal(text: string): string {
  return text
    .replace(/\u200b/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
