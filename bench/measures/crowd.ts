import { cpuSeconds, peakMb, resetPeaks } from '../processUsage.js';
import type { System } from '../systems.js';

/** Chats of these measurements are new with each crowd. */
const FIRST_USER = 10_000;
let nextUser = FIRST_USER;

export interface CrowdFigures {
  /** From the moment all messages are there until the last whole answer is, seconds. */
  readonly seconds: number;
  /** CPU time of the system's processes, Redis included. */
  readonly cpuSeconds: number;
  /** The highest resident memory of each process, added up, Redis included, MB. */
  readonly peakMb: number;
}

/** That many new chats ask in the same moment. The wire servers' script must be set. */
export async function measureCrowd(system: System, chats: number): Promise<CrowdFigures> {
  const redis = system.redisPid();
  const pids = [...system.pids(), ...(redis === null ? [] : [redis])];
  resetPeaks(pids);
  const before = cpuSeconds(pids);
  const turns = await system.wire.askMany(nextUser, chats);
  nextUser += chats;
  const figures = {
    seconds: (lastOf(turns, 'finalVisibleAt') - lastOf(turns, 'saidAt')) / 1000,
    cpuSeconds: cpuSeconds(pids) - before,
    peakMb: peakMb(pids).reduce((sum, mb) => sum + mb, 0),
  };
  await system.wire.forget();
  return figures;
}

function lastOf<Time extends string>(turns: readonly Readonly<Record<Time, number>>[], time: Time): number {
  return turns.reduce((last, turn) => Math.max(last, turn[time]), 0);
}
