import type { Clock } from '../../core/clock.js';
import type { ChatSettings } from '../../core/ports/channelMemory.js';
import { chatKey } from '../../core/ports/egress.js';
import type { People } from '../../core/ports/people.js';
import type { CommandCall } from '../registry.js';

export interface OwnOrGroup {
  readonly people: People;
  readonly settings: ChatSettings;
  readonly clock: Clock;
}

/** A setting that is the person's where it is set in a direct chat, and the group's where it is set in a group. */
export function ownOrGroupSetting(name: string, { people, settings, clock }: OwnOrGroup) {
  return {
    get: async ({ address, principal }: CommandCall): Promise<string | null> =>
      address.kind === 'dm'
        ? ((await people.settings(principal.person))[name] ?? null)
        : settings.get(chatKey(address), name),
    set: async ({ address, principal }: CommandCall, value: string | null): Promise<void> => {
      const { person } = principal;
      const now = clock.now();
      if (address.kind === 'dm') await people.set({ person, name, value, now });
      else await settings.set({ chat: chatKey(address), name, value, by: person, now });
    },
  };
}
