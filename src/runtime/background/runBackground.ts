import type { Clock } from '../../core/clock.js';
import { toWaggleError } from '../../core/errors.js';
import type { JournalStep } from '../../core/journal.js';
import type { Log } from '../../core/log.js';
import type { BackgroundResult, RunBackground } from '../../core/ports/turnRunner.js';
import { spenderOf } from '../cost/spenderOf.js';
import { type BudgetDeps, withBudget } from '../cost/withBudget.js';
import type { Llm } from '../llm/completion.js';
import { createLoop } from '../loop/loop.js';
import { savedSkillsIn } from '../skills/savedSkill.js';
import { mayKeepSkills } from '../skills/skillOwner.js';
import type { ToolDefinition } from '../tools/toolDefinition.js';
import { createToolSet } from '../tools/toolSet.js';
import type { TurnConduct } from '../turnConduct.js';
import { conductOf } from '../turnConduct.js';
import { reachOf } from '../walls/reachOf.js';
import { createTurnWords } from '../walls/turnWords.js';
import type { RunWriteBack } from '../writeBack/runWriteBack.js';
import { BACKGROUND_BUDGET } from './backgroundBudget.js';
import { describeSaved } from './describeSaved.js';
import { distillationOpening } from './distillationPrompt.js';

/** Bounds of one job: model calls, and input and output tokens together. */
const MAX_ROUNDS = 6;
const MAX_TOKENS = 60_000;

/** In a group whose admins alone keep skills, for somebody else's task. */
const NOT_HERE: BackgroundResult = {
  end: 'done',
  text: 'no skills are kept here for this person',
  toolsUsed: [],
  usage: { inputTokens: 0, outputTokens: 0 },
};

export interface BackgroundRunnerDeps {
  readonly llm: Llm;
  readonly model: string;
  /** All that a distillation has. */
  readonly skillTools: readonly ToolDefinition[];
  /** Does the jobs of memory. */
  readonly remember: RunWriteBack;
  readonly conduct: TurnConduct;
  readonly budget: BudgetDeps;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Makes the runner of background jobs: what is to be remembered, and skills, which are a loop with skill tools only, journaled
 * as a turn is, and shown to nobody.
 */
export function createRunBackground(deps: BackgroundRunnerDeps): RunBackground {
  const { clock } = deps;
  return async (turn, { journal, signal }) => {
    signal.throwIfAborted();
    const { job } = turn;
    if (job.type === 'memory') return deps.remember({ ...turn, job }, { journal, signal });
    const steps = [...turn.journal];
    const known = steps.find((step) => step.type === 'final');
    if (known !== undefined) return resultOf(known, steps);
    if (!mayKeepSkills(turn.principal, turn.address)) return NOT_HERE;
    const record = async (step: JournalStep) => {
      await journal(step);
      steps.push(step);
    };
    const log = deps.log.child({ turn: turn.turn, lane: turn.lane, attempt: turn.attempt });
    const llm = withBudget(deps.llm, deps.budget, {
      spender: spenderOf(turn, BACKGROUND_BUDGET),
      mayShowTotals: false,
      // For the log alone: nobody is told of a background job.
      say: (key) => key,
      log,
    });
    const { principal, address } = turn;
    const loop = createLoop({
      llm,
      model: deps.model,
      stream: false,
      opening: distillationOpening(job),
      request: job.request,
      journal: turn.journal,
      interrupted: false,
      tools: createToolSet(deps.skillTools, [], log),
      ...conductOf(deps.conduct, turn),
      continuation: 'off',
      scope: {
        turn: turn.turn,
        lane: turn.lane,
        principal,
        address,
        memory: reachOf(principal, address),
        words: createTurnWords(),
      },
      agents: null,
      observers: {},
      checks: [],
      maxRounds: MAX_ROUNDS,
      closingCall: false,
      maxTokenBudget: MAX_TOKENS,
      takeMore: async () => [],
      emit: () => {},
      record,
      signal,
      clock,
      log,
    });
    try {
      const { response, text } = await loop.run();
      const { content, toolsUsed, usage } = response;
      await record({ type: 'final', content, text, toolsUsed: [...toolsUsed], usage });
      log.info({ toolsUsed, pattern: job.patternKey }, 'skill distillation over');
      return resultOf({ text, toolsUsed, usage }, steps);
    } catch (thrown) {
      const error = toWaggleError(thrown);
      if (signal.aborted || error.code === 'lane-lost') throw thrown;
      log.warn({ err: error, pattern: job.patternKey }, 'skill distillation failed');
      const { toolsUsed, usage } = loop.soFar();
      return { end: 'failed', text: error.toUserFacing().sentence, toolsUsed, usage };
    } finally {
      await llm.settled();
    }
  };
}

function resultOf(
  { text, toolsUsed, usage }: Pick<BackgroundResult, 'text' | 'toolsUsed' | 'usage'>,
  journal: readonly JournalStep[],
): BackgroundResult {
  const tell = describeSaved(savedSkillsIn(journal));
  return { end: 'done', text, toolsUsed, usage, ...(tell === null ? {} : { tell }) };
}
