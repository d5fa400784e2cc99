import type { Clock } from '../../core/clock.js';
import type { ChatAddress } from '../../core/message.js';
import {
  PERSONA_LEVELS,
  PERSONA_SETTING,
  type PersonaChoice,
  type PersonaLevel,
  personaPlace,
} from '../../core/personaChoice.js';
import type { Role } from '../../core/ports/accessStore.js';
import type { ChatSettings } from '../../core/ports/channelMemory.js';
import type { People } from '../../core/ports/people.js';
import type { Persona } from '../../runtime/personas/persona.js';
import type { PersonaShelf } from '../../runtime/personas/personaShelf.js';
import type { CommandCall } from '../registry.js';

export interface PersonaChoiceDeps {
  readonly shelf: PersonaShelf;
  readonly settings: ChatSettings;
  readonly people: Pick<People, 'settings' | 'set'>;
  /** `WAGGLE_PERSONA`. */
  readonly configured: string | null;
  readonly clock: Clock;
}

type Place = Pick<CommandCall, 'lane' | 'address' | 'principal'>;

/** Reads and stores who answers where. */
export interface PersonaChoices {
  /** Null takes the level's choice away. */
  choose(level: PersonaLevel, id: string | null, place: Place): Promise<void>;
  /** Who answers here; null: nobody in particular. */
  current(place: Place): Promise<Persona | null>;
}

/**
 * The level that a choice is for which names none: within a thread the thread's conversation, else the chat (DESIGN.md
 * section 6).
 */
export function levelHere({ thread }: ChatAddress): PersonaLevel {
  return thread === undefined ? 'chat' : 'lane';
}

/** Whether somebody may choose for a level: what holds for others is for admins. */
export function mayChoose(level: PersonaLevel, role: Role, { kind }: ChatAddress): boolean {
  const isAdmin = role === 'owner' || role === 'admin';
  if (level === 'workspace') return isAdmin;
  return level !== 'chat' || kind === 'dm' || isAdmin;
}

export function createPersonaChoices(deps: PersonaChoiceDeps): PersonaChoices {
  const { shelf, settings, people, configured, clock } = deps;

  const chosen = async ({ lane, address, principal }: Place): Promise<readonly PersonaChoice[]> => {
    const own = await people.settings(principal.person);
    const read = async (level: PersonaLevel) => {
      const place = personaPlace(level, lane, address);
      const id = place === null ? null : await settings.get(place, PERSONA_SETTING);
      return level === 'person' ? (own[PERSONA_SETTING] ?? null) : id;
    };
    const ids = await Promise.all(PERSONA_LEVELS.map(read));
    return PERSONA_LEVELS.flatMap((level, i) => {
      const id = ids[i] ?? null;
      return id === null ? [] : [{ level, id }];
    });
  };

  return {
    choose: async (level, id, { lane, address, principal }) => {
      const now = clock.now();
      if (level === 'person') {
        await people.set({ person: principal.person, name: PERSONA_SETTING, value: id, now });
        return;
      }
      const chat = personaPlace(level, lane, address);
      if (chat === null) return;
      await settings.set({ chat, name: PERSONA_SETTING, value: id, by: principal.person, now });
    },
    current: async (place) => {
      const ids = (await chosen(place)).map(({ id }) => id);
      for (const id of configured === null ? ids : [...ids, configured]) {
        const persona = shelf.find(id);
        if (persona !== null) return persona;
      }
      return null;
    },
  };
}
