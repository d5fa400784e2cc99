import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LoopEvent } from '../../../src/runtime/loop/loopEvent.js';
import { makeTool } from '../tools/testTools.js';
import { call, calls, type LoopBench, openLoopBench } from './loopFixture.js';

let bench: LoopBench;
beforeEach(async () => {
  bench = await openLoopBench();
});
afterEach(() => bench.close());

const tools = [makeTool('read'), makeTool('web_search')];
const asked = (text: string) => [{ role: 'user' as const, content: text }];

/** What a reader has in front at the end. */
function shownBy(events: readonly LoopEvent[]): string {
  let text = '';
  for (const event of events) {
    if (event.type === 'reset') text = '';
    else if (event.type === 'text') text += event.delta;
  }
  return text;
}

const lastMessage = (request: number) => bench.server.requests[request]?.body.messages.at(-1);

describe('a model that announces work and does not do it', () => {
  it('is sent on after an intermediate ack, and the announcement is void', async () => {
    bench.server.script([{ text: "I'll check the repo." }, calls(call('read')), { text: 'It is a gateway.' }]);
    const messages = asked('what is in the repo?');
    const { response, events } = await bench.run({ tools, messages, stream: true, continuation: 'auto' });
    expect(response.content).toBe('It is a gateway.');
    expect(shownBy(events)).toBe('It is a gateway.');
    expect(lastMessage(1)).toMatchObject({ role: 'user', content: expect.stringMatching(/^Go on now/) });
  });

  it('twice at most; then the words are the answer', async () => {
    bench.server.script(Array.from({ length: 3 }, () => ({ text: "I'll check the repo." })));
    const messages = asked('what is in the repo?');
    const { response } = await bench.run({ tools: [], messages, continuation: 'on' });
    expect(response.content).toBe("I'll check the repo.");
    expect(bench.server.requests).toHaveLength(3);
  });

  it('four times at most in one turn, whatever the kinds', async () => {
    const ack = { text: "I'll check the repo." };
    bench.server.script([
      ack,
      ack,
      ack,
      calls(call('read')),
      { text: "I'll search the changelog next." },
      { text: "I'll search the changelog next." },
    ]);
    const { response } = await bench.run({ tools, messages: asked('the repo?'), continuation: 'auto' });
    expect(response.content).toBe("I'll search the changelog next.");
    expect(bench.server.requests).toHaveLength(6);
  });

  it('is sent on after a promise before and after tools, and after a trailing intent', async () => {
    bench.server.script([
      { text: "First, I'll gather a seed list." },
      calls(call('web_search')),
      { text: 'Trying a narrower query.' },
      { text: 'Let me now run the migration.' },
      { text: 'Twelve names.' },
    ]);
    const { response } = await bench.run({ tools, messages: asked('names of startups'), continuation: 'auto' });
    expect(response.content).toBe('Twelve names.');
    const nudges = bench.server.requests[4]?.body.messages.filter((message, i) => message.role === 'user' && i > 1);
    expect(nudges?.map(({ content }) => String(content).slice(0, 25))).toEqual(
      ['You ended on the promise o', 'You have results of tools', 'You stopped right before '].map((text) =>
        text.slice(0, 25),
      ),
    );
  });

  it('stays alone when that is switched off, for this model, or without tools', async () => {
    const text = "I'll check the repo.";
    for (const config of [
      { tools, continuation: 'off' as const },
      { tools, continuation: ['gpt-oss'] },
      { tools: [], continuation: 'auto' as const },
      { tools },
    ]) {
      bench.server.script([{ text }]);
      expect((await bench.run({ ...config, messages: asked('the repo?') })).response.content).toBe(text);
    }
    bench.server.script([{ text }, { text: 'done' }]);
    const listed = await bench.run({ tools, continuation: ['GPT', 'm'], messages: asked('the repo?') });
    expect(listed.response.content).toBe('done');
  });

  it('is not sent on past the last round', async () => {
    bench.server.script([{ text: "I'll check the repo." }]);
    const { response } = await bench.run({ tools, messages: asked('the repo?'), continuation: 'on', maxTurns: 1 });
    expect(response.content).toBe("I'll check the repo.");
  });
});

describe('an empty answer after tools', () => {
  it('is asked for again; filler and nudge are gone from later requests', async () => {
    bench.server.script([calls(call('read')), { text: '' }, calls(call('read', { n: 2 })), { text: 'done' }]);
    const { response } = await bench.run({ tools, continuation: 'auto' });
    expect(response.content).toBe('done');
    expect(bench.server.requests[2]?.body.messages.slice(-2)).toMatchObject([
      { role: 'assistant', content: '(empty)' },
      { role: 'user', content: expect.stringMatching(/^Your answer was empty/) },
    ]);
    const roles = bench.server.requests[3]?.body.messages.map((message) => message.role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'tool']);
  });

  it('a second time is retried like a broken endpoint', async () => {
    bench.server.script([calls(call('read')), { text: '' }, { text: '' }, { text: 'late' }]);
    const { response, events } = await bench.run({ tools, continuation: 'auto' });
    expect(response.content).toBe('late');
    expect(events.filter((event) => event.type === 'notice')).toHaveLength(1);
  });
});

describe('an answer that is cut off by its length', () => {
  it('goes on where it stopped, as one text', async () => {
    bench.server.script([
      { text: 'The first ha', finish: 'length' },
      { text: 'lf and the ', finish: 'length' },
      { text: 'second.' },
    ]);
    const { response, events } = await bench.run({ stream: true });
    expect(response.content).toBe('The first half and the second.');
    expect(shownBy(events)).toBe('The first half and the second.');
    expect(events.some((event) => event.type === 'segmentEnd' || event.type === 'reset')).toBe(false);
    expect(bench.server.requests[2]?.body.messages.slice(2).map(({ role, content }) => [role, content])).toEqual([
      ['assistant', 'The first ha'],
      ['user', expect.stringMatching(/cut off/)],
      ['assistant', 'lf and the '],
      ['user', expect.stringMatching(/cut off/)],
    ]);
  });

  it('is left as it is after two continuations', async () => {
    bench.server.script(Array.from({ length: 3 }, (_, n) => ({ text: `${n}`, finish: 'length' as const })));
    expect((await bench.run()).response.content).toBe('012');
  });

  it('is written again from its beginning when the continuation breaks', async () => {
    bench.server.script([
      { text: 'The first ha', finish: 'length' },
      { text: 'lf and some more', chunkChars: 4, fault: { kind: 'drop', afterChunks: 2 } },
      { text: 'lf and the second.' },
    ]);
    const { response, events } = await bench.run({ stream: true });
    expect(response.content).toBe('The first half and the second.');
    expect(shownBy(events)).toBe('The first half and the second.');
  });
});

describe('calls that did not arrive', () => {
  it('finish reason without calls: asked again', async () => {
    bench.server.script([{ text: 'Looking.', finish: 'tool_calls' }, calls(call('read')), { text: 'done' }]);
    const { response } = await bench.run({ tools });
    expect(response).toMatchObject({ content: 'done', toolsUsed: ['read'] });
    expect(lastMessage(1)).toMatchObject({ role: 'user', content: expect.stringMatching(/no call arrived/) });
  });

  it.each([
    ['[TOOL_CALL] read {"a":1}'],
    ['Sure.\n<tool_call>{"name":"read"}</tool_call>'],
    ['{tool => "read"}'],
    ['```json\n{"tool": "read", "path": "a"}\n```'],
    ['```json\n{"tool": "other", "arguments": {}}\n```'],
  ])('markup in the text gets one correction: %s', async (text) => {
    bench.server.script([{ text }, { text }]);
    const { response } = await bench.run({ tools });
    expect(bench.server.requests).toHaveLength(2);
    expect(response.content).toBe(text);
  });

  it.each([
    ['The mark `<tool_call>` starts a call.'],
    ['```xml\n<tool_call>\n```'],
    ['```json\n{"tool": "hammer", "price": 3}\n```'],
  ])('talk about markup is left alone: %s', async (text) => {
    bench.server.script([{ text }]);
    expect((await bench.run({ tools })).response.content).toBe(text);
  });
});
