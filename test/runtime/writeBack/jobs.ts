import type { JournalStep } from '../../../src/core/journal.js';
import { silentLog } from '../../../src/core/log.js';
import type { BackgroundResult, TurnJob, TurnResult } from '../../../src/core/ports/turnRunner.js';
import { createChatClient } from '../../../src/runtime/llm/chatClient.js';
import { createWriteBack, type WriteBackDeps } from '../../../src/runtime/writeBack/runWriteBack.js';
import { PLAIN_TURNS, type TurnBench } from '../turnFixture.js';

/** Does what a turn left to be remembered, as its background lane would. */
export async function doJobs(
  bench: TurnBench,
  of: Pick<TurnJob, 'lane' | 'address' | 'principal' | 'turn'>,
  result: Pick<TurnResult, 'background'>,
  options: { readonly deps?: Partial<WriteBackDeps>; readonly journal?: JournalStep[]; readonly baseUrl?: string } = {},
): Promise<readonly BackgroundResult[]> {
  const { minds, reach, db, budget, clock } = bench;
  const { journal = [], baseUrl = 'http://127.0.0.1:1' } = options;
  const remember = createWriteBack({
    minds,
    reach,
    untold: db.untold,
    conduct: PLAIN_TURNS,
    llm: createChatClient({ baseUrl, apiKey: 'k', fetch, clock, log: silentLog, timeoutMs: 0, jitter: () => 0 }),
    model: 'm',
    budget,
    clock,
    log: silentLog,
    ...options.deps,
  });
  const { lane, address, principal, turn } = of;
  const results: BackgroundResult[] = [];
  for (const [i, job] of (result.background ?? []).entries()) {
    if (job.type !== 'memory') continue;
    results.push(
      await remember(
        { turn: `${turn}.bg${i + 1}`, attempt: 1, lane, address, principal, journal: [...journal], job },
        { journal: async (step) => void journal.push(step), signal: new AbortController().signal },
      ),
    );
  }
  return results;
}
