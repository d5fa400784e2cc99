import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { laneIdOf } from '../../../src/core/lane.js';
import { planInShort } from '../../../src/runtime/plans/plan.js';
import { createPlanStore } from '../../../src/runtime/plans/planStore.js';
import { createPlanTools } from '../../../src/runtime/tools/planTools.js';
import type { ToolContext } from '../../../src/runtime/tools/toolDefinition.js';
import { laneWorkspace } from '../../../src/runtime/workspace/laneWorkspace.js';
import { makeScope } from '../memoryFixture.js';

const scope = makeScope();
const lane = laneIdOf(scope.address);
const here: ToolContext = { signal: new AbortController().signal, agents: null, scope };
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'waggle-plans-'));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function call(name: string, args: Record<string, unknown> = {}, context = here): Promise<string> {
  // Opened anew each time, as the next process does.
  const tool = createPlanTools({ plans: createPlanStore({ dataDir }) }).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return String(await tool.execute(tool.args.parse(args), context));
}

describe('a plan', () => {
  it('is made, extended, worked off and shown', async () => {
    expect(await call('show_plan')).toMatch(/no plan .* create_plan/);
    await call('create_plan', { goal: 'Move the hives', steps: ['Count them', 'Carry them'] });
    expect(await call('add_plan_step', { step: 'Rent a van', after: 1 })).toBe(
      'Plan: Move the hives\n1. [ ] Count them\n2. [ ] Rent a van\n3. [ ] Carry them\nNext: step 1.',
    );
    await call('execute_step', { step: 1, state: 'done', result: 'There are 12.' });
    expect(await call('execute_step', { step: 2, state: 'doing' })).toBe(
      'Plan: Move the hives\n1. [x] Count them\n   done: There are 12.\n2. [>] Rent a van\n3. [ ] Carry them\nNext: step 2.',
    );
    await call('execute_step', { step: 2, state: 'done' });
    await call('execute_step', { step: 3, state: 'skipped', result: 'The buyer came.' });
    expect(await call('show_plan')).toMatch(
      /3\. \[-\] Carry them\n {3}skipped: The buyer came\.\nAll steps are done\.$/,
    );
  });

  it('says what is wrong', async () => {
    await expect(call('add_plan_step', { step: 'x' })).rejects.toThrow(/no plan .* create_plan/);
    await call('create_plan', { goal: 'g', steps: ['one'] });
    await expect(call('execute_step', { step: 2, state: 'done' })).rejects.toThrow('no step 2; it has 1');
    await expect(call('add_plan_step', { step: 'x', after: 2 })).rejects.toThrow('no step 2');
    await expect(call('create_plan', { goal: ' ' })).rejects.toThrow();
    for (let i = 1; i < 40; i += 1) await call('add_plan_step', { step: `s${i}` });
    await expect(call('add_plan_step', { step: 'x' })).rejects.toThrow('40 steps at most');
    expect(await call('show_plan')).toContain('40. [ ] s39');
  });

  it('is the conversation’s own, and out of reach of its commands', async () => {
    await call('create_plan', { goal: 'secret', steps: ['one'] });
    const elsewhere = { ...here, scope: makeScope({ address: { ...scope.address, chat: '8' } }) };
    expect(await call('show_plan', {}, elsewhere)).toMatch(/no plan/);
    const workspace = laneWorkspace(dataDir, lane);
    mkdirSync(workspace, { recursive: true });
    expect(readdirSync(workspace)).toEqual([]);
    await createPlanStore({ dataDir }).remove(lane);
    expect(await call('show_plan')).toMatch(/no plan/);
  });

  it('loses no step that several write at once', async () => {
    const [, add] = createPlanTools({ plans: createPlanStore({ dataDir }) });
    await call('create_plan', { goal: 'g' });
    await Promise.all(Array.from({ length: 20 }, (_, i) => add?.execute({ step: `s${i}` }, here)));
    expect((await createPlanStore({ dataDir }).read(lane))?.steps).toHaveLength(20);
  });

  it('that cannot be read is told, and a new one can be made', async () => {
    await call('create_plan', { goal: 'g' });
    const [name = ''] = readdirSync(join(dataDir, 'plans'));
    writeFileSync(join(dataDir, 'plans', name), '{"goal": 1}');
    await expect(call('show_plan')).rejects.toThrow('create_plan begins a new one');
    await expect(call('execute_step', { step: 1, state: 'done' })).rejects.toThrow('create_plan begins a new one');
    expect(await call('create_plan', { goal: 'anew' })).toContain('anew');
  });

  it('is short in the prompt, and gone from it when all is done', () => {
    const step = (state: 'open' | 'doing' | 'done') => ({ text: `long\n ${'x'.repeat(300)}`, state });
    const steps = [step('done'), step('doing'), ...Array.from({ length: 20 }, () => step('open'))];
    const lines = planInShort({ goal: 'Everything', steps });
    expect(lines[0]).toBe('Everything (1 of 22 steps done)');
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toBe('13 more steps (show_plan)');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(160);
    expect(lines.join('')).not.toContain('\n');
    expect(planInShort({ goal: 'g', steps: [step('done')] })).toEqual([]);
  });
});
