import type { TurnPreferences } from '../../core/preferences.js';
import type { PromptFacts } from './promptFacts.js';

type Asked = Pick<TurnPreferences, 'instructions' | 'tone' | 'profile'>;
type Preferred = Pick<PromptFacts, 'instructions' | 'senderInstructions' | 'profile' | 'tone'>;

/** What people set, as the prompt's layers take it. In a group the sender's own instructions stand apart from the group's. */
export function preferenceFacts(preferences: Asked | undefined, isGroup: boolean): Preferred {
  if (preferences === undefined) return {};
  const { instructions, tone, profile } = preferences;
  const { writing_style: writingStyle, ...fields } = profile;
  const standing = isGroup ? instructions.group : instructions.own;
  return {
    ...(standing === null ? {} : { instructions: standing }),
    ...(isGroup && instructions.own !== null ? { senderInstructions: instructions.own } : {}),
    ...(tone === null ? {} : { tone }),
    profile: { ...fields, ...(writingStyle === undefined ? {} : { writingStyle }) },
  };
}
