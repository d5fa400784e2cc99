import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { laneWorkspace } from '../workspace/laneWorkspace.js';
import { codeOf } from '../workspace/openFolder.js';
import { type Plan, planSchema } from './plan.js';

/** Folder of the data directory for plans: they come into prompts, so no command of a sandbox may write them. */
const PLANS = 'plans';

/** The plans of lanes, one each, on the disk: the next worker of the lane has it too. */
export interface PlanStore {
  /** Null: there is none. @throws Error when what lies there is no plan */
  read(lane: string): Promise<Plan | null>;
  /**
   * Puts what `change` makes of a lane's plan in its place; calls for one lane wait for each other.
   *
   * @throws what `change` throws, and then nothing is changed
   */
  change(lane: string, change: (plan: Plan | null) => Plan): Promise<Plan>;
  /** Puts a plan in the place of whatever there is. */
  replace(lane: string, plan: Plan): Promise<Plan>;
  remove(lane: string): Promise<void>;
}

export function createPlanStore({ dataDir }: { readonly dataDir: string }): PlanStore {
  const pathOf = (lane: string) => join(dataDir, PLANS, `${basename(laneWorkspace(dataDir, lane))}.json`);
  let last: Promise<unknown> = Promise.resolve();

  const read = async (lane: string): Promise<Plan | null> => {
    try {
      return planSchema.parse(JSON.parse(await readFile(pathOf(lane), 'utf8')));
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') return null;
      throw new Error('the plan of this conversation cannot be read; create_plan begins a new one', { cause: thrown });
    }
  };

  const write = async (lane: string, plan: Plan): Promise<void> => {
    await mkdir(join(dataDir, PLANS), { recursive: true, mode: 0o700 });
    const unfinished = `${pathOf(lane)}.${randomUUID()}.tmp`;
    await writeFile(unfinished, JSON.stringify(plan), { mode: 0o600 });
    await rename(unfinished, pathOf(lane));
  };

  /** One after another, whatever became of those before. */
  const inTurn = (work: () => Promise<Plan>): Promise<Plan> => {
    const working = last.then(work);
    last = working.catch(() => undefined);
    return working;
  };

  const put = async (lane: string, plan: Plan): Promise<Plan> => {
    await write(lane, plan);
    return plan;
  };

  return {
    read,
    change: (lane, change) => inTurn(async () => put(lane, change(await read(lane)))),
    replace: (lane, plan) => inTurn(() => put(lane, plan)),
    remove: (lane) => rm(pathOf(lane), { force: true }),
  };
}
