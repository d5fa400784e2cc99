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
