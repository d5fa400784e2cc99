import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../src/core/log.js';
import { personIdOf } from '../../src/core/person.js';
import type { Minds } from '../../src/core/ports/minds.js';
import { createMinds } from '../../src/memory/minds.js';
import { createMoveMinds } from '../../src/memory/moveMinds.js';
import { createFakeClock } from '../setup/fakeClock.js';
import { openTestDb, type TestDb } from '../store/openTestDb.js';

let test: TestDb;
let dataDir: string;
let minds: Minds;
beforeEach(async () => {
  test = await openTestDb();
  dataDir = mkdtempSync(join(tmpdir(), 'waggle-move-minds-'));
  minds = createMinds({ dataDir, clock: createFakeClock(), log: silentLog });
});
afterEach(async () => {
  await minds.close();
  await test.dispose();
  rmSync(dataDir, { recursive: true, force: true });
});

const phone = { platform: 'telegram' as const, account: '42', user: 'ada' };
const work = { platform: 'slack' as const, account: 'T1', user: 'U1' };
const mindOf = (person: string) => ({ kind: 'person' as const, person });

async function save(person: string, author: string, content: string) {
  const frame = { content, importance: 'normal', source: 'user_stated', trust: 2, scope: 'private', now: 1 } as const;
  await minds.save(mindOf(person), { ...frame, author });
}

async function memoriesOf(person: string): Promise<string[]> {
  const view = { mind: mindOf(person), scopes: ['private', 'shared'] as const };
  return (await minds.list(view, { order: 'newest', limit: 50 })).map(({ content }) => content).toSorted();
}

it('brings together what linked accounts were remembered by, each thing once, and parts it again by who said it', async () => {
  const [mine, theirs] = [personIdOf(phone), personIdOf(work)];
  await save(mine, mine, 'The cat is called Momo.');
  await save(mine, mine, 'The rent is due on Monday.');
  await save(theirs, theirs, 'the cat is called momo');
  await save(theirs, theirs, 'The office is in Graz.');
  const { people } = test.db;
  const skills: string[] = [];
  const moveSkills = async (from: string, into: string, author: string | null) => {
    skills.push(`${from} > ${into}: ${author ?? 'all'}`);
  };
  const move = createMoveMinds({ people, minds, moveSkills, now: () => 2, log: silentLog });
  await people.offerLink({ ...phone, code: 'CODE', expiresAt: 10 });
  await people.link({ ...work, code: 'CODE', now: 1 });
  await Promise.all([move(), move()]);
  expect(await memoriesOf(mine)).toEqual([
    'The cat is called Momo.',
    'The office is in Graz.',
    'The rent is due on Monday.',
  ]);
  expect(await memoriesOf(theirs)).toEqual([]);
  expect(await people.pendingMoves()).toEqual([]);

  await people.unlink({ ...work, now: 3 });
  await move();
  expect(await memoriesOf(theirs)).toEqual(['The office is in Graz.']);
  expect(await memoriesOf(mine)).toEqual(['The cat is called Momo.', 'The rent is due on Monday.']);
  expect(skills).toEqual([`${theirs} > ${mine}: all`, `${mine} > ${theirs}: ${theirs}`]);
});

it('tries a move that failed again with the next call, in order', async () => {
  const { people } = test.db;
  await save(personIdOf(work), personIdOf(work), 'The office is in Graz.');
  await people.offerLink({ ...phone, code: 'CODE', expiresAt: 10 });
  await people.link({ ...work, code: 'CODE', now: 1 });
  let fails = 1;
  const away: Pick<Minds, 'merge'> = {
    merge: async (...args) => {
      fails -= 1;
      if (fails >= 0) throw new Error('the disk is away');
      return minds.merge(...args);
    },
  };
  const move = createMoveMinds({ people, minds: away, now: () => 2, log: silentLog });
  await move();
  expect(await people.pendingMoves()).toHaveLength(1);
  await move();
  expect(await people.pendingMoves()).toEqual([]);
  expect(await memoriesOf(personIdOf(phone))).toEqual(['The office is in Graz.']);
});
