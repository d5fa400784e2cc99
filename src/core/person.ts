import type { Platform } from './message.js';

/**
 * One text for a person on one platform account, `platform:account:user`, each part percent-encoded: unambiguous
 * whatever characters a platform uses in its ids. `Principal.person` and `TurnRecord.sender` have this form.
 */
export function personIdOf(person: {
  readonly platform: Platform;
  readonly account: string;
  readonly user: string;
}): string {
  return [person.platform, person.account, person.user].map(encodeURIComponent).join(':');
}

/**
 * The person behind the machine's own callers and behind holders of the HTTP token who name nobody else: the owner. A
 * person whom a token holder names is somebody else, with a member's rights.
 */
export const OWNER_USER = 'owner';
