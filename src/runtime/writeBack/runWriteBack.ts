import type { BackgroundJob, MemoryNote } from '../../core/backgroundJob.js';
import type { Clock } from '../../core/clock.js';
import { toWaggleError } from '../../core/errors.js';
import type { Log } from '../../core/log.js';
import { type MemoryReach, stateMindOf } from '../../core/memory/reach.js';
import type { Minds } from '../../core/ports/minds.js';
import type { BackgroundResult, BackgroundTurn, TurnContext } from '../../core/ports/turnRunner.js';
import type { Untold } from '../../core/ports/untold.js';
import { BACKGROUND_BUDGET } from '../background/backgroundBudget.js';
import { spenderOf } from '../cost/spenderOf.js';
import { type BudgetDeps, withBudget } from '../cost/withBudget.js';
import type { Llm } from '../llm/completion.js';
import { scanForInjection } from '../safety/scanForInjection.js';
import { conductOf, type TurnConduct } from '../turnConduct.js';
import type { ReachOpener } from '../walls/openReach.js';
import { cognify, type Extraction, extractByRules } from './cognify/cognify.js';
import { extractByModel } from './modelExtraction.js';
import { withoutPrefix } from './prefixes.js';

export type MemoryJob = Extract<BackgroundJob, { type: 'memory' }>;

export interface WriteBackDeps {
  readonly minds: Minds;
  readonly reach: ReachOpener;
  readonly untold: Untold;
  readonly conduct: TurnConduct;
  readonly llm: Llm;
  readonly model: string;
  readonly budget: BudgetDeps;
  readonly clock: Clock;
  readonly log: Log;
}

/** Saves what a turn left to be remembered. Rejects only when the job is stopped, the lane is lost or the process ends. */
export type RunWriteBack = (
  turn: BackgroundTurn & { readonly job: MemoryJob },
  context: Pick<TurnContext, 'journal' | 'signal'>,
) => Promise<BackgroundResult>;

interface Pending {
  readonly note: MemoryNote;
  readonly extraction: Extraction;
}

const NO_USAGE = { inputTokens: 0, outputTokens: 0 };
const done = (text: string): BackgroundResult => ({ end: 'done', text, toolsUsed: [], usage: NO_USAGE });

/**
 * Makes the part of the background lane that remembers. A frame knows its turn and a finished job its journal step, so a
 * takeover saves and counts nothing twice. What fails is kept to be told with the lane's next answer.
 */
export function createWriteBack(deps: WriteBackDeps): RunWriteBack {
  const { minds, clock } = deps;

  const findMore = async (turn: BackgroundTurn & { job: MemoryJob }, signal: AbortSignal, log: Log) => {
    const { exchange } = turn.job;
    if (exchange === undefined) return [];
    const spender = spenderOf(turn, BACKGROUND_BUDGET);
    const llm = withBudget(deps.llm, deps.budget, { spender, mayShowTotals: false, say: (key) => key, log });
    try {
      return await extractByModel({ ...exchange, now: clock.now() }, { llm, model: deps.model, signal, log });
    } catch (thrown) {
      signal.throwIfAborted();
      log.warn({ err: thrown }, 'the model could not look for memories; what the rules found is kept');
      return [];
    } finally {
      await llm.settled();
    }
  };

  /** One frame; null where it is not to be remembered. */
  const save = async (pending: Pending, reach: MemoryReach, turn: BackgroundTurn, signal: AbortSignal, log: Log) => {
    const { note, extraction } = pending;
    const { hooks, place } = conductOf(deps.conduct, turn);
    const { safe, flags } = scanForInjection(withoutPrefix(note.content), 'user_input');
    if (!safe) {
      log.warn({ flags }, 'a note looks like an injection and is not remembered');
      return null;
    }
    const told = {
      ...place,
      toolName: 'save_memory',
      args: { content: note.content },
      memoryContent: note.content,
      memoryType: 'memory',
    };
    const verdict = await hooks?.fire('pre:memory-write', told, signal);
    if (verdict?.cancelled === true) {
      log.info({ reason: verdict.reason }, 'a hook forbade a note');
      return null;
    }
    const now = clock.now();
    const { home } = reach;
    const frame = { ...note, author: reach.author, scope: home.scope, chat: reach.chat, turn: turn.turn, now };
    const saved = await minds.save(home.mind, frame).catch(() => minds.save(home.mind, frame));
    // Names of what nobody vouches for would be put before the model unasked.
    if (saved.outcome === 'saved' && note.trust > 0)
      await cognify({ mind: home.mind, id: saved.id, extraction, now }, minds);
    await hooks?.fire('post:memory-write', { ...told, result: `${saved.outcome} (memory ${saved.id})` }, signal);
    return saved;
  };

  return async (turn, { journal, signal }) => {
    signal.throwIfAborted();
    const log = deps.log.child({ turn: turn.turn, lane: turn.lane, attempt: turn.attempt });
    const noted = turn.journal.find((step) => step.type === 'noted');
    if (noted !== undefined) return done(`${noted.saved} remembered`);
    const reach = await deps.reach.open(turn, log);
    try {
      const found = await findMore(turn, signal, log);
      const pending: readonly Pending[] = [
        ...turn.job.notes.map((note) => ({ note, extraction: extractByRules(note.content) })),
        ...found.map(({ note, entities, relations }) => ({ note, extraction: { entities, relations } })),
      ];
      let count = 0;
      for (const entry of pending) {
        signal.throwIfAborted();
        if ((await save(entry, reach, turn, signal, log))?.outcome === 'saved') count += 1;
      }
      await journal({ type: 'noted', saved: count });
      for (const signalOf of turn.job.signals) {
        await minds.signals.record(stateMindOf(reach), { ...signalOf, author: reach.author, now: clock.now() });
      }
      log.info({ notes: pending.length, saved: count, signals: turn.job.signals.length }, 'written back to memory');
      return done(`${count} remembered`);
    } catch (thrown) {
      const error = toWaggleError(thrown);
      if (signal.aborted || error.code === 'lane-lost') throw thrown;
      log.warn({ err: error }, 'a turn could not be remembered');
      const { sentence } = error.toUserFacing();
      await deps.untold.add({ lane: turn.lane, sentence, whole: false, now: clock.now() });
      return { ...done(sentence), end: 'failed' };
    }
  };
}
