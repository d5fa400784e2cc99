import { toWaggleError } from '../../../core/errors.js';
import type { Log } from '../../../core/log.js';
import type { NumberedUpdate } from '../updates/schema.js';
import type { FailureBook } from './failureBook.js';
import type { Intake, Opened } from './intake.js';

export interface BatchResult {
  /** All updates below this id are stored, given up, or of no concern: it may be asked for next. Null: nothing new. */
  readonly nextOffset: number | null;
  /** What the first update that could not be stored failed with. */
  readonly failure: unknown;
}

/**
 * Takes the updates of one answer in: lane by lane in order, the lanes beside each other. An update that cannot be stored
 * holds up its own lane only, and everything from it on stays unconfirmed.
 *
 * @param done ids above the confirmed ones that are taken in already; kept by the caller from batch to batch
 */
export async function takeBatch(
  updates: readonly NumberedUpdate[],
  deps: { intake: Intake; failures: FailureBook; done: Set<number>; log: Log },
): Promise<BatchResult> {
  const { intake, failures, done, log } = deps;
  const ids: number[] = [];
  const lines = new Map<string, { id: number; opened: Opened }[]>();
  for (const update of updates) {
    const id = update.update_id;
    ids.push(id);
    if (done.has(id)) continue;
    const opened = intake.open(update);
    const key = opened.orderKey ?? `update ${id}`;
    const line = lines.get(key) ?? [];
    line.push({ id, opened });
    lines.set(key, line);
  }

  let failure: unknown = null;
  const takeLine = async (line: readonly { id: number; opened: Opened }[]) => {
    for (const { id, opened } of line) {
      try {
        if ((await intake.take(opened)) === 'stored') failures.noteStored();
      } catch (thrown) {
        failure ??= thrown;
        if (!failures.noteFailure(id)) return;
        try {
          await intake.bury(opened.update, toWaggleError(thrown, 'telegram-update'));
        } catch (buryFailed) {
          log.error({ err: buryFailed, update: id }, 'a dead Telegram update could not be kept; it is tried again');
          return;
        }
      }
      failures.forget(id);
      done.add(id);
    }
  };
  await Promise.all([...lines.values()].map(takeLine));

  let nextOffset: number | null = null;
  let isWhole = true;
  for (const id of ids.sort((a, b) => a - b)) {
    if (!done.has(id)) {
      isWhole = false;
      break;
    }
    nextOffset = id + 1;
    done.delete(id);
  }
  return { nextOffset, failure: isWhole ? null : failure };
}
