import { workspaceOf } from './memory/reach.js';
import type { ChatAddress } from './message.js';
import { chatKey } from './ports/egress.js';

/** Name of the setting that holds a persona's id: of a lane, a chat and a workspace (`ChatSettings`), or of a person (`People`). */
export const PERSONA_SETTING = 'persona';

/** Where a persona can be chosen; the first of these that is counts (DESIGN.md section 6). After all of them the configuration. */
export const PERSONA_LEVELS = ['lane', 'chat', 'person', 'workspace'] as const;
export type PersonaLevel = (typeof PERSONA_LEVELS)[number];

/** A persona that somebody chose. */
export interface PersonaChoice {
  readonly level: PersonaLevel;
  readonly id: string;
}

/**
 * The key under which `ChatSettings` has a level's choice; null where the address is in no workspace, and for persons, whose
 * settings are their own. Chats' keys begin with a platform, so that none of these can be another's.
 */
export function personaPlace(level: PersonaLevel, lane: string, address: ChatAddress): string | null {
  switch (level) {
    case 'lane':
      return `lane/${lane}`;
    case 'chat':
      return chatKey(address);
    case 'workspace': {
      const workspace = workspaceOf(address);
      return workspace === null ? null : `workspace/${workspace}`;
    }
    case 'person':
      return null;
  }
}
