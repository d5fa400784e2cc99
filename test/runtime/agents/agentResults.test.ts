import { describe, expect, it } from 'vitest';
import type { AgentRecord } from '../../../src/runtime/agents/agentRecord.js';
import { createAgentResults } from '../../../src/runtime/agents/agentResults.js';
import { createFakeClock } from '../../setup/fakeClock.js';

const record = (id: string, fields: Partial<AgentRecord> = {}): AgentRecord => ({
  id,
  name: id.toUpperCase(),
  role: 'analyst',
  task: 't',
  status: 'done',
  toolsUsed: [],
  usage: { inputTokens: 1, outputTokens: 1 },
  text: `result of ${id}`,
  startedAt: 0,
  completedAt: 0,
  ...fields,
});

const MINUTE = 60_000;

describe('the results of a turn', () => {
  it('are found by id, or else by name, the newest first', () => {
    const results = createAgentResults(createFakeClock(0));
    results.put(record('a1', { name: 'News' }));
    results.put(record('a2', { name: 'news ' }));
    results.put(record('a3', { name: 'a1' }));
    expect(results.find(' A1 ')?.id).toBe('a1');
    expect(results.find('NEWS')?.id).toBe('a2');
    expect(results.find('nobody')).toBeNull();
  });

  it('are kept for half an hour after they came, and while an agent runs', async () => {
    const clock = createFakeClock(0);
    const results = createAgentResults(clock);
    results.put(record('a1'));
    results.put(record('a2', { status: 'running', completedAt: null }));
    await clock.advance(30 * MINUTE);
    expect(results.list().map(({ id }) => id)).toEqual(['a1', 'a2']);
    await clock.advance(1);
    expect(results.list().map(({ id }) => id)).toEqual(['a2']);
    results.put(record('a2', { completedAt: clock.now() }));
    expect(results.find('a2')?.status).toBe('done');
  });

  it('are a hundred at most, the oldest go first, and running ones stay', () => {
    const results = createAgentResults(createFakeClock(0));
    results.put(record('first', { status: 'running', completedAt: null }));
    for (let n = 1; n <= 120; n += 1) results.put(record(`a${n}`));
    const ids = results.list().map(({ id }) => id);
    expect(ids).toHaveLength(101);
    expect(ids.slice(0, 2)).toEqual(['first', 'a21']);
  });
});
