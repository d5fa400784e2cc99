import type { Clock } from '../core/clock.js';
import { toWaggleError } from '../core/errors.js';
import type { InboundMessage } from '../core/message.js';
import type { AccessStore, PersonKey, Role } from '../core/ports/accessStore.js';
import { personOf } from './policy.js';

/** Makes and redeems pairing codes. */
export interface Pairing {
  /** The person's code, and whether the person is to be told it now (once a day). */
  request(
    message: Pick<InboundMessage, 'address' | 'sender'>,
  ): Promise<{ readonly code: string; readonly tell: boolean }>;
  /** Lets the person behind a code in. Null: unknown, used or expired code. */
  approve(code: string, by: string, role: Role): Promise<{ readonly person: PersonKey; readonly name: string } | null>;
  /** Refuses the person behind a code. */
  deny(code: string, by: string): Promise<{ readonly name: string } | null>;
}

/** Without 0/O, 1/I/L: codes are read aloud and typed by hand. */
const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;
const DAY_MS = 86_400_000;

/** A code that is read aloud and typed by hand. */
export function newCode(randomInt: (max: number) => number): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join('');
}

export function createPairing(deps: { store: AccessStore; clock: Clock; randomInt: (max: number) => number }): Pairing {
  const { store, clock, randomInt } = deps;

  return {
    request: async (message) => {
      const ask = () =>
        store.requestPairing({
          ...personOf(message),
          name: message.sender.name,
          code: newCode(randomInt),
          ttlMs: DAY_MS,
          tellEveryMs: DAY_MS,
          now: clock.now(),
        });
      try {
        return await ask();
      } catch (thrown) {
        if (toWaggleError(thrown).code !== 'pairing-code-taken') throw thrown;
        return ask();
      }
    },
    approve: async (code, by, role) => {
      const now = clock.now();
      const taken = await store.takePairing({ code: code.trim(), now });
      if (taken === null) return null;
      const person: PersonKey = { platform: taken.platform, account: taken.account, user: taken.user };
      await store.grant({ ...person, role, by, now });
      await store.audit({ what: 'pairing-approved', person, by, detail: `${taken.name} as ${role}`, now });
      return { person, name: taken.name };
    },
    deny: async (code, by) => {
      const now = clock.now();
      const taken = await store.takePairing({ code: code.trim(), now });
      if (taken === null) return null;
      const person: PersonKey = { platform: taken.platform, account: taken.account, user: taken.user };
      await store.audit({ what: 'pairing-denied', person, by, detail: taken.name, now });
      return { name: taken.name };
    },
  };
}
