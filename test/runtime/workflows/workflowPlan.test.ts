import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROLE_NAMES } from '../../../src/runtime/agents/roles.js';
import { readPlan } from '../../../src/runtime/workflows/readPlan.js';
import { isTemplate, planFrom, TEMPLATE_NAMES } from '../../../src/runtime/workflows/templates.js';
import { MAX_STEPS, problemOf, type WorkflowStep } from '../../../src/runtime/workflows/workflowPlan.js';

const step = (name: string, ...needs: string[]): WorkflowStep => ({ name, role: 'analyst', task: 't', needs });

describe('a plan', () => {
  it('is refused with a sentence that says what is wrong', () => {
    expect(problemOf([])).toMatch(/no steps/);
    expect(problemOf([step('A', 'B'), step('B', 'C'), step('C', 'A')])).toBe(
      'The plan is circular: "A" needs "B" needs "C" needs "A".',
    );
    expect(problemOf([step('A', 'A')])).toBe('The plan is circular: "A" needs "A".');
    expect(problemOf([step('X', 'A'), step('A', 'B'), step('B', 'A')])).toBe(
      'The plan is circular: "A" needs "B" needs "A".',
    );
    expect(problemOf([step('A', 'Z')])).toMatch(/"A" needs "Z", which is no step/);
    expect(problemOf([step('A'), step('A')])).toMatch(/Two steps are called "A"/);
    expect(problemOf(Array.from({ length: MAX_STEPS + 1 }, (_, i) => step(`${i}`)))).toMatch(/the limit/);
    expect(problemOf([step('B', 'A'), step('A')])).toBeNull();
  });

  it('is circular exactly when its steps cannot be put in order', () => {
    const graph = fc.integer({ min: 1, max: 7 }).chain((size) =>
      fc.array(fc.array(fc.integer({ min: 0, max: size - 1 }), { maxLength: 3 }), {
        minLength: size,
        maxLength: size,
      }),
    );
    fc.assert(
      fc.property(graph, (needs) => {
        const steps = needs.map((of, i) => step(`${i}`, ...of.map(String)));
        const done = new Set<string>();
        for (const _ of steps) {
          for (const { name, needs: of } of steps) if (of.every((need) => done.has(need))) done.add(name);
        }
        expect(problemOf(steps) === null).toBe(done.size === steps.length);
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});

describe('templates', () => {
  it('are the five of the spec and the three harnesses, all of them plans that can be run', () => {
    expect(TEMPLATE_NAMES.slice(0, 5)).toEqual([
      'research-team',
      'review-pair',
      'plan-execute',
      'ticket-resolve',
      'content-pipeline',
    ]);
    for (const name of TEMPLATE_NAMES) {
      if (!isTemplate(name)) throw new Error(name);
      const { steps, aggregation } = planFrom(name, 'the $& goal');
      expect(problemOf(steps)).toBeNull();
      expect(aggregation).toBe('last');
      for (const { role, task, maxTurns } of steps) {
        expect(ROLE_NAMES).toContain(role);
        expect(task).toContain('the $& goal');
        expect(maxTurns).toBeGreaterThanOrEqual(10);
      }
    }
  });

  it('give the roles, rounds and results that the spec names', () => {
    const shape = (name: 'research-team' | 'review-pair' | 'plan-execute') =>
      planFrom(name, 'g').steps.map(({ name: who, role, maxTurns, needs }) => [who, role, maxTurns, needs.length]);
    expect(shape('research-team')).toEqual([
      ['Researcher', 'researcher', 30, 0],
      ['Synthesizer', 'synthesizer', 20, 1],
      ['Reviewer', 'reviewer', 15, 2],
    ]);
    expect(shape('review-pair')).toEqual([
      ['Writer', 'writer', 25, 0],
      ['Reviewer', 'reviewer', 15, 1],
      ['Reviser', 'writer', 20, 2],
    ]);
    expect(shape('plan-execute')).toEqual([
      ['Planner', 'planner', 15, 0],
      ['Executor', 'analyst', 40, 1],
      ['Summarizer', 'summarizer', 15, 2],
    ]);
  });
});

describe("a planner's answer", () => {
  it('is read whatever stands around it', () => {
    const json =
      '{"steps": [{"name": "A", "role": "coder", "task": "write {x}"}, {"name": "B", "role": "writer", "task": "t", "needs": ["A"]}]}';
    expect(readPlan(`Here {is} the plan:\n\`\`\`json\n${json}\n\`\`\`\nGood luck.`)).toMatchObject({
      steps: [
        { name: 'A', needs: [] },
        { name: 'B', needs: ['A'] },
      ],
    });
  });

  it.each([
    ['I would start with research.', /no JSON object/],
    ['{"steps": []}', /steps/],
    ['{"steps": [{"name": "A"}]}', /role/],
    ['{"steps": [{"name":"A","role":"r","task":"t","needs":["A"]}]}', /circular/],
    [`{"steps": [${Array.from({ length: 9 }, (_, i) => `{"name":"${i}","role":"r","task":"t"}`).join()}]}`, /8/],
  ])('that is no plan says why: %s', (text, why) => {
    expect(readPlan(text)).toMatchObject({ problem: expect.stringMatching(why) });
  });
});
