import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/core/log.js';
import { addDenyRules } from '../../../src/runtime/hooks/denyRules.js';
import type { HookAnswer } from '../../../src/runtime/hooks/hookEvent.js';
import { createHookRegistry, type HookVerdict } from '../../../src/runtime/hooks/hookRegistry.js';
import { untilAborted } from '../../../src/runtime/untilAborted.js';
import { createFakeClock } from '../../setup/fakeClock.js';
import { createRecordingLog } from '../../setup/recordingLog.js';

const open = () => createHookRegistry({ clock: createFakeClock(), log: silentLog });
const never = new AbortController().signal;

/** A guard that takes its abort for consent. */
const agreeWhenAborted = (signal: AbortSignal) =>
  new Promise<HookAnswer>((resolve) => signal.addEventListener('abort', () => resolve({ cancel: false })));

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

  it.each([
    ['heeds', (signal: AbortSignal) => untilAborted(new Promise<undefined>(() => {}), signal)],
    ['agrees at', (signal: AbortSignal) => agreeWhenAborted(signal)],
    ['ignores', () => new Promise<undefined>(() => {})],
  ])('have ten seconds to agree; one that %s its abort is a refusal, logged with the turn', async (_, handler) => {
    const clock = createFakeClock();
    const log = createRecordingLog();
    const hooks = createHookRegistry({ clock, log });
    const signals: AbortSignal[] = [];
    hooks.on('pre:tool', (_context, signal) => {
      signals.push(signal);
      return handler(signal);
    });
    let verdict: HookVerdict | null = null;
    const asked = hooks.fire('pre:tool', { toolName: 'bash', turnId: 't1' }, never).then((given) => {
      verdict = given;
    });
    await clock.advance(9_999);
    expect(verdict).toBeNull();
    await clock.advance(1);
    await asked;
    const reason = 'a check that has to agree did not answer in time (10 s)';
    expect(verdict).toEqual({ cancelled: true, reason });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(log.lines).toMatchObject([
      {
        level: 'warn',
        message: 'a hook did not answer in time',
        fields: { turn: 't1', tool: 'bash', event: 'pre:tool' },
      },
    ]);
    expect(hooks.activity()).toMatchObject([{ cancelled: true, reason }]);
    expect(clock.pending()).toBe(0);
  });

  it('a hook that is told afterwards and never answers is waited for as long, and forbids nothing', async () => {
    const clock = createFakeClock();
    const log = createRecordingLog();
    const hooks = createHookRegistry({ clock, log });
    hooks.on('post:tool', () => new Promise(() => {}));
    const told = hooks.fire('post:tool', { toolName: 'bash', turnId: 't1' }, never);
    await clock.advance(10_000);
    expect(await told).toEqual({ cancelled: false });
    expect(log.lines).toMatchObject([{ level: 'warn', message: 'a hook did not answer in time' }]);
  });

  it('have ten seconds each, and leave no timer behind', async () => {
    const clock = createFakeClock();
    const hooks = createHookRegistry({ clock, log: silentLog });
    for (let n = 0; n < 3; n += 1) hooks.on('pre:tool', () => clock.sleep(9_000).then(() => undefined));
    const asked = hooks.fire('pre:tool', {}, never);
    await clock.advance(27_000);
    expect(await asked).toEqual({ cancelled: false });
    expect(clock.pending()).toBe(0);
  });

  it('of a stopped turn end it at once, also while their time runs', async () => {
    const clock = createFakeClock();
    const log = createRecordingLog();
    const hooks = createHookRegistry({ clock, log });
    const stop = new AbortController();
    hooks.on('pre:tool', () => new Promise(() => {}));
    const asked = hooks.fire('pre:tool', {}, stop.signal);
    const ended = expect(asked).rejects.toThrow('stopped');
    await clock.advance(5_000);
    stop.abort(new Error('stopped'));
    await ended;
    expect(clock.pending()).toBe(0);
    expect(log.lines).toEqual([]);
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
