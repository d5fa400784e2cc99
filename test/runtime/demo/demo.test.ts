import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/core/log.js';
import type { HistoryEntry } from '../../../src/core/ports/transcripts.js';
import { createDemoFetch, DEMO_BASE_URL } from '../../../src/runtime/demo/demoFetch.js';
import { createChatClient } from '../../../src/runtime/llm/chatClient.js';
import { createFakeClock } from '../../setup/fakeClock.js';
import { kindsOf, makeJob, openTurnBench, type TurnBench } from '../turnFixture.js';

let bench: TurnBench;
beforeEach(async () => {
  bench = await openTurnBench({ baseUrl: DEMO_BASE_URL, fetch: createDemoFetch });
});
afterEach(() => bench.close());

const earlier: HistoryEntry[] = [
  { no: 1, turn: 't', role: 'user', content: 'hi', shown: null, at: 0 },
  { no: 2, turn: 't', role: 'assistant', content: 'hello', shown: null, at: 0 },
];

/** Runs a turn on the demo model, letting its pauses pass. Time stands still while a tool works: it takes real time, not the clock's. */
async function ask(text: string, history: readonly HistoryEntry[] = earlier) {
  const run = bench.start(makeJob({ text, history }));
  let isOver = false;
  const result = run.result.finally(() => {
    isOver = true;
  });
  const count = (type: 'toolStart' | 'toolEnd') => run.events.filter((event) => event.type === type).length;
  while (!isOver) await bench.clock.advance(count('toolStart') > count('toolEnd') ? 0 : 12);
  return { ...run, text: (await result).text, kinds: kindsOf(run.events) };
}

describe('the demo model', () => {
  it('says in its first answer what it is and what to set', async () => {
    const { text, events } = await ask('hi', []);
    expect(text).toMatch(/demo model.*LITELLM_URL.*WAGGLE_MODEL/s);
    expect(events.filter((event) => event.type === 'text').length).toBeGreaterThan(10);
    expect((await ask('hi')).text).not.toMatch(/LITELLM_URL/);
  });

  it('streams with pauses by the clock', async () => {
    const run = bench.start(makeJob({ text: 'hello there', history: earlier }));
    const pieces = () => run.events.filter((event) => event.type === 'text').length;
    while (pieces() === 0) await bench.clock.advance(12);
    const before = pieces();
    await bench.clock.advance(0);
    expect(pieces()).toBe(before);
    while (pieces() === before) await bench.clock.advance(12);
    await bench.clock.advance(5000);
    expect((await run.result).end).toBe('done');
    expect(pieces()).toBeGreaterThan(before + 1);
  });

  it('tells the time by a real tool call', async () => {
    const { text, kinds } = await ask('what time is it?');
    expect(kinds).toEqual(['started', 'text', 'segmentEnd', 'toolStart', 'toolEnd', 'text', 'final']);
    expect(text).toMatch(/^It is Thursday, 2026-01-01 \d\d:\d\d \(Europe\/Berlin, UTC\+1\)\.$/);
  });

  it('remembers, also across turns', async () => {
    expect((await ask('what do you remember?')).text).toMatch(/nothing yet/);
    expect((await ask('Remember that I like tea')).text).toMatch(/^Noted/);
    expect((await ask('remember: I like tea')).text).toMatch(/knew that already/);
    expect((await ask('What do you remember about me?')).text).toMatch(
      /- \[p1; 2026-01-01; said, trust 2\] I like tea/,
    );
  });

  it('shows a gate: a false claim is replaced', async () => {
    const { text, kinds, journal } = await ask('show me a gate');
    expect(kinds).toEqual(['started', 'text', 'gate', 'reset', 'text', 'final']);
    expect(text).toMatch(/UNVERIFIED/);
    expect(text).not.toMatch(/All tests pass/);
    expect(journal.map((step) => step.type)).toEqual(['model', 'directive', 'model', 'final']);
  });

  it('gives a long answer, Markdown, help and an echo', async () => {
    expect((await ask('long please')).text.length).toBeGreaterThan(12_000);
    expect((await ask('markdown')).text).toMatch(/```ts[\s\S]*\| --- \|/);
    expect((await ask('help')).text).toMatch(/\*\*gate\*\*/);
    expect((await ask('Why is the sky blue?\nTell me')).text).toMatch(/> Why is the sky blue\?\n> Tell me/);
  });

  it('answers without streaming too, and stops with the signal', async () => {
    const clock = createFakeClock();
    const llm = createChatClient({
      baseUrl: DEMO_BASE_URL,
      apiKey: '',
      fetch: createDemoFetch(clock),
      clock,
      log: silentLog,
      timeoutMs: 0,
      jitter: () => 0,
    });
    const request = {
      model: 'm',
      messages: [{ role: 'user', content: 'help' }],
      tools: [],
      acceptEmpty: false,
    } as const;
    for await (const event of llm.complete({ ...request, stream: false }, new AbortController().signal)) {
      if (event.type === 'done') expect(event.completion.text).toMatch(/demo model/);
    }
    const abort = new AbortController();
    const reading = (async () => {
      for await (const event of llm.complete({ ...request, stream: true }, abort.signal))
        if (event.type === 'text') abort.abort(new Error('enough'));
    })();
    const ended = expect(reading).rejects.toThrow('enough');
    await clock.advance(20);
    await ended;
    expect(clock.pending()).toBe(0);
  });
});
