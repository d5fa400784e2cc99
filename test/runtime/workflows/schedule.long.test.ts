import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import { agentOf, resultsOf, roundOf, withAgents } from '../agents/agentScript.js';
import { makeJob, openTurnBench, type TurnBench } from '../turnFixture.js';

let server: ModelServer;
let bench: TurnBench;
beforeAll(async () => {
  server = await startModelServer();
  bench = await openTurnBench({ baseUrl: server.url });
});
afterAll(async () => {
  await bench.close();
  await server.close();
});

interface Node {
  readonly needs: readonly number[];
  readonly fails: boolean;
}

/** Graphs without circles: a step needs only steps that stand before it, and is then put anywhere. */
const graph = fc.integer({ min: 1, max: 8 }).chain((size) =>
  fc.record({
    nodes: fc.tuple(
      ...Array.from({ length: size }, (_, i) =>
        fc.record({
          needs: i === 0 ? fc.constant([]) : fc.uniqueArray(fc.nat(i - 1), { maxLength: 3 }),
          fails: fc.boolean(),
        }),
      ),
    ),
    order: fc.shuffledSubarray(
      Array.from({ length: size }, (_, i) => i),
      { minLength: size, maxLength: size },
    ),
    delays: fc.array(fc.nat(8), { minLength: size, maxLength: size }),
  }),
);

it('runs every step once, after those that it needs, four at once at most, and tells of each failure', {
  timeout: 60_000,
}, async () => {
  let turns = 0;
  await fc.assert(
    fc.asyncProperty(graph, async ({ nodes, order, delays }) => {
      const node = (i: number): Node => nodes[i] ?? { needs: [], fails: false };
      const steps = order.map((i) => ({
        name: `S${i}`,
        role: 'analyst',
        task: `Do ${i}.`,
        needs: node(i).needs.map((need) => `S${need}`),
      }));
      const begun: number[] = [];
      const ended = new Set<number>();
      let mostAtOnce = 0;
      const faults: string[] = [];
      server.forget();
      server.script(async (request) => {
        const name = agentOf(request);
        if (name === null) {
          return roundOf(request) === 0
            ? {
                toolCalls: [
                  { name: 'orchestrate_workflow', arguments: { task: 'T', steps, aggregation: 'concatenate' } },
                ],
              }
            : { text: 'end' };
        }
        const i = Number(name.slice(1));
        const material = String(request.body.messages.at(-1)?.content);
        for (const need of node(i).needs) {
          if (!ended.has(need)) faults.push(`${i} began before ${need} had ended`);
          const heading = `### S${need} (analyst)${node(need).fails ? ': FAILED' : `\nresult of ${need}`}`;
          if (!material.includes(heading)) faults.push(`${i} was not given ${need}`);
        }
        begun.push(i);
        mostAtOnce = Math.max(mostAtOnce, begun.length - ended.size);
        for (let turn = 0; turn < (delays[i] ?? 0); turn += 1) await new Promise((resolve) => setImmediate(resolve));
        ended.add(i);
        return node(i).fails ? { fault: { kind: 'status', status: 401 } } : { text: `result of ${i}` };
      });
      turns += 1;
      const turn = `${String(turns).padStart(8, '0')}-0000-4000-8000-000000000000`;
      await bench.start(makeJob({ turn }), withAgents(bench)).result;
      expect(faults).toEqual([]);
      expect(begun.toSorted((a, b) => a - b)).toEqual(nodes.map((_, i) => i));
      expect(mostAtOnce).toBeLessThanOrEqual(4);
      const [result = ''] = resultsOf(server.requests.at(-1));
      const failed = order.filter((i) => node(i).fails);
      if (failed.length === nodes.length) expect(result).toMatch(/^## Workflow own steps failed/);
      else
        for (const i of order)
          expect(result).toContain(`### S${i}${node(i).fails ? ' (failed)' : `\n\nresult of ${i}`}`);
    }),
    { numRuns: 60, seed: 11 },
  );
  expect(bench.clock.pending()).toBe(0);
});
