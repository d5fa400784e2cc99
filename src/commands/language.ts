import type { Choice } from '../core/choice.js';
import type { Clock } from '../core/clock.js';
import type { ChatSettings } from '../core/ports/channelMemory.js';
import { chatKey } from '../core/ports/egress.js';
import type { Wording } from '../core/wording.js';
import { type Command, maySet } from './registry.js';
import { COMMAND_SPECS } from './specs.js';

/** The languages that there are words in. */
export interface Languages {
  /** Codes and what each language calls itself, in the order in which they are offered. */
  readonly names: Readonly<Record<string, string>>;
  wordingIn(language: string): Wording;
}

/** `/language`: in which language notices and errors of this chat are. What the model says follows the conversation. */
export function createLanguageCommand(deps: {
  readonly settings: ChatSettings;
  /** Name of the setting. */
  readonly setting: string;
  readonly languages: Languages;
  readonly clock: Clock;
}): Command {
  const { settings, setting, languages, clock } = deps;
  const codes = Object.keys(languages.names);
  const spec = { ...COMMAND_SPECS.language, completions: () => [...codes, 'auto'] };
  return {
    spec,
    run: async ({ args, address, principal, wording }) => {
      const isGroup = address.kind === 'group';
      const wanted = args.trim().toLowerCase();
      if (wanted === '') {
        const choices: Choice[] = codes.map((code) => ({
          label: languages.names[code] ?? code,
          command: `/language ${code}`,
        }));
        if (isGroup) choices.push({ label: wording.text('language-own', {}), command: '/language auto' });
        return {
          text: wording.text('language-ask', {}),
          choices: maySet(spec, principal.role, address.kind) ? choices : [],
        };
      }
      if (wanted !== 'auto' && !codes.includes(wanted)) {
        return wording.text('language-unknown', { languages: codes.map((code) => `\`${code}\``).join(', ') });
      }
      const value = wanted === 'auto' ? null : wanted;
      await settings.set({
        chat: chatKey(address),
        name: setting,
        value,
        by: principal.person,
        now: clock.now(),
      });
      return value === null ? wording.text('language-auto', {}) : languages.wordingIn(value).text('language-is', {});
    },
  };
}
