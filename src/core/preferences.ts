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
  /** The group's and the person's, each text as it was written. */
  readonly instructions: readonly string[];
  readonly tone: ToneName | null;
  readonly profile: Readonly<Partial<Record<ProfileField, string>>>;
}

const isTone = (value: string | undefined): value is ToneName => TONE_NAMES.some((tone) => tone === value);

/**
 * The preferences of a turn. In a group its own tone counts, and its instructions stand before the person's.
 *
 * @param group what was set for the group; empty in a direct chat
 */
export function preferencesOf(
  own: Readonly<Record<string, string>>,
  group: Readonly<Record<string, string>>,
): TurnPreferences {
  const tone = group[TONE_SETTING] ?? own[TONE_SETTING];
  const profile = PROFILE_FIELDS.flatMap((field) => {
    const value = own[profileSetting(field)];
    return value === undefined ? [] : [[field, value] as const];
  });
  return {
    instructions: [group[INSTRUCTIONS_SETTING], own[INSTRUCTIONS_SETTING]].filter((text) => text !== undefined),
    tone: isTone(tone) ? tone : null,
    profile: Object.fromEntries(profile),
  };
}
