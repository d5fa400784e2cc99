import type { Role } from '../core/ports/accessStore.js';
import type { ToolDecision, ToolPolicy, ToolRisk } from '../core/ports/toolPolicy.js';
import type { Question } from '../core/question.js';

export const ALLOW: ToolDecision = { kind: 'allow' };
/** People who may approve what others, or they themselves, set off. */
export const ASK: ToolDecision = { kind: 'ask', approvers: ['owner', 'admin'] };
export const GUESTS_ONLY_LOOK = 'guests may only use tools that look things up';
const DENY: ToolDecision = { kind: 'deny', reason: GUESTS_ONLY_LOOK };

/**
 * What happens to a call, by the role of the person whose turn it is and the risk of the tool. A member's risky call is approved by
 * an owner or admin and never by the member.
 */
export const DEFAULT_TOOL_POLICY: Readonly<Record<Role, Readonly<Record<ToolRisk, ToolDecision>>>> = {
  owner: { none: ALLOW, low: ALLOW, high: ASK },
  admin: { none: ALLOW, low: ALLOW, high: ASK },
  member: { none: ALLOW, low: ALLOW, high: ASK },
  guest: { none: ALLOW, low: DENY, high: DENY },
};

/** The policy that the table says, for the role with which the turn began. Chats' own rules: `createChatToolPolicy`. */
export function createToolPolicy(table: typeof DEFAULT_TOOL_POLICY = DEFAULT_TOOL_POLICY): ToolPolicy {
  return { decide: ({ role, risk }) => table[role][risk] };
}

/**
 * Whether somebody may decide a question so. A question to its own person is that person's alone. A call is approved by the roles
 * that the policy named; denied by them too, and by the person whose turn it is.
 *
 * @param by account key and role of whoever decides; a stranger has no role
 */
export function mayDecide(
  question: Pick<Question, 'kind' | 'approvers' | 'principal'>,
  decision: 'approved' | 'denied' | 'answered',
  by: { readonly person: string; readonly role: Role | null },
): boolean {
  const isPrincipal = by.person === question.principal;
  if (by.role === null) return false;
  if (question.kind === 'question') return decision !== 'approved' && isPrincipal;
  if (decision === 'answered') return false;
  return question.approvers.includes(by.role) || (decision === 'denied' && isPrincipal);
}
