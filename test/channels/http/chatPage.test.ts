import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { laneWorkspace } from '../../../src/runtime/workspace/laneWorkspace.js';
import { describeWithChromium } from '../../setup/describeWithChromium.js';
import { launchChromium } from '../../setup/launchChromium.js';
import { type Script, startChatGateway, TOKEN } from './chatGateway.js';
import { gate } from './gate.js';

describeWithChromium('the chat page', () => {
  let browser: Browser;
  const opened: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  /** The page in a fresh browser profile, and everything that the browser complained about. */
  async function open(script: Script, headers: Record<string, string> = {}) {
    const gateway = await startChatGateway({ script });
    opened.push(() => gateway.close());
    const context = await browser.newContext({ extraHTTPHeaders: headers });
    opened.push(() => context.close());
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(gateway.url);
    return { gateway, page, complaints };
  }

  async function send(page: Page, text: string): Promise<void> {
    await page.getByLabel('Message').fill(text);
    await page.getByLabel('Message').press('Enter');
  }

  const answerOf = (page: Page) => page.locator('article.assistant').last();
  const textOf = (page: Page) => answerOf(page).locator('.body').textContent();

  async function until(check: () => Promise<boolean>): Promise<void> {
    while (!(await check())) await new Promise((resolve) => setImmediate(resolve));
  }

  it('shows an answer that grows, with what is going on, and its final text', async () => {
    const [first, second] = [gate(), gate()];
    const { gateway, page, complaints } = await open(async ({ emit, say, answer }) => {
      emit({ type: 'notice', key: 'recalling', args: {} });
      await first.passed;
      say('# Bees\n\nBees **dan');
      await second.passed;
      answer('# Bees\n\nBees **dance** a `waggle`.\n\n- one\n- two\n\n```js\nlet a = 1;\n```');
    });
    await send(page, 'tell me about bees');
    await page.getByRole('status').getByText('recalling').waitFor();
    expect(await page.locator('article.you').textContent()).toBe('tell me about bees');
    expect(await answerOf(page).getAttribute('aria-busy')).toBe('true');
    expect(await page.getByRole('button', { name: 'Stop' }).isVisible()).toBe(true);
    first.open();
    await answerOf(page).locator('strong').waitFor();
    await until(async () => (await textOf(page)) === 'BeesBees dan');
    second.open();
    await answerOf(page).locator('pre').waitFor();
    expect(await answerOf(page).locator('h2').textContent()).toBe('Bees');
    expect(await answerOf(page).locator('strong').textContent()).toBe('dance');
    expect(await answerOf(page).locator('p code').textContent()).toBe('waggle');
    expect(await answerOf(page).locator('li').allTextContents()).toEqual(['one', 'two']);
    expect(await answerOf(page).locator('pre').textContent()).toBe('let a = 1;');
    await page.getByRole('button', { name: 'Send' }).waitFor();
    expect(await page.getByRole('status').textContent()).toBe('');
    expect(await answerOf(page).getAttribute('aria-busy')).toBe(null);
    expect(gateway.accepted[0]?.sender.verifiedBy).toBe('loopback');
    expect(complaints).toEqual([]);
  });

  it('keeps its conversation over a reload, and starts another on demand', async () => {
    const { gateway, page } = await open(({ answer }) => answer('ok'));
    const ask = async (text: string) => {
      await send(page, text);
      await until(async () => (await page.locator('article.assistant .body').allTextContents()).at(-1) === 'ok');
      await page.getByRole('button', { name: 'Send' }).waitFor();
    };
    await ask('a');
    await page.reload();
    await ask('b');
    await page.getByRole('button', { name: 'New conversation' }).click();
    await ask('c');
    const lanes = gateway.accepted.map(({ lane }) => lane);
    expect(lanes[0]).toBe(lanes[1]);
    expect(lanes[2]).not.toBe(lanes[0]);
  });

  it('stops a turn, without a token and with one', async () => {
    const { page, complaints } = await open(async ({ say, signal }) => {
      say('so far so good');
      if (!signal.aborted) await once(signal, 'abort');
    });
    for (const isWithToken of [false, true]) {
      if (isWithToken) {
        await page.evaluate(`sessionStorage.setItem('waggle.token', ${JSON.stringify(TOKEN)})`);
        await page.reload();
      }
      await send(page, 'go on for ever');
      await answerOf(page).getByText('so far so good').waitFor();
      await page.getByRole('button', { name: 'Stop' }).click();
      await answerOf(page).getByText('Stopped.').waitFor();
      expect(await textOf(page)).toBe('so far so good');
      await page.getByRole('button', { name: 'Send' }).waitFor();
    }
    expect(complaints).toEqual([]);
  });

  it('keeps voided text until new text comes, and drops narration', async () => {
    const [first, second] = [gate(), gate()];
    const { page } = await open(async ({ emit, say, answer }) => {
      say('I already tested it.');
      emit({ type: 'reset', why: 'gate' });
      await first.passed;
      say('Let me look.');
      emit({ type: 'segmentEnd', drop: true });
      emit({ type: 'toolStart', call: '1', name: 'run_tests' });
      await second.passed;
      emit({ type: 'toolEnd', call: '1', name: 'run_tests', failed: false });
      say('It was');
      answer('It was not tested.');
    });
    await send(page, 'test it');
    await page.getByRole('status').getByText('Starting the answer over').waitFor();
    await until(async () => (await textOf(page)) === 'I already tested it.');
    first.open();
    await page.getByRole('status').getByText('Run tests').waitFor();
    await until(async () => (await textOf(page)) === 'Let me look.');
    second.open();
    await until(async () => (await textOf(page)) === 'It was not tested.');
  });

  it('shows errors as an alert', async () => {
    const { page } = await open(({ emit }) =>
      emit({ type: 'failed', error: { code: 'x', sentence: 'The model is away.' } }),
    );
    await send(page, 'hi');
    expect(await page.getByRole('alert').textContent()).toBe('The model is away.');
    await page.getByRole('button', { name: 'Send' }).waitFor();
  });

  it('asks for the token when the gateway wants one, and goes on with it', async () => {
    const { gateway, page } = await open(({ answer }) => answer('welcome'), { 'X-Forwarded-For': '192.0.2.1' });
    await send(page, 'let me in');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('needs the bearer token').waitFor();
    await dialog.getByLabel('Bearer token').fill('wrong');
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await dialog.getByText('token is wrong').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await until(async () => (await page.getByLabel('Message').inputValue()) === 'let me in');
    await page.getByLabel('Message').press('Enter');
    await dialog.getByLabel('Bearer token').fill(TOKEN);
    await dialog.getByLabel('Bearer token').press('Enter');
    await answerOf(page).getByText('welcome').waitFor();
    expect(gateway.accepted.map(({ sender }) => sender.verifiedBy)).toEqual(['token']);
    expect(await page.locator('article').count()).toBe(2);
  });

  it('goes on where it was when the connection breaks, and after a reload in the middle of an answer', async () => {
    const { open: release, passed } = gate();
    const { gateway, page } = await open(async ({ say, answer }) => {
      say('before ');
      await passed;
      say('and after');
      answer('before and after');
    });
    await send(page, 'hi');
    await answerOf(page).getByText('before').waitFor();
    await gateway.closeServer();
    await page.getByRole('status').getByText('Connection lost').waitFor();
    await gateway.reopenServer();
    await page.reload();
    await answerOf(page).getByText('before').waitFor();
    expect(await page.locator('article.you').textContent()).toBe('hi');
    release();
    await answerOf(page).getByText('before and after').waitFor();
    expect(gateway.accepted).toHaveLength(1);
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await page.reload();
    expect(await page.locator('article').count()).toBe(0);
  });

  it('saves a file of the answer under its name, for which it asks for the token', async () => {
    const folder = 'a'.repeat(16);
    const { gateway, page } = await open(async ({ message, emit, answer }) => {
      const outbox = join(laneWorkspace(gateway.dataDir, message.lane), 'outbox', folder);
      await mkdir(outbox, { recursive: true });
      await writeFile(join(outbox, 'bees & co.csv'), 'bees,3');
      const place = { path: `outbox/${folder}/bees & co.csv`, name: 'bees & co.csv' };
      emit({ type: 'file', file: { ...place, mime: 'text/csv', bytes: 6 } });
      answer('There it is.');
    });
    await send(page, 'give me a file');
    await page.getByRole('link', { name: 'bees & co.csv' }).click();
    await page.getByLabel('Bearer token').fill(TOKEN);
    const saving = page.waitForEvent('download');
    await page.getByLabel('Bearer token').press('Enter');
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^bees . co\.csv$/);
    expect(await readFile(await saved.path(), 'utf8')).toBe('bees,3');
  });

  it('runs nothing that a model writes, and links only to the web', async () => {
    const attacks = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '[click](javascript:alert(1))',
      '[click](JaVaScRiPt:alert(1))',
      '[click](java\tscript:alert(1))',
      '[click](data:text/html,<script>alert(1)</script>)',
      '[click](vbscript:x)',
      '[click](//evil.example/x)',
      '![x](javascript:alert(1))',
      '![x](https://evil.example/pixel.png)',
      '<javascript:alert(1)>',
      '<a href="javascript:alert(1)">x</a>',
      '<svg/onload=alert(1)>',
      '<iframe src="javascript:alert(1)"></iframe>',
      '"><script>alert(1)</script>',
      '```"><script>alert(1)</script>\ncode\n```',
      '| <img src=x onerror=alert(1)> | b |\n| - | - |\n| </td><script>alert(1)</script> | c |',
      '[<img src=x onerror=alert(1)>](https://ok.example/"onmouseover="alert(1))',
      '</style><script>alert(1)</script>',
      '`</code><script>alert(1)</script>`',
    ];
    const requests: string[] = [];
    const { gateway, page, complaints } = await open(({ say, answer }) => {
      for (const char of attacks.join('\n\n')) say(char);
      answer(attacks.join('\n\n'));
    });
    page.on('request', (request) => requests.push(request.url()));
    await send(page, '<img src=x onerror=alert(1)>');
    await page.getByRole('button', { name: 'Send' }).waitFor();
    const body = page.locator('article .body');
    expect(await body.locator('script, img, iframe, svg, style, form').count()).toBe(0);
    const links = await page.locator('article a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links.length).toBeGreaterThan(0);
    for (const href of links) expect(href).toMatch(/^https:\/\//);
    const handlers =
      "document.querySelectorAll('article *').values().some((node) => node.getAttributeNames().some((name) => name.startsWith('on')))";
    expect(await page.evaluate(handlers)).toBe(false);
    expect(requests.filter((url) => !url.startsWith(gateway.url))).toEqual([]);
    expect(await page.locator('article.assistant .body').textContent()).toContain('<script>alert(1)</script>');
    expect(complaints).toEqual([]);
  });

  it('does not let injected markup run: the policy allows exactly its own script', async () => {
    const { page, complaints } = await open(({ answer }) => answer('ok'));
    const inject = `try { document.body.innerHTML = '<img src=x onerror="window.ran = true">'; } catch (error) { String(error) }`;
    expect(await page.evaluate(inject)).toContain('TrustedHTML');
    await page.evaluate(
      `(() => { const s = document.createElement('script'); try { s.textContent = 'window.ran = true'; document.body.append(s); } catch { } })()`,
    );
    expect(await page.evaluate('window.ran ?? false')).toBe(false);
    expect(complaints.length).toBeGreaterThan(0);
  });

  it('fits a phone, and names its parts for screen readers', async () => {
    const { page } = await open(({ answer }) =>
      answer(
        `${'long'.repeat(80)}\n\n| a | b |\n| --- | --- |\n| ${'wide '.repeat(60)} | ${'x'.repeat(200)} |\n\n\`\`\`\n${'code '.repeat(80)}\n\`\`\``,
      ),
    );
    await page.setViewportSize({ width: 360, height: 640 });
    await send(page, 'hi');
    await answerOf(page).locator('table').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    expect(await page.getByRole('log', { name: 'Conversation' }).count()).toBe(1);
    expect(await page.getByRole('article', { name: 'Waggle' }).count()).toBe(1);
    expect(await page.getByRole('textbox', { name: 'Message' }).count()).toBe(1);
  });

  it('draws a long answer without falling behind', async () => {
    const paragraph = `${'Some **words** with `code` and [a link](https://ok.example). '.repeat(5)}\n\n`;
    const { page } = await open(({ say, answer }) => {
      for (let i = 0; i < 200; i += 1) for (const word of paragraph.split(/(?<= )/)) say(word);
      answer(paragraph.repeat(200));
    });
    const started = performance.now();
    await send(page, 'much');
    await page.getByRole('button', { name: 'Send' }).waitFor({ timeout: 15_000 });
    expect(await answerOf(page).locator('p').count()).toBe(200);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
