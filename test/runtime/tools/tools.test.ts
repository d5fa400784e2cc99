import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/core/log.js';
import { createGetTime } from '../../../src/runtime/tools/getTime.js';
import { limitResult, MAX_RESULT_CHARS, resultText } from '../../../src/runtime/tools/resultText.js';
import { createToolSet } from '../../../src/runtime/tools/toolSet.js';
import { createFakeClock } from '../../setup/fakeClock.js';
import { makeTool } from './testTools.js';

const context = { signal: new AbortController().signal, scope: null, agents: null };

describe('get_time', () => {
  const tool = createGetTime({ clock: createFakeClock(Date.UTC(2026, 0, 1, 12)), timeZone: 'Europe/Berlin' });
  it('tells the configured zone, and any other', async () => {
    expect(await tool.execute({}, context)).toEqual({
      local: 'Thursday, 2026-01-01 13:00 (Europe/Berlin, UTC+1)',
      utc: '2026-01-01T12:00:00.000Z',
    });
    expect(await tool.execute({ time_zone: 'Asia/Kolkata' }, context)).toMatchObject({
      local: 'Thursday, 2026-01-01 17:30 (Asia/Kolkata, UTC+5:30)',
    });
    await expect(tool.execute({ time_zone: 'Moon/Base' }, context)).rejects.toThrow('not an IANA time zone');
  });
});

describe('results', () => {
  it('become text', () => {
    expect(resultText('as is')).toBe('as is');
    expect(resultText(5n)).toBe('"5"');
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(resultText(circle)).toBe('[object Object]');
  });

  it('are cut with a marker, never within a character', () => {
    expect(limitResult('x'.repeat(MAX_RESULT_CHARS))).toHaveLength(MAX_RESULT_CHARS);
    const cut = limitResult('😀'.repeat(MAX_RESULT_CHARS));
    expect(cut.length).toBeLessThanOrEqual(MAX_RESULT_CHARS);
    expect(cut).not.toMatch(/\p{Surrogate}/u);
    expect(cut).toMatch(/20000 characters/);
  });
});

describe('a tool set', () => {
  it('gives the same schema every time and leaves out unusable names', () => {
    const tool = makeTool('a');
    const set = createToolSet([tool, makeTool('not ok')], [makeTool('b')], silentLog);
    expect(set.names).toEqual(['a', 'b']);
    expect(set.schemas[0]).toBe(createToolSet([tool], [], silentLog).schemas[0]);
    expect(set.schemas[0]?.function.parameters).toMatchObject({ type: 'object', properties: {} });
    expect(set.find('not ok')).toBeUndefined();
  });
});
