import type { Clock } from '../../core/clock.js';
import type { JournalStep } from '../../core/journal.js';
import type { Log } from '../../core/log.js';
import type { Llm } from '../llm/completion.js';
import type { CompletionCheck } from '../loop/completionCheck.js';
import type { LoopEvent } from '../loop/loopEvent.js';
import type { ToolPermission } from '../loop/toolPermission.js';
import type { CallCounter } from '../loopPolicy/callQuotas.js';
import type { TurnPersonas } from '../personas/turnPersonas.js';
import type { TurnScope } from '../tools/toolDefinition.js';
import type { ToolSet } from '../tools/toolSet.js';
import type { Conducted } from '../turnConduct.js';

/** What the sub-agents of a turn have from it. */
export interface Inherited {
  /** With the turn's budgets. */
  readonly llm: Llm;
  /** The model of the turn, and all that a task may ask for. */
  readonly model: string;
  readonly models: readonly string[];
  /**
   * What a sub-agent may be given: what the turn has, so that its limits hold for whoever works for it. For a persona that
   * only delegates, what its person may use.
   */
  readonly tools: ToolSet;
  /** The personas that may be roles, and how many rounds one has. */
  readonly personas: Pick<TurnPersonas, 'find' | 'roundsFor'>;
  readonly conduct: Conducted;
  /** What its calls may do; nobody is asked for it. */
  readonly permission: ToolPermission;
  readonly checks: readonly CompletionCheck[];
  readonly scope: TurnScope;
  readonly quotas: CallCounter;
  readonly timeZone: string;
  emit(event: LoopEvent): void;
  /** Takes steps of several runs at once and writes them one by one. */
  record(step: JournalStep): Promise<void>;
  /** The turn's: once it aborts the chat is told nothing more. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
}
