import { describe, expect, it } from 'vitest';
import type { ClientEvent } from '../../../src/channels/terminal/chatClient.js';
import { createStyledAnswer } from '../../../src/channels/terminal/styledAnswer.js';
import { createScreen, renderNames } from './screen.js';

/** What stands on the terminal after the events: erased lines are gone. */
function show(events: readonly ClientEvent[]): string {
  const screen = createScreen({ isTty: true });
  const view = createStyledAnswer({ output: screen.output, width: () => 40, colour: false, render: renderNames });
  for (const event of events) view.apply(event);
  view.end();
  const raw = screen.raw();
  return raw
    .split('\n')
    .map((line) => line.split('\r\x1b[K').at(-1))
    .join('\n');
}

const delta = (text: string): ClientEvent => ({ name: 'delta', data: { text } });
const segment = (drop: boolean): ClientEvent => ({ name: 'segment', data: { drop } });
const final = (text: string): ClientEvent => ({
  name: 'final',
  data: { text, content: text, toolsUsed: [], usage: { inputTokens: 1, outputTokens: 1 } },
});
const words = (text: string): ClientEvent[] => (text.match(/\s*\S+\s*/g) ?? []).map(delta);

describe('an answer on a terminal', () => {
  it('is written block by block, each once, whatever the pieces', () => {
    const text = '# Title\n\nFirst paragraph.\n\n- one\n- two\n\n```js\ncode();\n```\n\nThe end.';
    const expected =
      '<heading Title>\n\n<paragraph First paragraph.>\n\n<list onetwo>\n\n<code code();>\n\n<paragraph The end.>\n';
    expect(show([...words(text), final(text)])).toBe(expected);
    expect(show([...[...text].map(delta), final(text)])).toBe(expected);
    expect(show([final(text)])).toBe(expected);
  });

  it('shows what is being written on one line, and takes it back', () => {
    const screen = createScreen({ isTty: true, columns: 20 });
    const view = createStyledAnswer({ output: screen.output, width: () => 20, colour: true, render: renderNames });
    view.apply(delta('a paragraph that is longer than the line'));
    expect(screen.raw()).toBe('\x1b[2monger than the line\x1b[22m');
    view.apply(final('short'));
    expect(screen.raw()).toBe('\x1b[2monger than the line\x1b[22m\r\x1b[K<paragraph short>\n');
  });

  it('joins segments as the answer does, and keeps tools apart from it', () => {
    const events = [
      delta('Let me look.'),
      segment(true),
      { name: 'tool', data: { phase: 'start', name: 'search_memory' } },
      { name: 'tool', data: { phase: 'end', name: 'search_memory', failed: true } },
      delta('Found it.'),
      segment(false),
      { name: 'tool', data: { phase: 'start', name: 'get_time' } },
      { name: 'tool', data: { phase: 'end', name: 'get_time' } },
      delta('It is late.'),
      final('Found it.\n\nIt is late.'),
    ] as const;
    expect(show(events)).toBe(
      'Let me look.\n* Search memory\n* Search memory: failed\n<paragraph Found it.>\n* Get time\n\n<paragraph It is late.>\n',
    );
  });

  it('says so when text that was shown is void', () => {
    const events = [
      ...words('It works. \n\nI tested it.\n\nReally.'),
      { name: 'reset', data: { why: 'gate' } } as const,
      ...words('I did not test it.'),
      final('I did not test it.'),
    ];
    expect(show(events)).toBe(
      '<paragraph It works.>\n\n<paragraph I tested it.>\n\n-- starting the answer over --\n\n<paragraph I did not test it.>\n',
    );
  });

  it('shows the final text whole where it is another than what was shown', () => {
    expect(show([...words('One.\n\nTwo.\n\nThree.'), final('Four.\n\nFive.')])).toBe(
      '<paragraph One.>\n\n<paragraph Two.>\n\n-- the answer as it stands now --\n\n<paragraph Four.>\n\n<paragraph Five.>\n',
    );
  });

  it('keeps what a stopped or failed turn had written', () => {
    expect(show([delta('So far'), { name: 'stopped', data: { text: 'So far' } }])).toBe(
      '<paragraph So far>\nStopped.\n',
    );
    expect(show([delta('So far'), { name: 'stopped', data: { text: '' } }])).toBe('<paragraph So far>\nStopped.\n');
    expect(show([delta('So far'), { name: 'error', data: { code: 'x', message: 'The model is away.' } }])).toBe(
      '<paragraph So far>\nThe model is away.\n',
    );
  });

  it('lets no control sequence of a model through', () => {
    const evil = '\x1b]52;c;ZXZpbA==\x07\x1b[2J\x9b31mred\x00\b\r\x7f ok';
    const screen = createScreen({ isTty: true });
    const view = createStyledAnswer({ output: screen.output, width: () => 40, colour: false, render: renderNames });
    for (const event of [
      delta(evil),
      { name: 'notice', data: { key: 'x', args: {}, text: evil } },
      { name: 'tool', data: { phase: 'start', name: evil } },
      final(evil),
      { name: 'error', data: { code: 'x', message: evil } },
    ] as const) {
      view.apply(event);
    }
    view.end();
    const raw = screen.raw();
    expect(raw.replaceAll('\r\x1b[K', '')).not.toMatch(/[^\P{Cc}\n]/u);
  });
});
