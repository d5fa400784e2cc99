import { platformSchema } from '../core/message.js';
import { accountOfPersonId } from '../core/person.js';
import type { PersonKey, PlaceKey } from '../core/ports/accessStore.js';

/** What a text names: a person on an account, or only a user of a platform. */
export type ReadIdentity =
  | { readonly person: PersonKey }
  | { readonly platform: PersonKey['platform']; readonly user: string };

/**
 * Reads how people are named on the command line: a person's key as the audit log and `/whoami` show it (`telegram:42:7`), or as in the
 * configuration (`slack:T1/U1`, `telegram:7`). Null: neither.
 */
export function readIdentity(text: string): ReadIdentity | null {
  const person = accountOfPersonId(text);
  if (person !== null) return { person };
  const [, platformText, account, user] = /^([a-z]+):(?:([^/:]+)\/)?([^/:]+)$/.exec(text) ?? [];
  const platform = platformSchema.safeParse(platformText).data;
  if (platform === undefined || user === undefined) return null;
  return account === undefined ? { platform, user } : { person: { platform, account, user } };
}

/** How a place is named on the command line: `discord:42/chat/7`, `slack:T1/server/T1`. */
export function placeName({ platform, account, scope, id }: PlaceKey): string {
  return `${platform}:${encodeURIComponent(account)}/${scope}/${encodeURIComponent(id)}`;
}

/** The place that `placeName` named so; null: none. */
export function readPlace(text: string): PlaceKey | null {
  const [, platformText, account, scope, id] = /^([a-z]+):([^/]+)\/(chat|server)\/([^/]+)$/.exec(text) ?? [];
  const platform = platformSchema.safeParse(platformText).data;
  if (platform === undefined || account === undefined || id === undefined) return null;
  if (scope !== 'chat' && scope !== 'server') return null;
  const [plainAccount, plainId] = [plain(account), plain(id)];
  if (plainAccount === null || plainId === null) return null;
  return { platform, account: plainAccount, scope, id: plainId };
}

function plain(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // Somebody typed a percent sign that encodes nothing: no place of ours.
    return null;
  }
}
