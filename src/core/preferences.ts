/** What people set for themselves or for a group, besides memory: `/profile`, `/instructions`, `/tone`. */

export const PROFILE_FIELDS = ['name', 'role', 'company', 'industry', 'writing_style', 'brand'] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];

export const TONE_NAMES = ['professional', 'casual', 'technical', 'legal', 'marketing'] as const;
export type ToneName = (typeof TONE_NAMES)[number];

/** Names of the settings, of a person (`People.settings`) and of a chat (`ChatSettings`). */
export const INSTRUCTIONS_SETTING = 'instructions';
export const TONE_SETTING = 'tone';

/** Name of a person's setting that holds a field of the profile. */
export function profileSetting(field: ProfileField): string {
  return `profile.${field}`;
}

/** How a turn is to be answered, by what its person and its group set. */
export interface TurnPreferences {
  readonly instructions: {
    /** The group's, where the turn is in one. */
    readonly group: string | null;
    readonly own: string | null;
  };
  readonly tone: ToneName | null;
  readonly profile: Readonly<Partial<Record<ProfileField, string>>>;
}

const isTone = (value: string | undefined): value is ToneName => TONE_NAMES.some((tone) => tone === value);

/**
 * The preferences of a turn. In a group the group's tone counts alone: who reads there is more than one.
 *
 * @param group what was set for the group; null in a direct chat
 */
export function preferencesOf(
  own: Readonly<Record<string, string>>,
  group: Readonly<Record<string, string>> | null,
): TurnPreferences {
  const tone = (group ?? own)[TONE_SETTING];
  const profile = PROFILE_FIELDS.flatMap((field) => {
    const value = own[profileSetting(field)];
    return value === undefined ? [] : [[field, value] as const];
  });
  return {
    instructions: { group: group?.[INSTRUCTIONS_SETTING] ?? null, own: own[INSTRUCTIONS_SETTING] ?? null },
    tone: isTone(tone) ? tone : null,
    profile: Object.fromEntries(profile),
  };
}
