import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderTerminal } from '../../../src/channels/terminal/render.js';
import { displayWidth } from '../../../src/reply/markdown/displayWidth.js';
import { parseMarkdown } from '../../../src/reply/markdown/parse.js';
import { garbage, markdownDocument } from '../../reply/markdown/arbitrary.js';

const plain = (markdown: string, width = 60) => renderTerminal(parseMarkdown(markdown), { width, colour: false });
const styled = (markdown: string, width = 60) => renderTerminal(parseMarkdown(markdown), { width, colour: true });
const ESC = String.fromCharCode(27);
const SGR = new RegExp(`${ESC}\\[[\\d;]*m`, 'g');

describe('renderTerminal', () => {
  it('styles inline marks, and ends each style', () => {
    expect(styled('a **b** `c`')).toBe(`a ${ESC}[1mb${ESC}[0m ${ESC}[48;5;236mc${ESC}[0m`);
    expect(styled('~~**x**~~')).toBe(`${ESC}[9;1mx${ESC}[0m`);
  });

  it('does without escape sequences where there is no colour', () => {
    expect(plain('# T\n\na **b** `c`')).toBe('T\n═\n\na b `c`');
    expect(plain('- a\n  - b\n- [x] c\n\n5. d\n6. e')).toBe('• a\n  ◦ b\n☑ c\n\n5. d\n6. e');
    expect(plain('> q\n>\n> > r')).toBe('│ q\n│\n│ │ r');
    expect(plain('```js\nlet x;\n```')).toBe('    let x;');
  });

  it('shows addresses beside their text', () => {
    expect(plain('[a](https://e.com) https://e.com ![b](https://e.com/i.png)', 90)).toBe(
      'a (https://e.com) https://e.com 🖼 b (https://e.com/i.png)',
    );
  });

  it('wraps words, also marked ones, and keeps hanging indents', () => {
    expect(plain('- one two **thr**ee four five six', 20)).toBe('• one two three four\n  five six');
    expect(plain('你好世界你好世界你好世界', 20)).toBe('你好世界你好世界你好\n世界');
    expect(plain('x'.repeat(45), 20)).toBe(`${'x'.repeat(20)}\n${'x'.repeat(20)}\nxxxxx`);
  });

  it('draws tables as wide as the terminal allows', () => {
    expect(plain('| a | n |\n|---|--:|\n| 你 | 1 |')).toBe(
      ['┌────┬───┐', '│ a  │ n │', '├────┼───┤', '│ 你 │ 1 │', '└────┴───┘'].join('\n'),
    );
    const wide = plain(`| a | b |\n|---|---|\n| short | ${'many words here '.repeat(8)} |`, 40);
    for (const line of wide.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(40);
    expect(wide).toContain('short');
    const narrow = plain(`|${'| a '.repeat(12)}|\n${'|---'.repeat(12)}|\n${'| b '.repeat(12)}|`, 30);
    expect(narrow).not.toContain('┌');
    expect(narrow).toContain('b');
  });

  it('lets no escape sequence of the model through', () => {
    const attack = `a${ESC}[31mb &#27;]0;title&#7; c\u009b2J \`${ESC}[2J\` [x](https://e.com/${ESC}[3m) \u202egnp.exe`;
    for (const output of [plain(attack), styled(attack).replace(SGR, '')]) {
      expect(output).not.toMatch(/[^\P{Cc}\n]/u);
      expect(output).not.toContain('\u202e');
    }
    expect(styled(attack)).not.toContain(`${ESC}[31m`);
  });

  it('does so for any text, and keeps to the width except in code', () => {
    fc.assert(
      fc.property(fc.oneof(markdownDocument, garbage), fc.integer({ min: 20, max: 120 }), (markdown, width) => {
        const output = styled(markdown, width);
        const bare = output.replace(SGR, '');
        expect(bare).not.toMatch(/[^\P{Cc}\n]/u);
        expect(plain(markdown, width)).not.toContain(ESC);
        for (const line of output.split('\n')) {
          const opened = line.match(SGR) ?? [];
          expect(opened.filter((code) => code === `${ESC}[0m`).length * 2).toBe(opened.length);
        }
        if (/^ {0,}[>\-*\d].*$|```|~~~| {4}|\t/m.test(markdown)) return;
        for (const line of bare.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      }),
      { numRuns: 100 },
    );
  });
});
