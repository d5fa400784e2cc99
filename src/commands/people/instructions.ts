import { INSTRUCTIONS_SETTING } from '../../core/preferences.js';
import type { Command, CommandCall } from '../registry.js';
import { COMMAND_SPECS } from '../specs.js';
import { type OwnOrGroup, ownOrGroupSetting } from './ownOrGroup.js';

/** Both the group's and the person's fit the prompt's layer for them. */
const MAX_CHARS = 1500;

/**
 * `/instructions`: what the assistant is to keep to. In a direct chat the person's, which hold wherever he writes; in a group the
 * group's, set by its admins.
 */
export function createInstructionsCommand(deps: OwnOrGroup): Command {
  const setting = ownOrGroupSetting(INSTRUCTIONS_SETTING, deps);

  const show = async (call: CommandCall) => {
    const text = await setting.get(call);
    if (text === null) return call.wording.text('instructions-none', {});
    const title = call.wording.text(call.address.kind === 'dm' ? 'instructions-yours' : 'instructions-group', {});
    return `${title}\n\n${text.replace(/^/gm, '> ')}`;
  };

  return {
    spec: COMMAND_SPECS.instructions,
    run: async (call) => {
      const { args, wording } = call;
      if (args === '') return show(call);
      if (args.toLowerCase() === 'off') {
        await setting.set(call, null);
        return wording.text('instructions-cleared', {});
      }
      const count = [...args].length;
      if (count > MAX_CHARS) return wording.text('text-too-long', { max: String(MAX_CHARS), count: String(count) });
      await setting.set(call, args);
      return wording.text('instructions-saved', {});
    },
  };
}
