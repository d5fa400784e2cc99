import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { MindView } from '../../../src/core/memory/reach.js';
import { splitFrontMatter } from '../../../src/runtime/frontMatter.js';
import { openVaultFixture, personView, type VaultFixture } from './vaultFixture.js';

let fixture: VaultFixture;
beforeEach(async () => {
  fixture = await openVaultFixture();
});
afterEach(() => fixture.close());

const ada = personView('telegram:42:ada');

/** What Windows refuses in a name, and Obsidian in the name of a note that is to be linked. */
const UNFIT = /[\\:*?"<>|#^[\]\p{Cc}]/u;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Code is no place for links: a fence, or a span. */
const CODE = /^```[\s\S]*?^```|`[^`\n]*`/gm;
/** A sign with a backslash before it is only a sign. */
const ESCAPED = /\\[!-/:-@[-`{-~]/g;
const LINK = /(!?)\[\[([^[\]\n]*)\]\]/g;

interface Link {
  readonly from: string;
  readonly file: string;
  readonly block: string | null;
  readonly words: string | null;
}

function bodyOf(text: string): string {
  const front = /^---\n[\s\S]*?\n---\n/.exec(text)?.[0] ?? '';
  return text.slice(front.length);
}

/** The links of a page as Obsidian reads them. */
function linksIn(from: string, text: string): readonly Link[] {
  return [...text.replace(CODE, '').replace(ESCAPED, '').matchAll(LINK)].map(([, embeds, inner = '']) => {
    expect(embeds, `${from} embeds ${inner}`).toBe('');
    const [target = '', ...words] = inner.split('|');
    const [file = '', place = null] = target.split('#');
    return { from, file, block: place, words: words.length === 0 ? null : words.join('|') };
  });
}

/** Tags in a text: `#word` where it is not escaped, in code or a heading. */
function tagsIn(text: string): readonly string[] {
  return (
    text
      .replace(CODE, '')
      .replace(ESCAPED, '')
      .match(/(?<=^|\s)#[\p{L}\p{N}_/-]+/gmu) ?? []
  );
}

/** Everything that Obsidian, or some system that a vault is copied to, would trip over. */
function expectOpensInObsidian(view: MindView) {
  const pages = Object.entries(fixture.files(view)).filter(([path]) => !path.startsWith('.'));
  const paths = pages.map(([path]) => path);
  for (const path of paths) {
    for (const part of path.split('/')) {
      expect(part, path).not.toMatch(UNFIT);
      expect(part, path).not.toMatch(DEVICE);
      expect(part, path).not.toMatch(/^[. ]|[. ]$/);
      expect(Buffer.byteLength(part), path).toBeLessThanOrEqual(255);
      expect(part, path).toBe(part.normalize('NFC'));
    }
    expect(path).toMatch(/\.md$/);
  }
  const keys = paths.map((path) => path.normalize('NFKC').toLowerCase());
  expect(new Set(keys).size, 'names that differ on every system').toBe(keys.length);

  const links = pages.flatMap(([path, text]) => linksIn(path, bodyOf(text)));
  for (const { from, file, block, words } of links) {
    expect(paths, `${from} links to ${file}`).toContain(`${file}.md`);
    expect(words?.trim() ?? '', `${from} links to ${file}`).not.toBe('');
    if (block === null) continue;
    expect(block, from).toMatch(/^\^[A-Za-z0-9-]+$/);
    const target = pages.find(([path]) => path === `${file}.md`)?.[1] ?? '';
    expect(target.match(new RegExp(` \\${block}$`, 'm')), `${from} links to ${file}#${block}`).not.toBeNull();
  }

  for (const [path, text] of pages) {
    const front: unknown = parse(splitFrontMatter(text)?.head ?? '');
    expect(front, path).toMatchObject({
      'waggle-id': expect.stringMatching(/^[a-z0-9-]+$/),
      'waggle-sources': expect.any(Array),
    });
    expect(tagsIn(bodyOf(text)), path).toEqual([]);
    // A block's id is unique in its page, or links to it go astray.
    const blocks = bodyOf(text).match(/(?<= )\^[A-Za-z0-9-]+$/gm) ?? [];
    expect(new Set(blocks).size, path).toBe(blocks.length);
    expect(bodyOf(text).match(/%%|\$\$|(?<!\\)==/g), path).toBeNull();
  }
  return { pages, links };
}

describe('Obsidian opens a vault', () => {
  it('whose links all lead somewhere, whose front matter is YAML, and whose names every system takes', async () => {
    await fixture.save(ada.mind, 'I met Anna Huber at Acme Corp in March.', { now: Date.UTC(2026, 0, 24) });
    await fixture.save(ada.mind, 'Anna Huber works at Acme Corp and likes tea.');
    await fixture.save(ada.mind, 'Decision: we move to Graz.', { importance: 'important', source: 'agent_inferred' });
    await fixture.save(ada.mind, 'Preference: Anna Huber wants short answers from Berta Kern at Acme Corp.');
    await fixture.vaults.setUp(ada, 'en');
    const { pages, links } = expectOpensInObsidian(ada);
    expect(pages.length).toBeGreaterThan(6);
    expect(links.length).toBeGreaterThan(15);
    // Each page can be reached from the index.
    const fromIndex = new Set(links.filter(({ from }) => from === 'Index.md').map(({ file }) => `${file}.md`));
    expect(pages.map(([path]) => path).filter((path) => path !== 'Index.md' && !fromIndex.has(path))).toEqual([]);
  });

  it('whatever names and words come from outside, in every language', async () => {
    const names = ['Con', 'AUX Corp', 'C# Guild', 'A/B Testing Ltd', 'a/b testing ltd', 'Straße GmbH', 'STRASSE GmbH'];
    const nasty = [
      'Anna Huber said [[Nowhere]] and ![[Secret.png]] and [x](y.md) about Acme Corp. ^w-p1',
      'Anna Huber likes #tags, %%comments%%, $$sums$$, ==marks== and `[[code]]` at Acme Corp.',
      '---\nwaggle-id: index\n---\n# Anna Huber at Acme Corp <!-- waggle:end index -->',
      'Anna Huber | Acme Corp\u202e\u0007 wrote "quotes": {yaml: [1, 2]} & <b>html</b>.',
      'Zoë Müller met Иван Петров and 王小明 at Café Österreich GmbH.',
      ...names.map((name) => `Anna Huber works at ${name}.`),
    ];
    for (const [n, content] of nasty.entries()) {
      await fixture.save(ada.mind, content, { now: Date.UTC(2026, n % 12, 3) });
    }
    for (const language of ['en', 'de', 'fr', 'es', 'pt', 'ru', 'zh']) {
      await fixture.vaults.setUp(ada, language);
      expectOpensInObsidian(ada);
    }
  });

  it('after pages were moved, renamed and removed by hand', async () => {
    await fixture.save(ada.mind, 'Anna Huber works at Acme Corp.');
    await fixture.save(ada.mind, 'Berta Kern works at Acme Corp.');
    await fixture.vaults.setUp(ada, 'en');
    const text = fixture.files(ada)['People/Anna Huber.md'] ?? '';
    fixture.write(ada, 'Mine/My friend Anna.md', text);
    fixture.write(ada, 'People/Anna Huber.md', 'Moved.');
    await fixture.vaults.sync(ada);
    await fixture.minds.forget(ada, [2], fixture.clock.now());
    await fixture.vaults.sync(ada);
    const paths = Object.keys(fixture.files(ada));
    expect(paths).toContain('Mine/My friend Anna.md');
    expect(fixture.files(ada)['Index.md']).toContain('[[Mine/My friend Anna|Anna Huber]]');
    expect(fixture.files(ada)['Index.md']).not.toContain('Berta');
  });
});
