import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../../../../src/runtime/tools/toolDefinition.js';
import { createWebFetch } from '../../../../src/runtime/tools/web/webFetch.js';
import { makePdf } from '../../../platforms/web/pdf.js';
import { content, redirect, type WebPage } from '../../../platforms/web/webServer.js';
import { makeScope } from '../../memoryFixture.js';
import { openWebStage, type WebStage } from './webStage.js';

let stage: WebStage;
let tool: ToolDefinition;
let read: (path: string, offset?: number) => Promise<string>;
beforeAll(async () => {
  stage = await openWebStage();
  tool = createWebFetch(stage.deps);
  read = (path, offset) =>
    stage.run(tool, { url: `${stage.site.url}${path}`, ...(offset === undefined ? {} : { offset }) });
});
afterAll(() => stage.close());
afterEach(() => {
  stage.site.forget();
  expect(stage.clock.pending()).toBe(0);
});

const serve = (path: string, page: WebPage) => stage.site.page(path, page);
const paragraph = (n: number) =>
  `<p>Paragraph ${n}: the heron stands in the reeds, waits, and strikes when a fish comes near; it is a patient bird.</p>`;
const article = Array.from({ length: 12 }, (_, n) => paragraph(n)).join('\n');

describe('web_fetch of pages', () => {
  it('gives the article as Markdown, with title, final URL, author and date, without what stands around it', async () => {
    serve('/old', redirect('/heron'));
    serve(
      '/heron',
      content(
        'text/html; charset=utf-8',
        `<!doctype html><html><head><title>The  Heron | Birds</title><meta name="author" content="Ada Reed">
        <meta property="article:published_time" content="2026-03-01T10:00:00Z"></head><body>
        <nav><a href="/">Home</a> <a href="/birds">All birds</a></nav>
        <article><h1>The Heron</h1>${article}<h2>Food</h2><ul><li>Fish<li>Frogs</ul>
        <p>See <a href="../more?x=1#y">more</a>, <a href="javascript:alert(1)">this</a>.</p>
        <pre><code class="language-js">const bird = 1;</code></pre>
        <table><tr><th>Bird</th><th>cm</th></tr><tr><td>Heron</td><td>98</td></tr></table>
        <img src="x.png" alt="A heron"></article><footer>Imprint and cookies</footer><script>track()</script></body></html>`,
      ),
    );
    const text = await read('/old');
    expect(text).toMatch(
      new RegExp(
        `^Title: The Heron \\| Birds\nURL: ${stage.site.url}/heron\nBy: Ada Reed\nPublished: 2026-03-01T10:00:00Z\n\n`,
      ),
    );
    expect(text).toContain('Paragraph 11: the heron');
    expect(text).toContain('## Food\n\n- Fish\n- Frogs');
    expect(text).toContain(`See [more](${stage.site.url}/more?x=1#y), this.`);
    expect(text).toContain('```js\nconst bird = 1;\n```');
    expect(text).toContain('|Bird|cm|\n|-|-|\n|Heron|98|');
    expect(text).toContain('[picture: A heron]');
    expect(text).not.toMatch(/track|Imprint|All birds|javascript/);
  });

  it('gives all of a page that is no article', async () => {
    const items = Array.from({ length: 20 }, (_, n) => `<li><a href="/item/${n}">Offer ${n}</a> ${n} EUR</li>`).join(
      '',
    );
    serve('/shop', content('text/html', `<title>Shop</title><nav>Menu</nav><ul>${items}</ul><footer>Imprint</footer>`));
    const text = await read('/shop');
    expect(text).toContain(`- [Offer 19](${stage.site.url}/item/19) 19 EUR`);
    expect(text).not.toMatch(/Menu|Imprint/);
  });

  it('shows nothing that a reader of the page would not see', async () => {
    const hidden = [
      '<p style="display: none">HIDDEN</p>',
      '<p style="color:red;visibility:hidden">HIDDEN</p>',
      '<div hidden>HIDDEN</div>',
      '<span aria-hidden="true">HIDDEN</span>',
      '<p style="font-size:0">HIDDEN</p>',
      '<p style="opacity:0;">HIDDEN</p>',
      '<template>HIDDEN</template>',
      '<noscript>HIDDEN</noscript>',
      '<!-- HIDDEN -->',
      '<style>.HIDDEN {}</style>',
      '<svg><title>HIDDEN</title></svg>',
    ];
    for (const page of [`<article>${article}${hidden.join('')}</article>`, `<p>Short.</p>${hidden.join('')}`]) {
      serve('/hidden', content('text/html', `<title>x</title>${page}`));
      expect(await read('/hidden')).not.toContain('HIDDEN');
    }
  });

  it.each([
    ['the header', 'text/html; charset=ISO-8859-1', Buffer.from('<p>K\xe4se, \xa3</p>', 'latin1'), 'Käse, £'],
    [
      'the page',
      'text/html',
      Buffer.from('<meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2</p>', 'latin1'),
      'Привет',
    ],
    ['a mark', 'text/html', Buffer.from('\ufeff<p>日本</p>', 'utf16le'), '日本'],
    [
      'the page (Shift_JIS)',
      'text/html',
      Buffer.from(
        '<meta http-equiv="content-type" content="text/html; charset=shift_jis"><p>\x93\xfa\x96\x7b</p>',
        'latin1',
      ),
      '日本',
    ],
    ['nothing, but it is UTF-8', 'text/html', Buffer.from('<p>Käse</p>'), 'Käse'],
    ['nothing, and it is not', 'text/plain', Buffer.from('K\xe4se \x80', 'latin1'), 'Käse €'],
    ['a charset that nobody knows', 'text/plain; charset=klingon', Buffer.from('Käse'), 'Käse'],
  ])('reads the charset that is said by %s', async (_, type, bytes, expected) => {
    serve('/charset', content(type, bytes));
    expect(await read('/charset')).toContain(expected);
  });

  it('survives a page made to be slow or deep, and says what it did', async () => {
    serve('/deep', content('text/html', `${'<div>'.repeat(20_000)}at the bottom`));
    expect(await read('/deep')).toMatch(/Shown without its structure\.\n\nat the bottom$/);
    serve('/many', content('text/html', `<p>first</p>${'<b>x</b>'.repeat(60_000)}`));
    expect(await read('/many')).toMatch(/first/);
  });
});

describe('web_fetch of other documents', () => {
  it.each([
    ['text/plain', 'a < b\n\n<p>not a page</p>'],
    ['application/json', '{"a":[1,2]}'],
    ['application/ld+json; charset=utf-8', '{"@id":1}'],
    ['text/markdown', '# Title\n\n*text*'],
    ['application/xml', '<feed><entry/></feed>'],
    ['text/csv', 'a,b\n1,2'],
    ['', 'no type at all'],
    ['application/octet-stream', 'unknown type'],
  ])('gives %s as it is', async (type, text) => {
    serve('/file', type === '' ? (_, response) => void response.end(text) : content(type, text));
    expect(await read('/file')).toBe(`URL: ${stage.site.url}/file\n\n${text}`);
  });

  it('takes a page for a page and a PDF for a PDF, whatever the server says', async () => {
    serve('/page', content('application/octet-stream', '<!DOCTYPE html><title>T</title><p>text</p>'));
    expect(await read('/page')).toBe(`Title: T\nURL: ${stage.site.url}/page\n\ntext`);
    serve('/paper', content('application/octet-stream', makePdf([['Hello']])));
    expect(await read('/paper')).toContain('[page 1]\nHello');
  });

  it('reads a PDF page by page', async () => {
    serve('/a.pdf', content('application/pdf', makePdf([['Herons', 'wade'], ['They fish']], { title: 'On herons' })));
    expect(await read('/a.pdf')).toBe(
      `Title: On herons\nURL: ${stage.site.url}/a.pdf\n\n[page 1]\nHerons\nwade\n\n[page 2]\nThey fish`,
    );
    serve('/scan.pdf', content('application/pdf', makePdf([[], []])));
    expect(await read('/scan.pdf')).toMatch(/2 pages and no text in them; it is probably scanned\.\n\n\(no text\)$/);
    serve('/broken.pdf', content('application/pdf', '%PDF-1.4 nonsense'));
    await expect(read('/broken.pdf')).rejects.toMatchObject({ code: 'extract' });
    serve('/no.pdf', content('application/pdf', 'nonsense'));
    await expect(read('/no.pdf')).rejects.toMatchObject({ code: 'net-type' });
  });

  it.each(['image/png', 'video/mp4', 'application/zip', 'font/woff2'])('does not load %s', async (type) => {
    serve('/binary', content(type, Buffer.alloc(1000)));
    await expect(read('/binary')).rejects.toThrow(`It is ${type}, which cannot be read as text.`);
  });

  it('gives no control characters, and no halves of letters', async () => {
    serve(
      '/odd',
      content('text/plain; charset=utf-16le', Buffer.from('a\r\nb\u0007\u001b[31mc\ud83dd\re\tf', 'utf16le')),
    );
    expect(await read('/odd')).toBe(`URL: ${stage.site.url}/odd\n\na\nb[31mc\ufffdd\ne\tf`);
  });

  it('does not take bytes for text', async () => {
    serve('/bytes', content('text/plain', Buffer.from([1, 0, 2, 0, 0, 0])));
    await expect(read('/bytes')).rejects.toMatchObject({ code: 'net-type' });
  });

  it.each([
    [404, /404: there is no such page/],
    [403, /403: the site does not let/],
    [418, /418: the site refused/],
    [503, /503: the site has a fault/],
  ])('says what %i means', async (status, words) => {
    serve('/status', content('text/html', 'x', status));
    await expect(read('/status')).rejects.toThrow(words);
  });
});

describe('web_fetch of long documents', () => {
  it('gives them in parts that together are the whole, fetched once', async () => {
    const long = Array.from({ length: 400 }, (_, n) => `Line ${n} 😀 of a long text.\n${n % 7 === 0 ? '\n' : ''}`).join(
      '',
    );
    serve('/long', content('text/plain; charset=utf-8', long));
    let whole = '';
    let offset: number | undefined;
    for (let parts = 0; ; parts += 1) {
      const text = await read('/long', offset);
      expect(text.length).toBeLessThan(9000);
      const body = text.slice(text.indexOf('\n\n') + 2).replace(/\n\n\[More: call again with offset \d+\.\]$/, '');
      whole += body;
      expect(text).toContain(`of ${long.length}\n`);
      const next = /\[More: call again with offset (\d+)\.\]$/.exec(text)?.[1];
      if (next === undefined) break;
      offset = Number(next);
      expect(parts).toBeLessThan(10);
    }
    expect(whole).toBe(long);
    expect(stage.site.requests).toHaveLength(1);
    await expect(read('/long', 1_000_000)).rejects.toThrow(/only \d+ characters/);
  });

  it('fetches anew from the beginning, after ten minutes, and for another chat', async () => {
    serve('/long', content('text/plain', 'word '.repeat(4000)));
    await read('/long');
    await read('/long');
    await read('/long', 8000);
    expect(stage.site.requests).toHaveLength(2);
    const elsewhere = { ...stage.context, scope: makeScope({ lane: 'telegram:42:8' }) };
    await stage.run(tool, { url: `${stage.site.url}/long`, offset: 8000 }, elsewhere);
    expect(stage.site.requests).toHaveLength(3);
    await stage.clock.advance(10 * 60_000);
    await read('/long', 8000);
    expect(stage.site.requests).toHaveLength(4);
  });
});

describe('web_fetch and the guard', () => {
  it('refuses what the guard refuses, with its words', async () => {
    await expect(stage.run(tool, { url: stage.victim.url })).rejects.toThrow(/an address of this machine itself/);
    serve('/away', redirect('http://169.254.169.254/latest/'));
    await expect(read('/away')).rejects.toThrow(/where a cloud keeps the credentials/);
    expect(stage.victim.requests).toEqual([]);
  });

  it('ends with the turn while a document is being read', async () => {
    const turn = new AbortController();
    serve('/page', content('text/html', `<title>x</title>${'<p>y</p>'.repeat(20_000)}`));
    const end = stage.run(tool, { url: `${stage.site.url}/page` }, { ...stage.context, signal: turn.signal });
    await stage.site.waitFor(() => stage.site.requests.length === 1);
    turn.abort(new Error('stopped'));
    await expect(end).rejects.toThrow('stopped');
  });
});
