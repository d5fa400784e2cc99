import type { Role } from './accessStore.js';

/** How bad a wrong call of a tool can be: `none` reads only, `low` is easily undone, `high` is not. */
export type ToolRisk = 'none' | 'low' | 'high';

/** A call that a turn is about to make. */
export interface ToolRequest {
  /** Of the turn's principal. */
  readonly role: Role;
  readonly tool: string;
  readonly risk: ToolRisk;
  /** Account key of the principal. */
  readonly person: string;
  readonly lane: string;
  /** Key of the chat (`chatKey`). */
  readonly chat: string;
}

export type ToolDecision =
  | { readonly kind: 'allow' }
  /** `reason`: a clause for the model, such as "guests may only look things up". */
  | { readonly kind: 'deny'; readonly reason: string }
  /** The turn waits until somebody of these roles says yes. */
  | { readonly kind: 'ask'; readonly approvers: readonly Role[] };

/** Decides over each tool call, after the loop guard and before the tool runs. Asked again when a turn that asked goes on. */
export interface ToolPolicy {
  decide(request: ToolRequest): ToolDecision | Promise<ToolDecision>;
}
