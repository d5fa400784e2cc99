import { TONE_NAMES, TONE_SETTING } from '../../core/preferences.js';
import { type Command, maySet } from '../registry.js';
import { COMMAND_SPECS } from '../specs.js';
import { type OwnOrGroup, ownOrGroupSetting } from './ownOrGroup.js';

const AUTO = 'auto';

/** `/tone`: how the assistant writes: to this person, or in this group. */
export function createToneCommand(deps: OwnOrGroup): Command {
  const setting = ownOrGroupSetting(TONE_SETTING, deps);
  const spec = COMMAND_SPECS.tone;
  return {
    spec,
    run: async (call) => {
      const { args, wording, principal, address } = call;
      const wanted = args.toLowerCase();
      const tone = TONE_NAMES.find((name) => name === wanted);
      if (wanted === AUTO || tone !== undefined) {
        await setting.set(call, tone ?? null);
        if (tone === undefined) return wording.text('tone-auto', {});
        return wording.text('tone-is', { tone: wording.text(`tone-${tone}`, {}) });
      }
      if (wanted !== '') {
        return wording.text('tone-unknown', { tones: [...TONE_NAMES, AUTO].map((name) => `\`${name}\``).join(', ') });
      }
      const set = await setting.get(call);
      const holds = set === null ? 'tone-auto' : 'tone-is';
      const choices = [
        ...TONE_NAMES.map((name) => ({ label: wording.text(`tone-${name}`, {}), command: `/tone ${name}` })),
        { label: wording.text('tone-none', {}), command: `/tone ${AUTO}` },
      ];
      const mayChoose = maySet(spec, principal.role, address.kind);
      return {
        text: [
          wording.text(holds, { tone: wording.text(`tone-${set ?? 'none'}`, {}) }),
          ...(mayChoose ? ['', wording.text('tone-ask', {})] : []),
        ].join('\n'),
        choices: mayChoose ? choices : [],
      };
    },
  };
}
