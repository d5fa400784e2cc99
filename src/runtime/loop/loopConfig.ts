import type { JournalStep } from '../../core/journal.js';
import type { AgentImage, AgentMessage } from '../llm/agentMessage.js';
import type { Llm } from '../llm/completion.js';
import type { CallCounter } from '../loopPolicy/callQuotas.js';
import type { ContinuationSetting } from '../loopPolicy/continuation.js';
import type { GuardrailConfig } from '../loopPolicy/guardrailConfig.js';
import type { CompletionCheck } from './completionCheck.js';
import type { ToolEnvironment } from './toolRun.js';

/** A message that arrived while the run was going, as the model is to be given it. */
export interface MoreMessage {
  readonly identity: string;
  readonly content: string;
}

/** Everything that one run of the loop works with. */
export interface LoopConfig extends Omit<ToolEnvironment, 'policy' | 'takeRoundNote' | 'left'> {
  readonly llm: Llm;
  readonly model: string;
  readonly stream: boolean;
  /** System message, history and the messages that the run answers. */
  readonly opening: readonly AgentMessage[];
  /** What the user asked for, without context block: the gates look at it. */
  readonly request: string;
  /** Steps of an earlier attempt to go on from. */
  readonly journal: readonly JournalStep[];
  /** An earlier attempt may have shown text that is not in the journal. */
  readonly interrupted: boolean;
  readonly checks: readonly CompletionCheck[];
  /** Model calls at most. */
  readonly maxRounds: number;
  /** At the cap: one more call without tools, so that the model closes the turn itself. */
  readonly closingCall: boolean;
  readonly guardrails: GuardrailConfig;
  /** Shared by a turn and its sub-agents, so that quotas hold for all of them; absent: counted for this run alone. */
  readonly quotas?: CallCounter;
  /** Whether work that the model announces and does not do is asked for. */
  readonly continuation: ContinuationSetting;
  /** Input and output tokens together; 0 means no budget. Never costs a finished answer. */
  readonly maxTokenBudget: number;
  /** Asked between rounds. */
  takeMore(): Promise<readonly MoreMessage[]>;
  /** The pictures of such a message, also of one that an earlier attempt took; absent: none. */
  readonly imagesOf?: (identity: string) => readonly AgentImage[];
}
