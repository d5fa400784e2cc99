/** What the demo model says. */

export const INTRODUCTION =
  'I am the built-in **demo model** of Waggle Gateway: a small script, no AI. To use a real model, set `LITELLM_URL` (any OpenAI-compatible address), `LITELLM_API_KEY` if it needs one, and `WAGGLE_MODEL`, then restart.';

export const HELP = [
  'Here is what I can show you:',
  '',
  '- **what time is it** - a real tool call',
  '- **remember that I like tea** - saves to long-term memory',
  '- **what do you remember** - searches it again',
  '- **gate** - a completion gate that sends a false claim back',
  '- **long** - a long answer with headings, a table and code',
  '- **markdown** - every kind of formatting in one message',
].join('\n');

/** Claims a success that nothing backs: gate D3 sends it back. */
export const FALSE_CLAIM = 'I repaired the parser. All tests pass and everything works as expected.';

/** Said while the check runs, after the gate sent the claim back. */
export const CHECKING = 'Let me run the check first.';

/** The answer after the check. */
export function correctionText(result: string): string {
  return [
    'Correction: **not everything passes.** I had checked nothing when I said so. Now I ran the check:',
    '',
    `> ${result}`,
    '',
    'What you just saw is a *completion gate*. My first answer claimed success without a check; the gateway noticed, sent it back, and replaced it with this one.',
  ].join('\n');
}

/** The answer where no check is on offer. */
export const CORRECTION = [
  'Correction: I ran nothing, so that claim is **UNVERIFIED**.',
  '',
  'What you just saw is a *completion gate*. My first answer claimed success without having run a check; the gateway noticed, told me so, and replaced that answer with this one.',
].join('\n');

export const MARKDOWN = [
  '# Formatting',
  '',
  'Text can be **bold**, *italic*, ~~struck~~, `code` or a [link](https://example.org).',
  '',
  '> A quotation stands apart.',
  '',
  '1. First',
  '2. Second',
  '   - with a point below it',
  '',
  '```ts',
  "const greeting = 'hello';",
  '```',
  '',
  '| what | how |',
  '| --- | --- |',
  '| table | rows and columns |',
].join('\n');

const LONG_PARAGRAPH =
  'A message arrives on one platform, is stored before it is acknowledged, and waits in its lane until a worker takes it. The answer is written while you read, one piece after another, and each piece goes to the place where the question was asked. When a process dies in the middle, another one goes on from the last step that was finished.';

/** A long Markdown answer of about 12,000 characters: several messages on every platform. */
export const LONG = [
  '# A long answer',
  '',
  ...Array.from({ length: 10 }, (_, i) => [
    `## Part ${i + 1}`,
    '',
    LONG_PARAGRAPH,
    '',
    LONG_PARAGRAPH,
    '',
    LONG_PARAGRAPH,
    '',
    '- stored before it is acknowledged',
    '- one turn at a time in a lane',
    `- part ${i + 1} of 10`,
    '',
    '```js',
    `for (let part = 1; part <= ${i + 1}; part += 1) console.log('part', part);`,
    '```',
    '',
    '| part | state |',
    '| --- | --- |',
    `| ${i + 1} | done |`,
    '',
  ]).flat(),
  'That was all of it.',
].join('\n');
