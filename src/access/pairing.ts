import type { Clock } from '../core/clock.js';
import { toWaggleError } from '../core/errors.js';
import type { InboundMessage } from '../core/message.js';
import { personIdOf } from '../core/person.js';
import type { AccessStore, PersonKey, Role } from '../core/ports/accessStore.js';
import type { Audit } from '../core/ports/audit.js';
import { auditOf } from './auditOf.js';
import { personOf } from './policy.js';

/** Makes and redeems pairing codes. */
export interface Pairing {
  /**
   * The person's code, and whether the person is to be told it now: once a day, or where they ask for it with `/pair` once in ten
   * minutes.
   */
  request(
    message: Pick<InboundMessage, 'address' | 'sender'>,
    isAskedFor?: boolean,
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
const ASKED_MS = 600_000;

/** A code that is read aloud and typed by hand. */
export function newCode(randomInt: (max: number) => number): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join('');
}

export function createPairing(deps: {
  store: AccessStore;
  audit: Audit;
  clock: Clock;
  randomInt: (max: number) => number;
}): Pairing {
  const { store, audit, clock, randomInt } = deps;

  return {
    request: async (message, isAskedFor = false) => {
      const ask = () =>
        store.requestPairing({
          ...personOf(message),
          name: message.sender.name,
          code: newCode(randomInt),
          ttlMs: DAY_MS,
          tellEveryMs: isAskedFor ? ASKED_MS : DAY_MS,
          now: clock.now(),
        });
      const asked = await ask().catch((thrown: unknown) => {
        if (toWaggleError(thrown).code !== 'pairing-code-taken') throw thrown;
        return ask();
      });
      if (asked.tell) {
        await audit.record({
          kind: 'pairing',
          decision: 'ask',
          ...auditOf(message),
          reason: 'told how to be let in',
          summary: message.sender.name,
          flood: true,
        });
      }
      return asked;
    },
    approve: async (code, by, role) => {
      const now = clock.now();
      const taken = await store.takePairing({ code: code.trim(), now });
      if (taken === null) return null;
      const person: PersonKey = { platform: taken.platform, account: taken.account, user: taken.user };
      await store.grant({ ...person, role, by, now });
      await audit.record({
        kind: 'pairing',
        decision: 'approve',
        actor: by,
        about: personIdOf(person),
        reason: `let in as ${role}`,
        summary: taken.name,
      });
      return { person, name: taken.name };
    },
    deny: async (code, by) => {
      const now = clock.now();
      const taken = await store.takePairing({ code: code.trim(), now });
      if (taken === null) return null;
      const person: PersonKey = { platform: taken.platform, account: taken.account, user: taken.user };
      await audit.record({
        kind: 'pairing',
        decision: 'deny',
        actor: by,
        about: personIdOf(person),
        reason: 'refused',
        summary: taken.name,
      });
      return { name: taken.name };
    },
  };
}
