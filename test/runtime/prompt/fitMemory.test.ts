import { describe, expect, it } from 'vitest';
import { NO_CONTEXT } from '../../../src/runtime/assembler/contextFrames.js';
import type { Frame } from '../../../src/runtime/assembler/frames.js';
import { fitMemory, roomForMemory } from '../../../src/runtime/prompt/fitMemory.js';
import { makeRecalled } from '../memoryFixture.js';

const memory = (id: number, chars: number) => makeRecalled({ id, content: 'm'.repeat(chars) });
const frame = (id: number, chars: number, importance: Frame['importance'] = 'normal'): Frame => {
  return { id, kind: 'I', importance, text: 'f'.repeat(chars) };
};
const context = (...stateFrames: Frame[]) => ({ ...NO_CONTEXT, scope: 'personal' as const, stateFrames });

describe('the room for memories', () => {
  it('grows with what stays the same, within bounds', () => {
    expect(roomForMemory(0)).toBe(460);
    expect(roomForMemory(20_000)).toBe(1100);
    expect(roomForMemory(1_000_000)).toBe(3000);
  });

  it('goes to what was found for the message first, then to what was loaded unasked', () => {
    const fitted = fitMemory(
      { recalled: [memory(1, 100), memory(2, 100)], context: context(frame(3, 100), frame(4, 100)) },
      400,
    );
    expect(fitted.recalled?.map(({ frame: { id } }) => id)).toEqual([1, 2]);
    expect(fitted.context?.stateFrames.map(({ id }) => id)).toEqual([3]);
    expect(fitted.trims).toEqual([{ part: 'preloaded memories', chars: 100 }]);
  });

  it('always keeps the best match and what is critical', () => {
    const fitted = fitMemory(
      { recalled: [memory(1, 900), memory(2, 900)], context: context(frame(3, 200, 'critical'), frame(4, 200)) },
      100,
    );
    expect(fitted.recalled?.map(({ frame: { id } }) => id)).toEqual([1]);
    expect(fitted.context?.stateFrames.map(({ id }) => id)).toEqual([3]);
    expect(fitted.trims).toEqual([
      { part: 'recalled memories', chars: 900 },
      { part: 'preloaded memories', chars: 200 },
    ]);
  });

  it('leaves alone what is not there', () => {
    expect(fitMemory({ recalled: null, context: null }, 500)).toEqual({ recalled: null, context: null, trims: [] });
  });
});
