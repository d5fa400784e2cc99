import type { InboundMessage } from '../core/message.js';
import { personIdOf } from '../core/person.js';
import type { Role } from '../core/ports/accessStore.js';
import type { RateLimit, RateReached, Rates } from '../core/ports/rates.js';
import { personOf } from './policy.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** What one person may ask for. */
export interface RoleRate {
  /** Messages, commands and pressed buttons in a minute. */
  readonly messages: number;
  /** Messages for the model in an hour. */
  readonly turns: number;
}

/** By role; null: no limit. Owners have none. */
export type RoleRates = Readonly<Record<Exclude<Role, 'owner'>, RoleRate | null>>;

/**
 * Counts a message of somebody who may write, and says when it is one too many; null: it is taken. Who holds the HTTP token or sits at
 * this machine answers for what comes from there, and is not counted.
 */
export type CheckRate = (
  message: Pick<InboundMessage, 'address' | 'sender'>,
  role: Role,
  isTurn: boolean,
  now: number,
) => Promise<RateReached | null>;

export function createCheckRate(deps: { readonly rates: Rates; readonly byRole: RoleRates }): CheckRate {
  return async (message, role, isTurn, now) => {
    const rate = role === 'owner' || message.sender.verifiedBy !== 'platform' ? null : deps.byRole[role];
    if (rate === null) return null;
    const limits: RateLimit[] = [{ kind: 'messages', windowMs: MINUTE_MS, max: rate.messages }];
    if (isTurn) limits.push({ kind: 'turns', windowMs: HOUR_MS, max: rate.turns });
    return deps.rates.take({ person: personIdOf(personOf(message)), limits, now });
  };
}
