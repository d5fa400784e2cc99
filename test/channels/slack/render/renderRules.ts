import type { Nodes, Root } from 'mdast';
import { expect } from 'vitest';
import { z } from 'zod';
import { buttonBlocks } from '../../../../src/channels/slack/buttons.js';
import { renderSlack } from '../../../../src/channels/slack/render/render.js';
import type { Rendered } from '../../../../src/core/ports/egress.js';
import { createChunker } from '../../../../src/reply/chunk/chunker.js';
import { visibleText } from '../../../../src/reply/markdown/visibleText.js';
import { checkBlocks } from '../../../platforms/slack/blocks/check.js';
import { textOfBlocks } from '../../../platforms/slack/blocks/visibleText.js';

const payloadSchema = z.object({ text: z.string(), blocks: z.array(z.unknown()) });

const bare = (text: string) => text.replace(/[\s\p{Cc}\u2028\u2029\p{Surrogate}\ufffd]/gu, '');

function has(node: Nodes, type: Nodes['type']): boolean {
  return node.type === type || ('children' in node && node.children.some((child) => has(child, type)));
}

/** Whether all characters of one text stand in another in their order. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const character of part) {
    at = whole.indexOf(character, at);
    if (at === -1) return false;
    at += character.length;
  }
  return true;
}

/** Checks that Slack's strict server takes a rendering with all the buttons it may get, and shows every word in its order. */
export function expectAccepted(rendered: Rendered, tree: Root): void {
  const { text, blocks } = payloadSchema.parse(rendered.payload);
  if (rendered.units === 0) {
    expect(bare(visibleText(tree))).toMatch(/^[\u200b-\u200f\u202a-\u202f\u2060-\u2064\ufeff\u2800\u3164]*$/u);
    return;
  }
  const choices = Array.from({ length: 25 }, (_, n) => ({ label: `Choice ${n}`, command: `/choose ${n}` }));
  const accepted = checkBlocks([...blocks, ...buttonBlocks({ stopButton: 'turn', choices })]);
  expect(text.trim()).not.toBe('');
  expect(text.length).toBeLessThanOrEqual(4000);
  expect(text).not.toMatch(/<|\p{Surrogate}/u);
  expect(rendered.parts).toBe(blocks.length);
  const shown = textOfBlocks(accepted);
  expect(shown.length).toBeLessThanOrEqual(rendered.units);
  if (has(tree, 'footnoteReference') || has(tree, 'footnoteDefinition') || has(tree, 'image')) return;
  if (has(tree, 'table')) {
    // As a list, a table says the names of its columns again before every cell.
    const words = visibleText(tree).split(/\s+/).map(bare);
    expect(words.filter((word) => !bare(shown).includes(word))).toEqual([]);
    return;
  }
  expect(isWithin(bare(visibleText(tree)), bare(shown)), `every word of ${visibleText(tree)} in ${shown}`).toBe(true);
}

/** Checks every message that a document becomes. */
export function expectChunksAccepted(source: string): void {
  const limits = { maxUnits: 4000, maxParts: 48, maxLines: null };
  const chunks = createChunker({ render: renderSlack, limits }).update(source, true);
  for (const { rendered, tree } of chunks) {
    expect(rendered.units).toBeLessThanOrEqual(limits.maxUnits);
    expect(rendered.parts).toBeLessThanOrEqual(limits.maxParts);
    expectAccepted(rendered, tree);
  }
}
