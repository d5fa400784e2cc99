import type { Choice } from '../core/choice.js';
import type { Clock } from '../core/clock.js';
import type { ChatSettings } from '../core/ports/channelMemory.js';
import { chatKey } from '../core/ports/egress.js';
import { CONTEXT_SETTING, type Overheard } from '../core/ports/overheard.js';
import { type Command, maySet } from './registry.js';
import { COMMAND_SPECS } from './specs.js';

const STATES = ['on', 'off'] as const;

/** `/context`: whether a group's last messages that are not meant for the bot are given to the model beside the question. */
export function createContextCommand(deps: {
  readonly settings: ChatSettings;
  readonly overheard: Pick<Overheard, 'clear'>;
  readonly clock: Clock;
}): Command {
  const { settings, overheard, clock } = deps;
  const spec = COMMAND_SPECS.context;
  return {
    spec,
    run: async ({ args, address, principal, wording }) => {
      if (address.kind !== 'group') return wording.text('context-groups-only', {});
      const chat = chatKey(address);
      const wanted = STATES.find((state) => state === args.toLowerCase());
      if (wanted === undefined) {
        const isOn = (await settings.get(chat, CONTEXT_SETTING)) === 'on';
        const command = isOn ? '/context off' : '/context on';
        const other: Choice = { label: command, command };
        return {
          text: wording.text(isOn ? 'context-is-on' : 'context-is-off', {}),
          choices: maySet(spec, principal.role, address.kind) ? [other] : [],
        };
      }
      const value = wanted === 'on' ? wanted : null;
      await settings.set({ chat, name: CONTEXT_SETTING, value, by: principal.person, now: clock.now() });
      if (wanted === 'off') await overheard.clear(chat);
      return wording.text(wanted === 'on' ? 'context-is-on' : 'context-is-off', {});
    },
  };
}
