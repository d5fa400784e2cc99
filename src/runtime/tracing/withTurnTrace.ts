import type { Clock } from '../../core/clock.js';
import { toWaggleError } from '../../core/errors.js';
import type { Log } from '../../core/log.js';
import type { TraceStore } from '../../core/ports/traces.js';
import type { RunTurn } from '../../core/ports/turnRunner.js';
import { type Redact, recordTrace } from './recordTrace.js';
import { logTurnEvent } from './turnEvents.js';

export interface TraceDeps {
  readonly traces: Pick<TraceStore, 'write'>;
  readonly redact: Redact;
  readonly clock: Clock;
  readonly log: Log;
}

/** A runner whose turns leave a trace. `close` waits for the traces that are still being written. */
export interface TracedRunner {
  readonly runTurn: RunTurn;
  close(): Promise<void>;
}

/**
 * Records each attempt of a turn and stores it in one write when the attempt ends, however it ends. Nobody waits for that
 * write: an answer is never held up by its trace.
 */
export function withTurnTrace(runTurn: RunTurn, deps: TraceDeps): TracedRunner {
  const writing = new Set<Promise<void>>();

  return {
    runTurn: async (job, context) => {
      const { turn, attempt, lane } = job;
      const log = deps.log.child({ turn, lane, attempt });
      const end = recordTrace({ turn, attempt }, { ...deps, log });
      const { messages, history, journal, principal } = job;
      const role = principal.role;
      const sizes = { messages: messages.length, history: history.length, steps: journal.length };
      logTurnEvent(turn, { stage: 'turn.enter', role, platform: job.address.platform, ...sizes });
      try {
        const result = await runTurn(job, context);
        logTurnEvent(turn, { stage: 'turn.exit', end: result.end, chars: result.text.length });
        return result;
      } catch (thrown) {
        logTurnEvent(turn, { stage: 'turn.exit', end: 'left', error: toWaggleError(thrown).code });
        throw thrown;
      } finally {
        const written: Promise<void> = deps.traces
          .write(end())
          .catch((thrown: unknown) => log.warn({ err: thrown }, 'the trace of this turn could not be stored'))
          .finally(() => writing.delete(written));
        writing.add(written);
      }
    },
    close: async () => {
      await Promise.all(writing);
    },
  };
}
