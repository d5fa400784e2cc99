import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleText } from './visibleText.js';

const id = '123456789012345678';

describe('visible text', () => {
  it.each([
    ['**bold** *it* _it_ __under__ ~~gone~~ ||secret||', 'bold it it under gone secret'],
    ['***both*** and **a *b* c**', 'both and a b c'],
    ['`code *as is*` and `` a`b `` and `` ` ``', 'code *as is* and  a`b  and `'],
    ['\\*not\\* \\_it\\_ \\\\ \\a', '*not* _it_ \\ \\a'],
    ['snake_case_name 2 * 3 * 4', 'snake_case_name 2 * 3 * 4'],
    ['**open and *open', '**open and *open'],
    [
      '[text](https://a.example/x_y_z) <https://b.example/_q_> https://c.example/a_b_c',
      'text https://b.example/_q_ https://c.example/a_b_c',
    ],
    ['[text](<https://a.example>) [t](https://a.example "title")', 'text t'],
    ['[https://good.example](https://bad.example)', '[https://good.example](https://bad.example)'],
    ['[x](javascript:1) ![alt](x.png)', '[x](javascript:1) ![alt](x.png)'],
    ['# One\n## Two ##\n### Three\n#### Four\n#five\n-# small', 'One\nTwo\nThree\n#### Four\n#five\nsmall'],
    ['# C\\#', 'C#'],
    ['- a\n- **b**\n  - c\n1. one\n10. ten', '• a\n• b\n  • c\n1. one\n10. ten'],
    ['> a\n> **b**\nc', 'a\nb\nc'],
    ['x\n>>> a\n\n> b', 'x\na\n\n> b'],
    ['a > b\n\\> c', 'a > b\n> c'],
    ['```js\nlet a = **1**;\n> b\n```\nafter', 'let a = **1**;\n> b\nafter'],
    ['```\nplain\n\n  text\n```', 'plain\n\n  text'],
    ['- item\n  ```\n  code\n  ```\n- next', '• item\ncode\n• next'],
    ['> ```\n> code\n> ```', 'code'],
    ['\\`\\`\\`\nno code\n\\`\\`\\`', '```\nno code\n```'],
    [`<@${id}> <@&${id}> <#${id}> <:wave:${id}> <t:0:R>`, '@Ada @Helpers #general :wave: 1970-01-01T00:00:00.000Z'],
  ])('of %j', (content, shown) => {
    const names = { user: () => 'Ada', role: () => 'Helpers', channel: () => 'general' };
    expect(visibleText(content, names)).toBe(shown);
  });

  it('of a text with every mark escaped is the text', () => {
    const text = fc.array(fc.constantFrom(...'*_~|`\\>#-[]()<:1.ab \n')).map((characters) => characters.join(''));
    fc.assert(
      fc.property(text, (plain) => {
        expect(visibleText(plain.replace(/[^0-9A-Za-z\s]/g, '\\$&').replace(/^( *\d+)\\?\./gm, '$1\\.'))).toBe(plain);
      }),
      { numRuns: 300 },
    );
  });
});
