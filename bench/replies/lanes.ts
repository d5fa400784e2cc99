import { rest } from '../now.js';
import { cpuSeconds, residentMb } from '../processUsage.js';
import type { Sample } from '../statistics.js';
import { steadilyFor } from './answers.js';
import { probeHealth } from './healthProbe.js';
import type { Rig } from './rig.js';

/** A process in which many lanes stream. */
export interface LaneFigures {
  /** Time of `GET /healthz` beside it, milliseconds: what the event loop is late, and the loopback's own part. */
  readonly lag: Sample;
  /** CPU seconds in a second, all threads. */
  readonly cpu: number;
  readonly residentMb: number;
  /** Messages and edits a second that the platform took. */
  readonly calls: number;
}

/** After the last one was asked: first messages are out, compiled code is in place. */
const SETTLE_MS = 2_000;
/** The answers go on for longer than the measurement, whenever they began. */
const SPARE_MS = 6_000;

export async function measureLanes(rig: Rig, lanes: number, ms: number): Promise<LaneFigures> {
  await rig.script(steadilyFor(SETTLE_MS + ms + SPARE_MS));
  await rig.askByCrowd(lanes);
  await rest(SETTLE_MS);
  const before = rig.counts();
  const cpuBefore = cpuSeconds([rig.gatewayPid]);
  const beganAt = performance.now();
  const lag = await probeHealth(rig.url, ms);
  const seconds = (performance.now() - beganAt) / 1000;
  const after = rig.counts();
  return {
    lag,
    cpu: (cpuSeconds([rig.gatewayPid]) - cpuBefore) / seconds,
    residentMb: residentMb([rig.gatewayPid])[0] ?? Number.NaN,
    calls: (after.sends + after.edits - before.sends - before.edits) / seconds,
  };
}
