import type { Sender } from '../../../core/message.js';
import type { Membership } from './membership.js';
import type { People, Person } from './people.js';
import type { BotIdentity } from './reading.js';
import type { ThreadStarts } from './threadStarts.js';

/** What reading needs besides the payload. */
export interface ReadContext {
  readonly bot: BotIdentity;
  readonly people: People;
  readonly threadStarts: ThreadStarts;
  /** Whether a command has this name. */
  readonly isCommand: (name: string) => boolean;
  readonly membership: Membership;
  /** Milliseconds UTC. */
  readonly now: () => number;
}

/** A person as the rest knows people. `fallback`: what the payload calls them. */
export function senderOf(user: string, person: Person | null, fallback = ''): Sender {
  return {
    user,
    name: person?.name || fallback,
    ...(person?.locale ? { locale: person.locale } : {}),
    isBot: person?.isBot ?? false,
    // Of whom Slack does not say, the workspace does not vouch.
    ...(person?.isOutside === false ? {} : { isOutside: true }),
    verifiedBy: 'platform',
  };
}
