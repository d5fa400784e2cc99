import { now, rest } from '../now.js';
import { residentMb } from '../processUsage.js';
import type { System } from '../systems.js';

/** Chats of this measurement only. */
const USER = 1;
/** After the start a process comes to rest. */
const SETTLE_MS = 1_500;
/** A process with nothing to do gives the memory that its start took back within about 25 s. */
const IDLE_MS = 30_000;

export interface StartFigures {
  /** Spawn of the process that polls -> its first getUpdates, milliseconds, one value a start. */
  readonly firstPollMs: readonly number[];
  /** Resident memory before the first message, MB, one value per process. */
  readonly idleMb: readonly number[];
}

/** Starts a system several times and leaves it running. The wire servers' script must be set. */
export async function measureStart(system: System, starts: number): Promise<StartFigures> {
  const firstPollMs: number[] = [];
  let idleMb: readonly number[] = [];
  for (let start = 1; start <= starts; start += 1) {
    await system.start();
    await rest(start < starts ? SETTLE_MS : IDLE_MS);
    idleMb = residentMb(system.pids());
    const spawnedAt = system.startedAt();
    await system.wire.ask(USER).answered;
    const polledAt = system.wire.firstPollAfter(spawnedAt);
    if (polledAt === undefined) throw new Error(`${system.name} answered without a poll, at ${now()}`);
    firstPollMs.push(polledAt - spawnedAt);
    if (start < starts) await system.halt();
  }
  return { firstPollMs, idleMb };
}
