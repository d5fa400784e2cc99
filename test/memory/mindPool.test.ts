import { afterEach, describe, expect, it } from 'vitest';
import { createMindPool, type MindPool } from '../../src/memory/threads/mindPool.js';
import { createRecordingLog } from '../setup/recordingLog.js';
import { START } from './openTestMind.js';

let pool: MindPool;
afterEach(() => pool.close());

describe('the pool of mind threads', () => {
  it('loses with a thread only what that thread was doing, and starts it anew', async () => {
    const log = createRecordingLog();
    pool = createMindPool({ log, size: 2, entry: new URL('./children/dyingThread.mjs', import.meta.url) });
    const minds = Array.from({ length: 8 }, (_, i) => ({ file: `/nowhere/${i}.db`, owner: `person ${i}` }));
    const deadly = minds[0] ?? { file: '', owner: '' };
    const results = await Promise.allSettled([
      pool.call(deadly, 'forget', { scopes: [], ids: [], now: START }),
      ...minds.map((mind) => pool.call(mind, 'owner', {})),
    ]);
    const [first, ...others] = results.map(({ status }) => status);
    expect(first).toBe('rejected');
    expect(others).toContain('fulfilled');
    expect(others).toContain('rejected');
    expect(results[0]).toMatchObject({ reason: { code: 'mind-failed' } });
    expect(JSON.stringify(log.lines)).toContain('a mind thread died');
    expect(await pool.call(deadly, 'owner', {})).toBe('owner');
  });

  it('is closed only when all that was asked is answered', async () => {
    pool = createMindPool({
      log: createRecordingLog(),
      entry: new URL('./children/dyingThread.mjs', import.meta.url),
    });
    const answers = Promise.all(
      Array.from({ length: 20 }, (_, i) => pool.call({ file: `${i}`, owner: '' }, 'owner', {})),
    );
    await pool.close();
    expect(await answers).toHaveLength(20);
    await expect(pool.call({ file: '1', owner: '' }, 'owner', {})).rejects.toMatchObject({ code: 'mind-failed' });
  });
});
