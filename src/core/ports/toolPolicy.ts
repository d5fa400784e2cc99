import type { ChatAddress, Sender } from '../message.js';
import type { Role } from './accessStore.js';

/** How bad a wrong call of a tool can be: `none` reads only, `low` is easily undone, `high` is not. */
export type ToolRisk = 'none' | 'low' | 'high';

/** A call that a turn is about to make. */
export interface ToolRequest {
  /** The verified sender whose turn it is, and where. */
  readonly sender: Sender;
  readonly address: ChatAddress;
  /** What the sender was when this attempt of the turn began; may have been taken away since. */
  readonly role: Role;
  readonly tool: string;
  readonly risk: ToolRisk;
  /** As the model wrote them. */
  readonly arguments: string;
  readonly lane: string;
  readonly turn: string;
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
