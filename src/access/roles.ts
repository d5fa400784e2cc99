import type { Clock } from '../core/clock.js';
import { personIdOf } from '../core/person.js';
import type { AccessStore, PersonKey, PlaceKey, Role } from '../core/ports/accessStore.js';
import type { Audit } from '../core/ports/audit.js';
import { placeName } from './identity.js';

/** Changes of who may what. Each is written down before it opens anything, and holds from the next message on in every process. */
export interface Roles {
  grant(person: PersonKey, role: Role, by: string): Promise<void>;
  /** False: nothing was granted. */
  revoke(person: PersonKey, by: string): Promise<boolean>;
  block(person: PersonKey, by: string): Promise<void>;
  /** False: it was not open. */
  closePlace(place: PlaceKey, by: string): Promise<boolean>;
}

export function createRoles(deps: {
  readonly store: Pick<AccessStore, 'grant' | 'revoke' | 'block' | 'closePlace'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}): Roles {
  const { store, audit, clock } = deps;
  return {
    grant: async (person, role, by) => {
      const about = personIdOf(person);
      await audit.record({ kind: 'role', decision: 'allow', actor: by, about, reason: `is ${role} now` });
      await store.grant({ ...person, role, by, now: clock.now() });
    },
    revoke: async (person, by) => {
      const had = await store.revoke(person);
      if (had) {
        const about = personIdOf(person);
        await audit.record({ kind: 'role', decision: 'deny', actor: by, about, reason: 'the role was taken away' });
      }
      return had;
    },
    block: async (person, by) => {
      await store.block({ ...person, by, now: clock.now() });
      await audit.record({ kind: 'role', decision: 'deny', actor: by, about: personIdOf(person), reason: 'shut out' });
    },
    closePlace: async (place, by) => {
      const wasOpen = await store.closePlace(place);
      if (wasOpen) {
        const reason = `not everybody in this ${place.scope} may write any more`;
        await audit.record({ kind: 'chat', decision: 'deny', actor: by, reason, summary: placeName(place) });
      }
      return wasOpen;
    },
  };
}
