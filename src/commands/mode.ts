import type { Choice } from '../core/choice.js';
import type { Clock } from '../core/clock.js';
import { LANE_MODE_SETTING, type LaneMode, laneModeOf, laneModeSchema } from '../core/laneMode.js';
import type { ChatSettings } from '../core/ports/channelMemory.js';
import { chatKey } from '../core/ports/egress.js';
import { type Command, maySet } from './registry.js';
import { COMMAND_SPECS } from './specs.js';

/** `/mode`: what a message does that arrives while an answer is being written; admins set it in groups. */
export function createModeCommand(deps: {
  readonly settings: ChatSettings;
  /** `WAGGLE_LANE_MODE`: what holds where nothing was set. */
  readonly configured: LaneMode;
  readonly clock: Clock;
}): Command {
  const { settings, configured, clock } = deps;
  const spec = COMMAND_SPECS.mode;
  return {
    spec,
    run: async ({ args, address, principal, wording }) => {
      const chat = chatKey(address);
      const wanted = args.toLowerCase();
      const mode = laneModeSchema.safeParse(wanted);
      if (!mode.success && wanted !== 'auto') {
        const current = laneModeOf(await settings.get(chat, LANE_MODE_SETTING), configured);
        const choices = laneModeSchema.options.map((option): Choice => ({ label: option, command: `/mode ${option}` }));
        const modes = [...laneModeSchema.options, 'auto'].map((name) => `\`${name}\``).join(', ');
        const text = wanted === '' ? wording.text(`mode-${current}`, {}) : wording.text('mode-unknown', { modes });
        return { text, choices: maySet(spec, principal.role, address.kind) ? choices : [] };
      }
      const value = mode.success ? mode.data : null;
      await settings.set({ chat, name: LANE_MODE_SETTING, value, by: principal.person, now: clock.now() });
      return wording.text(`mode-${value ?? configured}`, {});
    },
  };
}
