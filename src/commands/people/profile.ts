import type { Clock } from '../../core/clock.js';
import { escapeMarkdown } from '../../core/escapeMarkdown.js';
import type { People } from '../../core/ports/people.js';
import { PROFILE_FIELDS, type ProfileField, profileSetting } from '../../core/preferences.js';
import type { Wording } from '../../core/wording.js';
import type { Command } from '../registry.js';
import { COMMAND_SPECS } from '../specs.js';

/** One line about oneself, in characters. */
const MAX_CHARS = 200;

const isField = (name: string): name is ProfileField => PROFILE_FIELDS.some((field) => field === name);
const fieldOf = (name: string) => name.toLowerCase().replaceAll('-', '_');

function howTo(wording: Wording, field: ProfileField = 'role'): string {
  return wording.text('profile-how', { field, fields: PROFILE_FIELDS.map((name) => `\`${name}\``).join(', ') });
}

/** `/profile`: what the assistant is to know about the person, wherever he writes. */
export function createProfileCommand({ people, clock }: { readonly people: People; readonly clock: Clock }): Command {
  return {
    spec: COMMAND_SPECS.profile,
    run: async ({ args, address, principal: { person }, wording }) => {
      const [name = '', ...words] = args.split(/\s+/);
      const field = fieldOf(name);
      const value = words.join(' ').trim();
      if (isField(field) && value !== '') {
        if ([...value].length > MAX_CHARS) {
          return wording.text('text-too-long', { max: String(MAX_CHARS), count: String([...value].length) });
        }
        const isOff = value.toLowerCase() === 'off';
        await people.set({ person, name: profileSetting(field), value: isOff ? null : value, now: clock.now() });
        if (isOff) return wording.text('profile-cleared', { field: `\`${field}\`` });
        return wording.text('profile-saved', { field: `\`${field}\``, value: escapeMarkdown(value, MAX_CHARS) });
      }
      if (args !== '') return howTo(wording, isField(field) ? field : undefined);
      if (address.kind !== 'dm') return wording.text('private-only', { command: 'profile' });
      const settings = await people.settings(person);
      const known = PROFILE_FIELDS.flatMap((known) => {
        const text = settings[profileSetting(known)];
        return text === undefined ? [] : [`- \`${known}\`: ${escapeMarkdown(text, MAX_CHARS)}`];
      });
      const title = known.length === 0 ? wording.text('profile-none', {}) : wording.text('profile-title', {});
      return [title, ...known, '', howTo(wording)].join('\n');
    },
  };
}
