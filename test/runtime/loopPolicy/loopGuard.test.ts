import { describe, expect, it } from 'vitest';
import { createLoopGuard } from '../../../src/runtime/loopPolicy/loopGuard.js';

const times = (n: number, act: () => boolean) => Array.from({ length: n }, act);

describe('the loop guard', () => {
  it('lets polling tools pass', () => {
    const guard = createLoopGuard();
    expect(times(8, () => guard.check('get_task_output', { id: 1 }))).toEqual(Array(8).fill(true));
  });

  it('a change starts the count of all others again, not its own', () => {
    const guard = createLoopGuard();
    expect(times(3, () => guard.check('read', {}))).toEqual([true, true, true]);
    expect(guard.check('write', { a: 1 })).toBe(true);
    guard.noteChange('write', { a: 1 });
    expect(times(3, () => guard.check('read', {}))).toEqual([true, true, true]);
    expect(guard.check('read', {})).toBe(false);
    const writes = times(4, () => {
      const may = guard.check('write', { a: 1 });
      if (may) guard.noteChange('write', { a: 1 });
      return may;
    });
    expect(writes).toEqual([true, true, false, false]);
  });

  it('a success of the same call is no way around it', () => {
    const guard = createLoopGuard();
    const writes = times(5, () => {
      const may = guard.check('write', {});
      if (may) guard.noteChange('write', {});
      return may;
    });
    expect(writes).toEqual([true, true, true, false, false]);
  });

  it('can be reset', () => {
    const guard = createLoopGuard();
    times(4, () => guard.check('read', {}));
    guard.reset();
    expect(guard.check('read', {})).toBe(true);
  });
});
