import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BackgroundJob } from '../../src/core/backgroundJob.js';
import type { BackgroundTurn } from '../../src/core/ports/turnRunner.js';
import { untilAborted } from '../../src/runtime/untilAborted.js';
import { createGate } from '../platforms/gate.js';
import { laneOf, openWorkerFixture, type WorkerFixture } from './workerFixture.js';

let fixture: WorkerFixture;
beforeEach(async () => {
  fixture = await openWorkerFixture();
});
afterEach(() => fixture.close());

const job: BackgroundJob = {
  type: 'distillation',
  patternKey: 'look>read',
  directive: 'keep it',
  request: 'compare',
  answer: 'compared',
  calls: [{ name: 'look', arguments: '{}', failed: false }],
};
const usage = { inputTokens: 1, outputTokens: 1 };

const isOver = (id: string) => async () => (await fixture.db.lanes.turnById(id))?.endedAt !== null;

describe('the background lane', () => {
  it('runs what a turn leaves, for the same person, after the turn has ended', async () => {
    const seen: BackgroundTurn[] = [];
    fixture.leaves = [job];
    fixture.background = async (turn) => {
      seen.push(turn);
      return { end: 'done', text: 'saved as "compare"', toolsUsed: ['create_skill'], usage };
    };
    const { worker, wakes } = fixture.open();
    await worker.start();
    const turn = await fixture.accept('c', 'compare the vendors');
    await fixture.pass(isOver(turn), 'the turn');
    const background = `${turn}.bg1`;
    await fixture.pass(async () => (await fixture.db.lanes.turnById(background))?.state === 'done', 'the job');
    expect(wakes).toContainEqual(laneOf('c', 'bg'));
    expect(seen).toMatchObject([{ turn: background, attempt: 1, lane: laneOf('c').id, job }]);
    expect(seen[0]?.principal.person).toContain('ada');
    expect((await fixture.turn(background)).outcome).toMatchObject({ text: 'saved as "compare"' });
    const history = await fixture.db.transcripts.history({ lane: laneOf('c').id, limit: 10 });
    expect(history.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('never delays the conversation', async () => {
    const never = createGate();
    fixture.leaves = [job];
    fixture.background = async (_turn, { signal }) => {
      await untilAborted(never.opened, signal);
      return { end: 'done', text: '', toolsUsed: [], usage };
    };
    await fixture.open().worker.start();
    const first = await fixture.accept('c', 'one');
    await fixture.pass(isOver(first), 'the first turn');
    await fixture.pass(async () => (await fixture.db.lanes.turnById(`${first}.bg1`))?.state === 'running', 'the job');
    fixture.leaves = [];
    const second = await fixture.accept('c', 'two');
    await fixture.pass(isOver(second), 'the second turn');
    expect((await fixture.turn(`${first}.bg1`)).state).toBe('running');
  });

  it('is taken over with its journal when its process dies, and ends as failed when it throws', async () => {
    fixture.leaves = [job];
    const attempts: number[] = [];
    fixture.background = async (turn, { journal, signal }) => {
      attempts.push(turn.attempt);
      if (turn.attempt > 1) {
        expect(turn.journal).toMatchObject([{ type: 'directive', why: 'step' }]);
        throw new Error('the model is gone');
      }
      await journal({ type: 'directive', why: 'step', text: 'x' });
      return untilAborted(new Promise<never>(() => {}), signal);
    };
    const dying = fixture.open({ owner: 'dying', lanes: { renewAll: () => Promise.reject(new Error('cut off')) } });
    await dying.worker.start();
    const turn = await fixture.accept('c', 'go');
    await fixture.pass(() => attempts.length === 1, 'the first attempt');
    await fixture.open({ owner: 'heir' }).worker.start();
    await fixture.pass(async () => (await fixture.db.lanes.turnById(`${turn}.bg1`))?.state === 'failed', 'the end');
    expect(attempts).toEqual([1, 2]);
  });
});
