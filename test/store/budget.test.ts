import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../../src/core/log.js';
import type { BudgetPolicy, Spender } from '../../src/core/ports/usage.js';
import { type GatewayDb, openGatewayDb } from '../../src/store/openGatewayDb.js';
import { createFakeClock } from '../setup/fakeClock.js';
import { makeDataDir } from './openTestDb.js';

const LIMIT = 100;
const POLICY: BudgetPolicy = { dailyUsd: LIMIT, mode: 'hard' };

let dataDir: string;
/** Three connections to one file, each with its own writer thread: what three processes are to the database. */
let dbs: readonly GatewayDb[];

beforeAll(async () => {
  dataDir = makeDataDir();
  const open = () => openGatewayDb({ dataDir, clock: createFakeClock(), log: silentLog });
  dbs = await Promise.all([open(), open(), open()]);
});
afterAll(async () => {
  await Promise.all(dbs.map((db) => db.close()));
  rmSync(dataDir, { recursive: true, force: true });
});

/** A model call: what it reserves and what it turns out to cost, whole USD so that sums are exact. */
interface Call {
  readonly db: number;
  readonly estimate: number;
  readonly cost: number;
  /** How many others begin before it ends. */
  readonly lasts: number;
  readonly end: 'settled' | 'lost';
}

const callArbitrary: fc.Arbitrary<Call> = fc.record({
  db: fc.nat(2),
  estimate: fc.integer({ min: 1, max: 30 }),
  cost: fc.integer({ min: 0, max: 40 }),
  lasts: fc.nat(6),
  end: fc.constantFrom('settled', 'settled', 'settled', 'lost'),
});

let days = 0;

it('never lets calls under way go beyond a hard budget by more than they exceed what they reserved', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(callArbitrary, { minLength: 4, maxLength: 30 }), async (calls) => {
      days += 1;
      const day = `day-${days}`;
      const spender = (turn: number): Spender => {
        return { turn: `${day}-${turn}`, attempt: 1, lane: 'a:b:c', chat: 'a:b:c', person: 'p', persona: null };
      };
      const stateNow = async () => {
        const [state] = (await dbs[0]?.usage.states({ spender: spender(0), day, policy: POLICY })) ?? [];
        return { spent: state?.spentUsd ?? 0, reserved: state?.reservedUsd ?? 0 };
      };
      const begun: Promise<void>[] = [];
      let open = 0;
      let spent = 0;
      let excess = 0;
      let lost = 0;

      /** Calls are begun one after another but run at once: the database alone decides their order. */
      const run = async (call: Call, turn: number) => {
        const db = dbs[call.db];
        if (db === undefined) return;
        const now = turn;
        const answer = await db.usage.reserve({
          spender: spender(turn),
          day,
          usd: call.estimate,
          policy: POLICY,
          now,
          expiresAt: 1e9,
        });
        if (answer.kind === 'refused') return;
        open += call.estimate;
        expect(spent + open).toBeLessThanOrEqual(LIMIT + excess);
        await Promise.all(begun.slice(turn + 1, turn + 1 + call.lasts));
        if (call.end === 'lost') {
          lost += call.estimate;
          return;
        }
        const entries = [{ model: 'm', inputTokens: 1, outputTokens: 1, usd: call.cost, pricedBy: 'table' as const }];
        excess += Math.max(0, call.cost - call.estimate);
        spent += call.cost;
        open -= call.estimate;
        await db.usage.settle({
          spender: spender(turn),
          day,
          reservation: answer.reservation,
          entries,
          policy: POLICY,
          now,
        });
      };
      for (const [turn, call] of calls.entries()) begun[turn] = run(call, turn);
      await Promise.all(begun);

      expect(await stateNow()).toEqual({ spent, reserved: lost });
      expect(spent + lost).toBeLessThanOrEqual(LIMIT + excess);
      // Time frees what nobody settled, and all that is left can be spent.
      const left = LIMIT - spent;
      const last = await dbs[1]?.usage.reserve({
        spender: spender(1000),
        day,
        usd: Math.max(left, 1),
        policy: POLICY,
        now: 1e9,
        expiresAt: 2e9,
      });
      expect(last?.kind).toBe(left >= 1 ? 'granted' : 'refused');
      expect(await stateNow()).toEqual({ spent, reserved: left >= 1 ? left : 0 });
    }),
    { numRuns: 40 },
  );
}, 60_000);
