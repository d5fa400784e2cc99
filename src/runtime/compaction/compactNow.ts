import type { Clock } from '../../core/clock.js';
import type { WaggleError } from '../../core/errors.js';
import type { Log } from '../../core/log.js';
import type { ChatAddress } from '../../core/message.js';
import type { Transcripts } from '../../core/ports/transcripts.js';
import type { Principal } from '../../core/ports/turnRunner.js';
import type { Say } from '../cost/budgetSentences.js';
import { spenderOf } from '../cost/spenderOf.js';
import { type BudgetDeps, withBudget } from '../cost/withBudget.js';
import type { Llm } from '../llm/completion.js';
import { conductOf, type TurnConduct } from '../turnConduct.js';
import type { ReachOpener } from '../walls/openReach.js';
import { noteEarlier } from '../walls/splitLines.js';
import { createTurnWords } from '../walls/turnWords.js';
import type { Compactor, HistorySize } from './compactor.js';
import type { FlushMemory } from './flushMemory.js';

/** How many lines of a history are read at most. */
const HISTORY_LINES = 2000;

/** Who asks, and for which conversation. */
export interface CompactNowRequest {
  readonly turn: string;
  readonly attempt: number;
  readonly lane: string;
  readonly address: ChatAddress;
  readonly principal: Principal;
  /** The model that answers here. */
  readonly model: string;
  /** Id of the persona that answers here, for its budget. */
  readonly persona: string | null;
  /** Our words to whoever asks. */
  readonly say: Say;
  readonly signal: AbortSignal;
}

export type CompactNowResult =
  | { readonly kind: 'done'; readonly before: HistorySize; readonly after: HistorySize }
  /** Too little to be worth it. */
  | { readonly kind: 'nothing'; readonly size: HistorySize }
  /** The history is as it was. */
  | { readonly kind: 'failed'; readonly failure: WaggleError | null };

/**
 * Summarises the middle of a conversation because somebody asks (`/compact`). The person who asks pays for it, and lasting facts
 * are saved to what that person's turn could save to. Rejects only when the signal is aborted.
 */
export type CompactNow = (request: CompactNowRequest) => Promise<CompactNowResult>;

export function createCompactNow(deps: {
  readonly llm: Llm;
  readonly compactor: Compactor;
  readonly flushMemory: FlushMemory;
  readonly transcripts: Pick<Transcripts, 'history'>;
  readonly reach: Pick<ReachOpener, 'open'>;
  readonly conduct: TurnConduct;
  readonly budget: BudgetDeps;
  readonly clock: Clock;
  readonly log: Log;
}): CompactNow {
  return async (request) => {
    const { turn, lane, address, principal, model, signal } = request;
    const log = deps.log.child({ turn, lane });
    const llm = withBudget(deps.llm, deps.budget, {
      spender: spenderOf(request, request.persona),
      mayShowTotals: principal.role === 'owner' || principal.role === 'admin',
      say: request.say,
      log,
    });
    try {
      const history = await deps.transcripts.history({ lane, limit: HISTORY_LINES });
      const words = createTurnWords();
      noteEarlier(history.toReversed(), address.kind === 'dm', words);
      const memory = await deps.reach.open(request, log);
      const scope = { turn, lane, principal, address, memory, words };
      const conduct = conductOf(deps.conduct, request);
      const { outcome, sizes, failure } = await deps.compactor.compact({
        lane,
        turn,
        model,
        history,
        rest: [],
        now: deps.clock.now(),
        signal,
        llm,
        flushMemory: (text) => deps.flushMemory(text, { llm, model, scope, conduct, signal }),
        isAsked: true,
      });
      if (outcome === 'done' && sizes !== undefined) return { kind: 'done', ...sizes };
      if (outcome === 'notDue') return { kind: 'nothing', size: sizes?.before ?? { lines: history.length, tokens: 0 } };
      return { kind: 'failed', failure: failure ?? null };
    } finally {
      await llm.settled();
    }
  };
}
