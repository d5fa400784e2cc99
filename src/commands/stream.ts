import { STREAM_SETTING } from '../core/preferences.js';
import { type OwnOrGroup, ownOrGroupSetting } from './people/ownOrGroup.js';
import { type Command, maySet } from './registry.js';
import { COMMAND_SPECS } from './specs.js';

/** `/stream`: whether answers are shown while they are written, to this person or in this group. */
export function createStreamCommand(deps: OwnOrGroup): Command {
  const setting = ownOrGroupSetting(STREAM_SETTING, deps);
  const spec = COMMAND_SPECS.stream;
  return {
    spec,
    run: async (call) => {
      const { args, wording, principal, address } = call;
      const wanted = args.toLowerCase();
      if (wanted === 'on' || wanted === 'off') {
        await setting.set(call, wanted === 'off' ? wanted : null);
        return wording.text(`stream-is-${wanted}`, {});
      }
      const now = (await setting.get(call)) === 'off' ? 'off' : 'on';
      const other = now === 'on' ? 'off' : 'on';
      const choice = { label: wording.text(`stream-${other}`, {}), command: `/stream ${other}` };
      return {
        text: wording.text(wanted === '' ? `stream-is-${now}` : 'stream-unknown', {}),
        choices: maySet(spec, principal.role, address.kind) ? [choice] : [],
      };
    },
  };
}
