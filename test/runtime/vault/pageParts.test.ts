import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  idsIn,
  isOurs,
  lineId,
  mergePage,
  newPage,
  type PageContents,
  splitPage,
  writeBlock,
} from '../../../src/runtime/vault/pageParts.js';

const NOTE = 'Waggle writes this part';

/** Pages that say these bodies. */
function contentsOf(bodies: Readonly<Record<string, string>>): PageContents {
  return {
    blockOf: (id) => (bodies[id] === undefined ? null : writeBlock(id, bodies[id], NOTE)),
    headOf: (id) => [`waggle-id: ${id}`, `waggle-sources: [p1, p2]`],
  };
}

const merged = (text: string, contents: PageContents, id: string | null = 'e1') =>
  mergePage(splitPage(text), id, contents);
const FACT = `- 2026-03-05: The cat is called Momo. ^${lineId('p1')}`;
const contents = contentsOf({ e1: `# Momo\n\n${FACT}` });

describe('a page of the vault', () => {
  it('is made with front matter and marks, and is read back as what it is', () => {
    const page = newPage('e1', contents);
    expect(page).toBe(
      `---\nwaggle-id: e1\nwaggle-sources: [p1, p2]\n---\n<!-- waggle:begin e1 ${NOTE} -->\n# Momo\n\n${FACT}\n<!-- waggle:end e1 -->\n`,
    );
    expect(idsIn(splitPage(page))).toEqual(['e1']);
    expect(merged(page, contents)).toBe(page);
  });

  it('keeps what people write above, below and in the front matter', () => {
    const page = newPage('e1', contents)
      .replace('---\n<!--', 'tags: [cat]\n---\nMy cat!\n\n<!--')
      .concat('\nHe likes *fish*.\n');
    const next = merged(page, contentsOf({ e1: '# Momo the second' }));
    expect(next).toContain('tags: [cat]');
    expect(next).toContain('---\nMy cat!\n\n<!--');
    expect(next).toContain('# Momo the second');
    expect(next).not.toContain('called Momo');
    expect(next.endsWith('\nHe likes *fish*.\n')).toBe(true);
  });

  it('takes fields as editors write them: lists over several lines, quotes, other line ends', () => {
    const page = newPage('e1', contents)
      .replace('waggle-id: e1', 'waggle-id: "e1"')
      .replace('[p1, p2]', '\n  - p1\n  - p2\nmine:\n  - a')
      .replaceAll('\n', '\r\n');
    const next = merged(page, contents);
    expect(next.match(/waggle-id/g)).toHaveLength(1);
    expect(next.match(/p2/g)).toHaveLength(1);
    expect(next).toContain('mine:\n  - a');
    expect(merged(next, contents)).toBe(next);
  });

  it('comes back where somebody took its marks or its front matter away, without double lines', () => {
    const withoutMarks = newPage('e1', contents)
      .replace(/<!--.*-->\n/g, '')
      .concat('\nMine.\n');
    const healed = merged(withoutMarks, contents);
    expect(healed.split(FACT)).toHaveLength(2);
    expect(healed).toContain('Mine.');
    const withoutEnd = newPage('e1', contents).replace('<!-- waggle:end e1 -->\n', 'Mine.\n');
    expect(merged(withoutEnd, contents).split(FACT)).toHaveLength(2);
    expect(merged(withoutEnd, contents)).toContain('Mine.');
    const withoutHead = newPage('e1', contents).replace(/^---[\s\S]*?---\n/, '');
    expect(merged(withoutHead, contents)).toBe(newPage('e1', contents));
  });

  it('that is gone leaves what people wrote, and nothing where they wrote nothing', () => {
    const none = contentsOf({});
    expect(merged(newPage('e1', contents), none).trim()).toBe('');
    expect(merged(`${newPage('e1', contents)}\nMine.\n`, none)).toBe('Mine.\n');
    const withTags = newPage('e1', contents).replace('---\n<!--', 'tags: [cat]\n---\n<!--');
    expect(merged(withTags, none)).toBe('---\ntags: [cat]\n---\n');
  });

  it('renews a block that somebody took to a page of their own, and takes it away with its page', () => {
    const own = `Trip\n\n${writeBlock('e1', 'old', NOTE)}\n\nand ${writeBlock('e2', 'gone', NOTE)}\nend\n`;
    const page = splitPage(own);
    expect(isOurs(page)).toBe(true);
    const next = mergePage(page, null, contents);
    expect(next).toContain(FACT);
    expect(next).not.toContain('waggle-id');
    expect(next.startsWith('Trip\n\n<!--')).toBe(true);
  });

  it('is none of ours without a mark and a field', () => {
    expect(isOurs(splitPage('---\ntitle: x\n---\n# Mine\n<!-- waggle -->\n'))).toBe(false);
    expect(isOurs(splitPage(''))).toBe(false);
  });
});

/** Lines that people may write; no marks of ours and no lines that look generated. */
const lineArb = fc.oneof(
  fc.constantFrom(
    '',
    '---',
    '# Title',
    '- item',
    '```',
    '> quote',
    '[[Momo]]',
    '<!-- note -->',
    'tags: [a]',
    '  indented',
    '^p1',
  ),
  fc.string({ maxLength: 20 }).map((text) => text.replace(/[\r\n\u2028\u2029\uFEFF]/g, ' ')),
);
const ownText = fc.array(lineArb, { maxLength: 8 }).map((lines) => lines.map((line) => `${line}\n`).join(''));
const headLine = fc.constantFrom(
  'tags: [a]',
  'aliases:\n  - Mo',
  'title: "x: y"',
  'broken: [',
  '# comment',
  'list:\n- a\n- b',
);
const bodyArb = fc
  .array(fc.constantFrom('# T', '', `- a ^${lineId('p1')}`, '- b', '---', '## H', '\\<!-- waggle:end e1 --\\>'), {
    maxLength: 6,
  })
  .map((lines) => ['# Page', ...lines].join('\n'));

describe('merging, whatever stands on a page', () => {
  it('keeps the text of people to the letter through any number of syncs, and shows the last generated text alone', () => {
    fc.assert(
      fc.property(
        fc.array(headLine, { maxLength: 3 }),
        ownText,
        ownText,
        fc.array(bodyArb, { minLength: 1, maxLength: 4 }),
        (head, above, below, bodies) => {
          const [first = ''] = bodies;
          const block = writeBlock('e1', first, NOTE);
          // A line of dashes on top would end front matter that is not there.
          let page = `---\n${['waggle-id: e1', ...head].join('\n')}\n---\n${above}${block}\n${below}`;
          for (const body of bodies) {
            page = merged(page, contentsOf({ e1: body }));
            expect(merged(page, contentsOf({ e1: body }))).toBe(page);
            expect(page.endsWith(`${above}${writeBlock('e1', body, NOTE)}\n${below}`)).toBe(true);
            for (const line of head) expect(page.split('\n---\n')[0]).toContain(line);
            expect(page.match(/^waggle-id:/gm)).toHaveLength(1);
          }
          const rest = merged(page, contentsOf({}));
          expect(rest).not.toContain('waggle:begin');
          expect(rest).not.toMatch(/^waggle-/m);
          expect(rest.replace(/^\s+/, '').endsWith(`${above}${below}`.replace(/^\s+/, ''))).toBe(true);
        },
      ),
    );
  });

  it('is stable from the first time on, and leaves no mark of a page that is gone, for any text at all', () => {
    const anyText = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc
        .array(
          fc.oneof(
            lineArb,
            fc.constantFrom(
              '<!-- waggle:begin e1 x -->',
              '<!-- waggle:end e1 -->',
              '<!-- waggle:begin e2 -->',
              'waggle-id: e1',
              FACT,
            ),
          ),
          { maxLength: 12 },
        )
        .map((lines) => lines.join('\n')),
    );
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, isLive) => {
        const once = merged(text, isLive ? contents : contentsOf({}));
        if (isLive) expect(merged(once, contents)).toBe(once);
        else expect(once).not.toContain('waggle:begin e1');
      }),
    );
  });
});
