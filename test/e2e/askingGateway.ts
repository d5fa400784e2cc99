import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { ModelServer } from '../platforms/model/modelServer.js';
import type { ModelReply } from '../platforms/model/reply.js';
import { startChild } from '../setup/childProcess.js';
import { until } from '../setup/until.js';
import { CLEAN, type GatewayProcess, gatewayOf } from './gateway.js';

/** Starts the built gateway with risky tools (`children/gatewayThatAsks.mjs`). */
export async function startAskingGateway(settings: Readonly<Record<string, string>>): Promise<GatewayProcess> {
  const child = startChild('./children/gatewayThatAsks.mjs', import.meta.url, [], {
    ...CLEAN,
    WAGGLE_HTTP_PORT: '0',
    WAGGLE_ACCESS: 'open',
    WAGGLE_LEASE_MS: '2000',
    WAGGLE_SWEEP_MS: '200',
    ...settings,
  });
  await child.waitForLine((line) => line.startsWith('Running:'));
  return gatewayOf(child);
}

/** Waits until a turn of the data directory is stored as waiting: its message stands in the chat a moment before. */
export async function untilPaused(dataDir: string): Promise<void> {
  const db = new BetterSqlite3(join(dataDir, 'gateway.db'), { readonly: true });
  const paused = db.prepare("SELECT count(*) FROM turn WHERE state = 'paused'").pluck();
  try {
    await until(() => paused.get() === 1, 'a turn that waits');
  } finally {
    db.close();
  }
}

/** Calls that really ran, over all processes of a data directory. */
export function ranIn(dataDir: string): readonly string[] {
  const file = join(dataDir, 'ran.log');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

/**
 * The model makes these calls in its first round, says what `answer` makes of their results, and answers anything else with an echo.
 * The results that it was given are returned as they come.
 */
export function playCalls(
  model: ModelServer,
  calls: NonNullable<ModelReply['toolCalls']>,
  answer: (results: readonly string[]) => string,
  text = '',
): readonly string[] {
  const results: string[] = [];
  model.script((request) => {
    const got = [...request.toolResults.values()];
    if (got.length > 0) {
      results.splice(0, results.length, ...got);
      return { text: answer(got) };
    }
    return /\bplease\b/.test(request.lastUser) ? { text, toolCalls: calls } : { text: `About: ${request.lastUser}` };
  });
  return results;
}
