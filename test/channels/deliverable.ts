import type { Nodes, Root, TableCell } from 'mdast';
import { expect } from 'vitest';
import { z } from 'zod';
import { componentsOf } from '../../src/channels/discord/components.js';
import { payloadSchema as discordPayload } from '../../src/channels/discord/payload.js';
import { renderDiscord } from '../../src/channels/discord/render.js';
import { buttonBlocks } from '../../src/channels/slack/buttons.js';
import { renderSlack } from '../../src/channels/slack/render/render.js';
import { renderTelegram } from '../../src/channels/telegram/render.js';
import type { EgressLimits, Rendered } from '../../src/core/ports/egress.js';
import { visibleText } from '../../src/reply/markdown/visibleText.js';
import { readMessageBody, refuseIfEmpty } from '../platforms/discord/messageBody.js';
import { textOfBlocks } from '../platforms/slack/blocks/visibleText.js';
import { MAX_UPDATE_TEXT, readContent } from '../platforms/slack/methods/content.js';
import { expectAccepted as expectDiscordTakes } from './discord/renderRules.js';
import { expectAccepted as expectTelegramTakes } from './telegram/renderRules.js';

/** One platform as far as the text of an answer goes. */
export interface Deliverable {
  readonly name: string;
  readonly render: (tree: Root) => Rendered;
  /** What its egress says a message may hold. */
  readonly limits: EgressLimits;
  /** Gives a message to the strict server's own checks, as a send and as an edit, with every button. Returns what it shows. */
  accept(rendered: Rendered): string;
}

const choices = Array.from({ length: 25 }, (_, n) => ({ label: `Choice ${n}`, command: `/choose ${n}` }));
const buttons = { stopButton: 'turn', choices };
const slackPayload = z.object({ text: z.string(), blocks: z.array(z.unknown()) });

export const telegram: Deliverable = {
  name: 'Telegram',
  render: renderTelegram,
  limits: { maxUnits: 4096, maxParts: 100, maxLines: null },
  accept: (rendered) => expectTelegramTakes(rendered, 4096),
};

export const slack: Deliverable = {
  name: 'Slack',
  render: renderSlack,
  limits: { maxUnits: 4000, maxParts: 48, maxLines: null },
  accept: (rendered) => {
    const { text, blocks } = slackPayload.parse(rendered.payload);
    const taken = readContent({ text, blocks: [...blocks, ...buttonBlocks(buttons)] });
    expect(taken.altered).toEqual([]);
    expect(text.trim()).not.toBe('');
    expect(text.length).toBeLessThanOrEqual(MAX_UPDATE_TEXT);
    expect(rendered.parts).toBe(blocks.length);
    return textOfBlocks(taken.blocks);
  },
};

export const discord: Deliverable = {
  name: 'Discord',
  render: renderDiscord,
  limits: { maxUnits: 2000, maxParts: 1, maxLines: 17 },
  accept: (rendered) => {
    const { content } = discordPayload.parse(rendered.payload);
    readMessageBody({ content, components: componentsOf(buttons) }, [], 0);
    refuseIfEmpty({ content, embeds: [], components: [], attachments: [] });
    return expectDiscordTakes(rendered);
  },
};

/** White space, what no platform shows, and what stands for a broken character. */
const bare = (text: string) => text.replace(/[\s\p{Cc}\p{Cf}\p{Surrogate}\ufffd]/gu, '');

/** A tree without the marks of footnotes, which every platform writes in its own way, and without tables. */
function withoutTables<Node extends Nodes>(node: Node): Node {
  if (!('children' in node)) return node;
  const children = node.children.filter(({ type }) => type !== 'footnoteReference' && type !== 'table');
  return { ...node, children: children.map((child) => withoutTables(child)) };
}

/** The cells of all tables, without headers that are only repeated. */
function cellsOf(node: Nodes): TableCell[] {
  if (node.type === 'table') {
    const [header, ...rows] = node.children;
    const named = node.data?.header === 'repeated' ? [] : (header?.children ?? []);
    return [...named, ...rows.flatMap((row) => row.children)];
  }
  return 'children' in node ? node.children.flatMap(cellsOf) : [];
}

/** Checks that the characters of a tree stand in a text in their order, whatever stands between them. */
function expectInOrder(tree: Root, whole: string): void {
  let at = 0;
  for (const character of bare(visibleText(withoutTables(tree)))) {
    const found = whole.indexOf(character, at);
    if (found === -1)
      expect.fail(`${character} of ${JSON.stringify(visibleText(tree))} is missing in ${JSON.stringify(whole)}`);
    at = found + character.length;
  }
}

/**
 * Checks that every character of a tree is shown, in its order; list marks, numbers and lines may stand between them. Cells
 * of tables are looked for one by one: where a table is too wide, they stand in a list with the names of their columns.
 */
export function expectShows(shown: string, tree: Root): void {
  const whole = bare(shown);
  expectInOrder(tree, whole);
  for (const cell of cellsOf(tree)) {
    expectInOrder({ type: 'root', children: [{ type: 'paragraph', children: cell.children }] }, whole);
  }
}

/** Checks that no string of a payload holds half a surrogate pair. */
export function expectWellFormed(value: unknown): void {
  if (typeof value === 'string') {
    if (/\p{Surrogate}/u.test(value)) expect.fail(`half a pair in ${JSON.stringify(value)}`);
  } else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) expectWellFormed(inner);
}
