import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/core/log.js';
import { addDenyRules } from '../../../src/runtime/hooks/denyRules.js';
import type { HookAnswer } from '../../../src/runtime/hooks/hookEvent.js';
import { createHookRegistry } from '../../../src/runtime/hooks/hookRegistry.js';
import { createFakeClock } from '../../setup/fakeClock.js';

const open = () => createHookRegistry({ clock: createFakeClock(), log: silentLog });
const never = new AbortController().signal;

describe('hooks', () => {
  it('run in order; the first cancel ends the round', async () => {
    const hooks = open();
    const ran: number[] = [];
    const add = (n: number, answer: HookAnswer | undefined) =>
      hooks.on('pre:tool', async () => {
        ran.push(n);
        return answer;
      });
    add(1, undefined);
    add(2, { cancel: true, reason: ' because ' });
    add(3, { cancel: true });
    expect(await hooks.fire('pre:tool', {}, never)).toEqual({ cancelled: true, reason: 'because' });
    expect(ran).toEqual([1, 2]);
  });

  it('can be taken away again', async () => {
    const hooks = open();
    const off = hooks.on('pre:tool', () => ({ cancel: true }));
    expect(hooks.has('pre:tool')).toBe(true);
    off();
    expect(hooks.has('pre:tool')).toBe(false);
    expect(await hooks.fire('pre:tool', {}, never)).toEqual({ cancelled: false });
  });

  it('fail closed before something, and open after it', async () => {
    const hooks = open();
    for (const event of ['pre:tool', 'post:tool'] as const) hooks.on(event, () => Promise.reject(new Error('broken')));
    expect(await hooks.fire('pre:tool', {}, never)).toEqual({
      cancelled: true,
      reason: 'a hook that has to agree failed',
    });
    expect(await hooks.fire('post:tool', {}, never)).toEqual({ cancelled: false });
  });

  it('cannot undo what has happened', async () => {
    const hooks = open();
    hooks.on('post:tool', () => ({ cancel: true }));
    expect(await hooks.fire('post:tool', {}, never)).toEqual({ cancelled: false });
  });

  it('scoped: only in their place; before something also where the place is not known', async () => {
    const hooks = open();
    hooks.onScoped('pre:tool', { workspaceId: 'w', lane: 'l' }, () => ({ cancel: true }));
    let told = 0;
    hooks.onScoped('post:tool', { workspaceId: 'w' }, () => {
      told += 1;
      return undefined;
    });
    const cancelled = async (place: object) => (await hooks.fire('pre:tool', place, never)).cancelled;
    expect(await cancelled({ workspaceId: 'w', lane: 'l' })).toBe(true);
    expect(await cancelled({ workspaceId: 'w', lane: 'other' })).toBe(false);
    expect(await cancelled({ workspaceId: 'other', lane: 'l' })).toBe(false);
    expect(await cancelled({ lane: 'l' })).toBe(true);
    await hooks.fire('post:tool', { workspaceId: 'w' }, never);
    await hooks.fire('post:tool', {}, never);
    expect(told).toBe(1);
  });

  it('that never answer are left when the turn is aborted', async () => {
    const hooks = open();
    const stop = new AbortController();
    hooks.on('pre:tool', () => new Promise(() => {}));
    const asked = hooks.fire('pre:tool', {}, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(asked).rejects.toThrow('stopped');
  });

  it('leave a log of the last 50', async () => {
    const hooks = open();
    hooks.on('pre:tool', ({ toolName }) => ({ cancel: toolName === 't59', reason: 'last' }));
    for (let n = 0; n < 60; n += 1) await hooks.fire('pre:tool', { toolName: `t${n}` }, never);
    await hooks.fire('post:tool', { toolName: 'nobody listens' }, never);
    const activity = hooks.activity();
    expect(activity).toHaveLength(50);
    expect(activity[0]).toMatchObject({ toolName: 't10', cancelled: false, reason: null, handlers: 1 });
    expect(activity.at(-1)).toMatchObject({ event: 'pre:tool', toolName: 't59', cancelled: true, reason: 'last' });
  });

  it('of the configuration deny by tool and by text within the arguments', async () => {
    const hooks = open();
    addDenyRules(hooks, [{ tools: ['bash'], pattern: 'rm -rf' }, { tools: ['git_push'] }, { pattern: 'AKIA' }]);
    const denied = async (toolName: string, args: Record<string, unknown>) =>
      (await hooks.fire('pre:tool', { toolName, args }, never)).cancelled;
    expect(await denied('bash', { command: 'rm -rf /' })).toBe(true);
    expect(await denied('bash', { command: 'ls' })).toBe(false);
    expect(await denied('read_file', { path: 'rm -rf' })).toBe(false);
    expect(await denied('git_push', {})).toBe(true);
    expect(await denied('web_fetch', { url: 'https://x.test/?key=AKIA1' })).toBe(true);
  });
});
