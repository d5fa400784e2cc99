import type { InboundMessage, Platform } from '../core/message.js';
import { OWNER_USER } from '../core/person.js';
import type { AccessStore, PersonKey, Role } from '../core/ports/accessStore.js';

/** `WAGGLE_ACCESS`: who may talk to the assistant besides owners and people granted a role. */
export type AccessMode = 'pairing' | 'allowlist' | 'open';

/** A person named in the configuration; without an account the entry holds for every account of the platform. */
export interface AccessEntry {
  readonly platform: Platform;
  readonly account: string | null;
  readonly user: string;
}

export type AccessDecision =
  | { readonly allowed: true; readonly role: Role }
  /** `pairing`: tell the stranger how to be let in; otherwise say nothing at all. */
  | { readonly allowed: false; readonly answer: 'pairing' | 'nothing' };

export interface AccessPolicy {
  /** @param granted the role that the store has granted the sender (null: none), where that was read already */
  decide(message: Pick<InboundMessage, 'address' | 'sender'>, granted?: Role | null): Promise<AccessDecision>;
}

/** The person who sent a message, as stores and policies know people. */
export function personOf(message: Pick<InboundMessage, 'address' | 'sender'>): PersonKey {
  return { platform: message.address.platform, account: message.address.account, user: message.sender.user };
}

function isNamed(entries: readonly AccessEntry[], person: PersonKey): boolean {
  return entries.some(
    (entry) =>
      entry.platform === person.platform &&
      entry.user === person.user &&
      (entry.account === null || entry.account === person.account),
  );
}

/**
 * Access as configured: owners and allowed people by name, people granted a role by pairing, everybody in mode `open`.
 * Nobody becomes owner by being first. Whoever holds the HTTP token, or sits at this machine, is the owner.
 */
export function createAccessPolicy(deps: {
  mode: AccessMode;
  owners: readonly AccessEntry[];
  allowed: readonly AccessEntry[];
  store: AccessStore;
}): AccessPolicy {
  return {
    decide: async ({ address, sender }, known) => {
      if (sender.verifiedBy !== 'platform') {
        return { allowed: true, role: sender.user === OWNER_USER ? 'owner' : 'member' };
      }
      const person = personOf({ address, sender });
      if (isNamed(deps.owners, person)) return { allowed: true, role: 'owner' };
      const granted = known === undefined ? await deps.store.roleOf(person) : known;
      if (granted !== null) return { allowed: true, role: granted };
      if (isNamed(deps.allowed, person)) return { allowed: true, role: 'member' };
      if (deps.mode === 'open') return { allowed: true, role: 'member' };
      const mayPair = deps.mode === 'pairing' && address.kind === 'dm';
      return { allowed: false, answer: mayPair ? 'pairing' : 'nothing' };
    },
  };
}
