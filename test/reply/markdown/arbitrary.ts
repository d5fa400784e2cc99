import fc from 'fast-check';

/**
 * Markdown documents as chat models write them, and worse: nested blocks, marks in marks, tables, code, footnotes, Chinese,
 * emoji sequences, right-to-left text, combining marks, words without end. Built from valid pieces, so that most
 * constructs really are what they look like.
 */

const plainWords = [
  'the',
  'quick',
  'gateway',
  'streams',
  'an',
  'answer',
  'to',
  'every',
  'chat',
  'Überraschung',
  'naïve',
  'привет',
  'שלום',
  'مرحبا',
  '你好世界',
  'こんにちは',
  '한국어',
  '👩‍👩‍👧‍👦',
  '🇩🇪🇫🇷',
  '👍🏽',
  'e\u0301te\u0301',
  'z\u0351\u0352\u0353a\u0340',
  '3.14',
  'x<y',
  'a&b',
  'snake_case_name',
  '5*3',
  '$5',
  '~10',
  '#tag',
  '@user',
  '1984',
  'e.g.',
];

const trickyWords = [
  '\\*literal\\*',
  '&amp;',
  '&copy;',
  '&#x1F600;',
  '<div>',
  '<br>',
  '[not a link]',
  '2 * 3 * 4',
  'a | b',
  'http://example.com/a_b_(c)',
  'www.example.org',
  'me@example.com',
  '<https://example.com/x?y=1&z=2>',
  '[^1]',
  '$x_1 + y_2$',
  '\\(a^2\\)',
];

export const word: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...plainWords) },
  { weight: 2, arbitrary: fc.constantFrom(...trickyWords) },
  { weight: 1, arbitrary: fc.integer({ min: 20, max: 90 }).map((length) => 'unbreakable'.repeat(9).slice(0, length)) },
);

const sentenceOf = (item: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(item, { minLength: 1, maxLength: 9 }), fc.constantFrom('.', '.', '!', '?', '。', ':', ''))
    .map(([words, end]) => words.join(' ') + end);

const words = fc.array(fc.constantFrom(...plainWords), { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
const url = fc.constantFrom(
  'https://example.com/path_(x)',
  'http://a.b/c?d=e&f=*g*',
  'mailto:me@example.com',
  'tg://resolve?domain=x',
  'javascript:alert(1)',
  './relative.md',
  '',
);

/** Inline Markdown on one line. */
export const inline: fc.Arbitrary<string> = fc.letrec<{ inline: string; mark: string }>((tie) => ({
  mark: fc.oneof(
    { depthSize: 'small' },
    words.map((text) => `**${text}**`),
    words.map((text) => `*${text}*`),
    words.map((text) => `_${text}_`),
    words.map((text) => `~~${text}~~`),
    words.map((text) => `\`${text}\``),
    words.map((text) => `\`\` ${text} \` x \`\``),
    fc.tuple(words, url).map(([text, target]) => `[${text}](${target})`),
    fc.tuple(words, url).map(([text, target]) => `![${text}](${target})`),
    fc.tuple(words, tie('mark'), words).map(([a, mark, b]) => `**${a} ${mark} ${b}**`),
    fc.tuple(words, tie('mark'), words).map(([a, mark, b]) => `*${a} ${mark} ${b}*`),
    fc.tuple(words, tie('mark')).map(([a, mark]) => `~~${a} ${mark}~~`),
    fc.tuple(words, url).map(([text, target]) => `[**${text}** \`code\`](${target})`),
  ),
  inline: fc
    .array(fc.oneof({ weight: 3, arbitrary: sentenceOf(word) }, { weight: 1, arbitrary: tie('mark') }), {
      minLength: 1,
      maxLength: 5,
    })
    .map((parts) => parts.join(' ')),
})).inline;

const paragraph = fc
  .array(inline, { minLength: 1, maxLength: 4 })
  .chain((lines) => fc.constantFrom('\n', ' ', '  \n', '\\\n').map((glue) => lines.join(glue)));

const heading = fc.tuple(fc.integer({ min: 1, max: 6 }), inline).map(([depth, text]) => `${'#'.repeat(depth)} ${text}`);

const codeLine = fc.oneof(
  fc.constantFrom(
    '',
    'let x = 1; // ok',
    '  return **a** * `b`',
    '\tif (a < b) {',
    '}',
    '# not a heading',
    '~~~',
    '| a |',
  ),
  words,
);
const code = fc
  .tuple(
    fc.constantFrom('```', '~~~~', '````'),
    fc.constantFrom('', 'ts', 'python', 'c++', 'weird lang'),
    fc.array(codeLine, { minLength: 0, maxLength: 12 }),
  )
  .map(([fence, lang, lines]) => [`${fence}${lang}`, ...lines, fence].join('\n'));

const cell = fc.oneof(words, inline).map((text) => text.replace(/\\$/, '').replace(/\|/g, '\\|'));
const table = fc.integer({ min: 1, max: 4 }).chain((columns) =>
  fc
    .tuple(
      fc.array(fc.constantFrom('---', ':--', '--:', ':-:'), { minLength: columns, maxLength: columns }),
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 6 }),
    )
    .map(([delimiters, rows]) => {
      const lines = rows.map((row) => `| ${row.join(' | ')} |`);
      lines.splice(1, 0, `|${delimiters.join('|')}|`);
      return lines.join('\n');
    }),
);

const indent = (text: string, prefix: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : prefix + line))
    .join('\n');

/** One block, which may hold others. */
export const block: fc.Arbitrary<string> = fc.letrec<{ block: string; list: string; quote: string }>((tie) => ({
  list: fc
    .tuple(
      fc.constantFrom('-', '*', '1.', '7)', '- [ ]', '- [x]'),
      fc.array(
        fc.tuple(inline, fc.option(tie('block'), { freq: 3, nil: null })).map(([text, inner]) => ({ text, inner })),
        { minLength: 1, maxLength: 5 },
      ),
      fc.boolean(),
    )
    .map(([marker, items, isLoose]) =>
      items
        .map(({ text, inner }, index) => {
          const number = Number.parseInt(marker, 10);
          const own = Number.isNaN(number) ? marker : `${number + index}${marker.slice(-1)}`;
          const pad = ' '.repeat(own.startsWith('- [') ? 2 : own.length + 1);
          return inner === null ? `${own} ${text}` : `${own} ${text}\n\n${indent(inner, pad)}`;
        })
        .join(isLoose ? '\n\n' : '\n'),
    ),
  quote: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((blocks) =>
    blocks
      .join('\n\n')
      .split('\n')
      .map((line) => `> ${line}`.trimEnd())
      .join('\n'),
  ),
  block: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    { weight: 5, arbitrary: paragraph },
    { weight: 1, arbitrary: heading },
    { weight: 1, arbitrary: code },
    { weight: 1, arbitrary: table },
    { weight: 1, arbitrary: fc.constantFrom('---', '* * *', '$$\nE = mc^2 * a_1 * b_1\n$$') },
    { weight: 2, arbitrary: tie('list') },
    { weight: 1, arbitrary: tie('quote') },
  ),
})).block;

/** A whole document. Footnotes and link definitions stand at its end, where models put them. */
export const markdownDocument: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(block, { minLength: 1, maxLength: 14 }),
    fc.option(
      inline.map((text) => `[^1]: ${text}`),
      { freq: 4, nil: null },
    ),
    fc.constantFrom('\n\n', '\n\n', '\n\n', '\n'),
  )
  .map(([blocks, note, gap]) => (note === null ? blocks.join(gap) : `${blocks.join(gap)}\n\n${note}`));

const garbagePieces = fc.constantFrom(
  ...[
    '*',
    '**',
    '_',
    '~~',
    '`',
    '```',
    '\n',
    '\n\n',
    '  ',
    '# ',
    '> ',
    '- ',
    '1. ',
    '|',
    '|-|',
    '---',
    '===',
    '[',
    ']',
  ],
  ...['](', ')', '![', '[^1]', '[^1]: ', '[a]: ', '<', '>', '&', '&amp;', '\\', '$', '$$', '\\(', '\\]', '\t', '\r\n'],
  ...[
    'a',
    'foo bar',
    '.',
    '你',
    '👩‍💻',
    '\u0301',
    '\u200f',
    '\0',
    '\ud83d',
    '\udc4d',
    '\ufeff',
    '\u2028',
    '    ',
    '- [ ] ',
  ],
);

/** Strings of Markdown's marks in no order at all, with control characters and lone surrogates. */
export const garbage: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.array(garbagePieces, { maxLength: 120 }).map((pieces) => pieces.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
);

/** Some prefixes of a text, in order: the states that a stream of it goes through (never the whole text). */
export const streamSteps = (text: string): fc.Arbitrary<string[]> =>
  fc
    .array(fc.integer({ min: 1, max: Math.max(1, Math.ceil(text.length / 6)) }), { minLength: 1, maxLength: 40 })
    .map((sizes) => {
      const steps: string[] = [];
      let end = 0;
      for (let index = 0; end < text.length && index < 400; index += 1) {
        end += sizes[index % sizes.length] ?? 1;
        if (end < text.length) steps.push(text.slice(0, end));
      }
      return steps;
    });
