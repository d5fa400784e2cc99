import { accountOfPersonId } from '../core/person.js';
import type { Role } from '../core/ports/accessStore.js';
import { type Audit, COMMAND_LINE, CONFIGURATION } from '../core/ports/audit.js';
import { chatKey } from '../core/ports/egress.js';
import type { PolicyOverride, PolicyOverrides } from '../core/ports/policyOverrides.js';
import type { ToolDecision, ToolPolicy, ToolRequest } from '../core/ports/toolPolicy.js';
import { auditOf } from './auditOf.js';
import type { AccessPolicy } from './policy.js';
import { ALLOW, ASK, GUESTS_ONLY_LOOK } from './toolPolicy.js';

const LET_IN_NO_LONGER = 'whoever asked for this is not let in any more';

/**
 * The tool policy as chats have it. Whoever asked is looked up anew at each call, so that a role that was taken away or changed, or a
 * block, counts in the middle of a turn: who is not let in any more has no call at all. Then, first to say something counts:
 *
 * 1. the wall: a guest makes no call above risk `none`, whatever was set;
 * 2. what was set in this chat for the role and the tool (`tool:bash`);
 * 3. what was set in this chat for the role and the risk (`risk:high`);
 * 4. `base`.
 *
 * That a call of risk `high` runs with nobody asked is an owner's to set. Who set it has to be owner still when it is used: the
 * command line, which is the operator's, or a person; otherwise it counts as not set. What is denied, and what runs unasked by such a
 * setting, is written down before it counts.
 *
 * @throws WaggleError of the store; the call is not made then
 */
export function createChatToolPolicy(deps: {
  readonly base: ToolPolicy;
  readonly overrides: Pick<PolicyOverrides, 'of'>;
  readonly access: AccessPolicy;
  readonly audit: Audit;
}): ToolPolicy {
  const { base, overrides, access, audit } = deps;

  const counts = async ({ decision, by }: PolicyOverride, { risk }: ToolRequest): Promise<boolean> =>
    decision !== 'allow' || risk !== 'high' || (await isOwner(by, access));

  const settingFor = async (request: ToolRequest, role: Role): Promise<PolicyOverride | null> => {
    const set = await overrides.of(chatKey(request.address));
    for (const what of [`tool:${request.tool}`, `risk:${request.risk}`]) {
      const found = set.find((override) => override.role === role && override.what === what);
      if (found !== undefined && (await counts(found, request))) return found;
    }
    return null;
  };

  const write = (request: ToolRequest, role: Role | null, decision: 'allow' | 'ask' | 'deny', reason: string) =>
    audit.record({
      kind: 'tool',
      decision,
      ...auditOf(request),
      ...(role === null ? {} : { role }),
      lane: request.lane,
      turn: request.turn,
      call: request.tool,
      reason,
      summary: request.arguments,
      // Guests and people who were shut out may be anybody; members and above are known. A turn that goes on asks a second time.
      ...(role === null || role === 'guest' || decision === 'ask' ? { flood: true } : {}),
    });

  const deny = async (request: ToolRequest, role: Role | null, reason: string): Promise<ToolDecision> => {
    await write(request, role, 'deny', reason);
    return { kind: 'deny', reason };
  };

  /** Written down here, since a question may also expire, or be one that a sub-agent cannot ask. */
  const ask = async (request: ToolRequest, role: Role, decision: ToolDecision): Promise<ToolDecision> => {
    await write(request, role, 'ask', 'needs the yes of an owner or admin');
    return decision;
  };

  return {
    decide: async (request) => {
      const { address, sender, risk } = request;
      const standing = await access.decide({ address, sender });
      if (!standing.allowed) return deny(request, null, LET_IN_NO_LONGER);
      const { role } = standing;
      if (role === 'guest' && risk !== 'none') return deny(request, role, GUESTS_ONLY_LOOK);
      const setting = await settingFor(request, role);
      switch (setting?.decision) {
        case 'allow':
          if (risk === 'high')
            await write(request, role, 'allow', `${setting.what} is allowed to ${role}s in this chat`);
          return ALLOW;
        case 'ask':
          return ask(request, role, ASK);
        case 'deny':
          return deny(request, role, `${setting.what} is denied to ${role}s in this chat`);
        case undefined: {
          const decision = await base.decide({ ...request, role });
          if (decision.kind === 'deny') return deny(request, role, decision.reason);
          return decision.kind === 'ask' ? ask(request, role, decision) : decision;
        }
      }
    },
  };
}

/** Whether whoever set something is an owner now. */
async function isOwner(by: string, access: AccessPolicy): Promise<boolean> {
  if (by === COMMAND_LINE || by === CONFIGURATION) return true;
  const person = accountOfPersonId(by);
  if (person === null) return false;
  const { platform, account, user } = person;
  const standing = await access.decide({
    address: { platform, account, chat: user, kind: 'dm' },
    sender: { user, name: '', isBot: false, verifiedBy: 'platform' },
  });
  return standing.allowed && standing.role === 'owner';
}
