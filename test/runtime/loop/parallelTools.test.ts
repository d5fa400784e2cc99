import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runWindow } from '../../../src/runtime/loop/runWindow.js';
import { createGate } from '../../platforms/gate.js';
import { makeTool } from '../tools/testTools.js';
import { call, calls, type LoopBench, openLoopBench } from './loopFixture.js';

let bench: LoopBench;
beforeEach(async () => {
  bench = await openLoopBench();
});
afterEach(() => bench.close());

/** Tools that record when they begin and end; each gives way to the event loop `n` times. */
function tracedTools() {
  const trace: string[] = [];
  let running = 0;
  let most = 0;
  const work = async ({ n, ticks }: Record<string, unknown>) => {
    running += 1;
    most = Math.max(most, running);
    trace.push(`begin ${n}`);
    for (let tick = 0; tick < Number(ticks); tick += 1) await new Promise((resolve) => setImmediate(resolve));
    trace.push(`end ${n}`);
    running -= 1;
    return `result ${n}`;
  };
  const tools = [
    makeTool('safe', { run: work }),
    makeTool('unsafe', { run: work, parallelSafe: false }),
    makeTool('both', { run: work, parallelSafe: false, flagsFor: ({ read }) => ({ parallelSafe: read === true }) }),
  ];
  return { trace, tools, most: () => most };
}

describe('parallel tools', () => {
  it('neighbours run at once, a window of six; results and used tools keep the order of the calls', async () => {
    const { trace, tools, most } = tracedTools();
    const all = Array.from({ length: 9 }, (_, n) => call('safe', { n, ticks: 9 - n }));
    bench.server.script([calls(...all), { text: 'done' }]);
    const { response } = await bench.run({ tools });
    expect(most()).toBe(6);
    expect(trace.slice(0, 6)).toEqual([0, 1, 2, 3, 4, 5].map((n) => `begin ${n}`));
    expect(trace.indexOf('end 5')).toBeLessThan(trace.indexOf('end 0'));
    expect(bench.answersOf(1)).toEqual(all.map((_, n) => `result ${n}`));
    expect(response.toolsUsed).toHaveLength(9);
  });

  it('one unsafe call is a barrier; a tool with several actions is what its action is', async () => {
    const { trace, tools } = tracedTools();
    bench.server.script([
      calls(
        call('safe', { n: 0, ticks: 3 }),
        call('both', { n: 1, ticks: 1, read: true }),
        call('both', { n: 2, ticks: 1 }),
        call('safe', { n: 3, ticks: 1 }),
      ),
      { text: 'done' },
    ]);
    const { response } = await bench.run({ tools });
    expect(trace).toEqual(['begin 0', 'begin 1', 'end 1', 'end 0', 'begin 2', 'end 2', 'begin 3', 'end 3']);
    expect(response.toolsUsed).toEqual(['safe', 'both', 'both', 'safe']);
  });

  it('observers are told of every call; a failing one leaves the others alone', async () => {
    const seen: string[] = [];
    const tools = [
      makeTool('good'),
      makeTool('bad', {
        run: () => {
          throw new Error('no');
        },
      }),
    ];
    bench.server.script([calls(call('good'), call('bad'), call('nope'), call('good', { n: 1 })), { text: 'done' }]);
    await bench.run({
      tools,
      onToolUse: (name) => seen.push(`use ${name}`),
      onToolResult: (name) => seen.push(`result ${name}`),
    });
    expect(seen.filter((line) => line.startsWith('use'))).toHaveLength(4);
    expect(seen.filter((line) => line.startsWith('result'))).toHaveLength(4);
    expect(bench.answersOf(1).map((answer) => answer.slice(0, 12))).toEqual([
      'ok',
      'Error execut',
      'Error: Unkno',
      'ok',
    ]);
  });

  it('an abort ends all of them, and no result follows', async () => {
    const stop = new AbortController();
    const begun = createGate();
    let running = 0;
    const hangs = makeTool('hangs', {
      run: (_args, signal) => {
        running += 1;
        if (running === 3) begun.open();
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            running -= 1;
            reject(signal.reason);
          });
        });
      },
    });
    bench.server.script([calls(call('hangs', { n: 1 }), call('hangs', { n: 2 }), call('hangs', { n: 3 }))]);
    const run = bench.run({ tools: [hangs], signal: stop.signal });
    await begun.opened;
    stop.abort(new Error('enough'));
    expect((await run).response.content).toBe('Agent loop aborted (client disconnected).');
    expect(running).toBe(0);
    expect(bench.clock.pending()).toBe(0);
  });

  it('any mixture keeps barriers, order and answers', async () => {
    const oneCall = fc.record({ name: fc.constantFrom('safe', 'unsafe'), ticks: fc.nat(4) });
    await fc.assert(
      fc.asyncProperty(fc.array(oneCall, { minLength: 1, maxLength: 14 }), async (list) => {
        const { trace, tools, most } = tracedTools();
        bench.server.forget();
        bench.server.script([calls(...list.map(({ name, ticks }, n) => call(name, { n, ticks }))), { text: 'done' }]);
        const { response } = await bench.run({ tools });
        expect(bench.answersOf(1)).toEqual(list.map((_, n) => `result ${n}`));
        expect(response.toolsUsed).toEqual(list.map(({ name }) => name));
        expect(most()).toBeLessThanOrEqual(6);
        list.forEach(({ name }, n) => {
          if (name === 'safe') return;
          const begin = trace.indexOf(`begin ${n}`);
          expect(trace[begin + 1]).toBe(`end ${n}`);
          expect(trace.slice(0, begin).filter((line) => line.startsWith('end'))).toHaveLength(n);
        });
      }),
      { numRuns: 40 },
    );
  });
});

describe('runWindow', () => {
  it('throws the first failure after everything that had begun has ended, and begins nothing more', async () => {
    const ended: number[] = [];
    const task = (n: number, fails: boolean) => async () => {
      for (let tick = 0; tick < n; tick += 1) await Promise.resolve();
      ended.push(n);
      if (fails) throw new Error(`task ${n}`);
    };
    const tasks = [task(9, false), task(1, true), task(5, true), task(2, false)];
    await expect(runWindow(tasks, 3)).rejects.toThrow('task 1');
    expect(ended).toEqual([1, 5, 9]);
  });
});
