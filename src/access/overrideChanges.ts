import type { Clock } from '../core/clock.js';
import type { Role } from '../core/ports/accessStore.js';
import type { Audit } from '../core/ports/audit.js';
import type { PolicyOverride, PolicyOverrides, PolicyWord } from '../core/ports/policyOverrides.js';

/** A name that a tool can have, or a risk; `none` is no risk that a rule could be about. */
const WHAT = /^(?:risk:(?:low|high)|tool:[a-zA-Z0-9_-]{1,64})$/;

/** Whether a text names what an override can be about: `tool:bash`, `risk:high`. That there is such a tool is not asked. */
export function isOverridable(text: string): boolean {
  return WHAT.test(text);
}

/** Whether it says what can never hold: a guest's calls above risk `none` are denied whatever is set (`createChatToolPolicy`). */
export function isBehindWall({ role, what, decision }: Pick<PolicyOverride, 'role' | 'what' | 'decision'>): boolean {
  if (role !== 'guest' || decision === 'deny') return false;
  // Without it a tool that only looks is allowed already, and any other never.
  return what.startsWith('risk:') || decision === 'allow';
}

/** Changes of what tools may do in a chat. Each is written down first, and holds from the next call on in every process. */
export interface OverrideChanges {
  set(override: Pick<PolicyOverride, 'chat' | 'role' | 'what' | 'decision' | 'by'>): Promise<void>;
  /** Takes back what was set in a chat: all of it, that of one role, or one thing. Gives what that was. */
  clear(
    which: { readonly chat: string; readonly role?: Role | undefined; readonly what?: string | undefined },
    by: string,
  ): Promise<readonly PolicyOverride[]>;
}

export function createOverrideChanges(deps: {
  readonly overrides: PolicyOverrides;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}): OverrideChanges {
  const { overrides, audit, clock } = deps;

  const change = async (
    { chat, role, what }: Pick<PolicyOverride, 'chat' | 'role' | 'what'>,
    decision: PolicyWord | null,
    by: string,
  ) => {
    const reason = decision === null ? `as by default for ${role}s` : `${decision} for ${role}s`;
    await audit.record({ kind: 'policy', decision: 'change', actor: by, chat, call: what, reason });
    await overrides.set({ chat, role, what, decision, by, now: clock.now() });
  };

  return {
    set: ({ by, decision, ...key }) => change(key, decision, by),
    clear: async ({ chat, role, what }, by) => {
      const set = await overrides.of(chat);
      const cleared = set.filter((one) => (role ?? one.role) === one.role && (what ?? one.what) === one.what);
      for (const override of cleared) await change(override, null, by);
      return cleared;
    },
  };
}
