import type { ToolCall } from '../../core/journal.js';
import type { ToolDecision, ToolRisk } from '../../core/ports/toolPolicy.js';
import type { Question } from '../../core/question.js';

/** What the calls of a run may do. */
export interface ToolPermission {
  decide(tool: string, risk: ToolRisk, call: ToolCall): ToolDecision | Promise<ToolDecision>;
  /**
   * The question that this call asked, or one about an equal call that was refused in this turn; null: none. Null itself where nobody
   * can be asked: a sub-agent's run cannot wait.
   */
  readonly asked: ((call: ToolCall) => Question | null) | null;
}
