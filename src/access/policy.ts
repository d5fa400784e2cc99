import type { InboundMessage, Platform } from '../core/message.js';
import { OWNER_USER } from '../core/person.js';
import type { AccessStore, ChatRole, PersonKey, Role, Standing } from '../core/ports/accessStore.js';
import { standingRequest } from '../core/standingRequest.js';

/** `WAGGLE_ACCESS`: who may talk to the assistant besides owners and people granted a role. */
export type AccessMode = 'pairing' | 'allowlist' | 'open';

/** A person named in the configuration; without an account the entry holds for every account of the platform. */
export interface AccessEntry {
  readonly platform: Platform;
  readonly account: string | null;
  readonly user: string;
}

/** What lets somebody in. */
export type AccessGround = 'token' | 'machine' | 'configured-owner' | 'granted' | 'configured' | 'chat' | 'open';

export type AccessDecision =
  | { readonly allowed: true; readonly role: Role; readonly ground: AccessGround }
  /** `pairing`: tell the stranger how to be let in; otherwise say nothing at all. */
  | { readonly allowed: false; readonly answer: 'pairing' | 'nothing' };

export interface AccessPolicy {
  /** @param standing what the store knows of the sender there, where that was read already */
  decide(message: Pick<InboundMessage, 'address' | 'sender'>, standing?: Standing): Promise<AccessDecision>;
}

/** The person who sent a message, as stores and policies know people. */
export function personOf(message: Pick<InboundMessage, 'address' | 'sender'>): PersonKey {
  return { platform: message.address.platform, account: message.address.account, user: message.sender.user };
}

/** Whether the configuration names a person. */
export function isNamed(entries: readonly AccessEntry[], person: PersonKey): boolean {
  return entries.some(
    (entry) =>
      entry.platform === person.platform &&
      entry.user === person.user &&
      (entry.account === null || entry.account === person.account),
  );
}

/**
 * Access as configured and granted, and nothing of it kept in mind: what is granted or taken away holds from the next message on, in
 * every process. What counts first: owners by configuration; a block; the role that was granted; the allow-list (member); a chat that
 * was let in (`/allow here`); mode `open`. Nobody becomes owner by being first. Whoever holds the HTTP token, or sits at this
 * machine, is the owner.
 */
export function createAccessPolicy(deps: {
  mode: AccessMode;
  /** What everybody is in mode `open`. */
  openRole?: ChatRole;
  owners: readonly AccessEntry[];
  allowed: readonly AccessEntry[];
  store: Pick<AccessStore, 'standingOf'>;
}): AccessPolicy {
  const { mode, openRole = 'member', owners, allowed, store } = deps;
  return {
    decide: async ({ address, sender }, known) => {
      const { verifiedBy } = sender;
      if (verifiedBy !== 'platform') {
        const ground = verifiedBy === 'token' ? 'token' : 'machine';
        return { allowed: true, role: sender.user === OWNER_USER ? 'owner' : 'member', ground };
      }
      const person = personOf({ address, sender });
      if (isNamed(owners, person)) return { allowed: true, role: 'owner', ground: 'configured-owner' };
      const { isBlocked, role, hereAs } = known ?? (await store.standingOf(standingRequest({ address, sender })));
      if (isBlocked) return { allowed: false, answer: 'nothing' };
      if (role !== null) return { allowed: true, role, ground: 'granted' };
      if (isNamed(allowed, person)) return { allowed: true, role: 'member', ground: 'configured' };
      if (mode === 'open' && (hereAs === null || openRole === 'member')) {
        return { allowed: true, role: openRole, ground: 'open' };
      }
      if (hereAs !== null) return { allowed: true, role: hereAs, ground: 'chat' };
      const mayPair = mode === 'pairing' && address.kind === 'dm';
      return { allowed: false, answer: mayPair ? 'pairing' : 'nothing' };
    },
  };
}
