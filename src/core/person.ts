import { z } from 'zod';
import { type Platform, platformSchema } from './message.js';

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

const personIdSchema = z.tuple([platformSchema, z.string().min(1), z.string().min(1)]);

/** The account that a person's key names, or null where it names none (a linked person may have a key of another form). */
export function accountOfPersonId(person: string): { platform: Platform; account: string; user: string } | null {
  const parts = personIdSchema.safeParse(person.split(':').map(decodePart));
  if (!parts.success) return null;
  const [platform, account, user] = parts.data;
  return { platform, account, user };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
