import { systemClock } from '../../../src/core/clock.js';
import { silentLog } from '../../../src/core/log.js';
import type { Sandbox } from '../../../src/runtime/sandbox/sandbox.js';
import { type BackgroundTasks, createBackgroundTasks } from '../../../src/runtime/tasks/backgroundTasks.js';

/** The background tasks of tests that start none. */
export function noTasks(dataDir: string, sandbox: Sandbox): BackgroundTasks {
  return createBackgroundTasks({ dataDir, sandbox, clock: systemClock, log: silentLog });
}
