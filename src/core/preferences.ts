/** What people set for themselves or for a group, besides memory: `/profile`, `/instructions`, `/tone`, `/model`, `/stream`. */

export const PROFILE_FIELDS = ['name', 'role', 'company', 'industry', 'writing_style', 'brand'] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];

export const TONE_NAMES = ['professional', 'casual', 'technical', 'legal', 'marketing'] as const;
export type ToneName = (typeof TONE_NAMES)[number];

/** Names of the settings, of a person (`People.settings`) and of a chat (`ChatSettings`). */
export const INSTRUCTIONS_SETTING = 'instructions';
export const TONE_SETTING = 'tone';
/** Id of the model that answers. */
export const MODEL_SETTING = 'model';
/** `off`: answers come whole. */
export const STREAM_SETTING = 'stream';
/** What of these a group has for all of its people. */
export const GROUP_SETTINGS = [INSTRUCTIONS_SETTING, TONE_SETTING, MODEL_SETTING, STREAM_SETTING] as const;

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
  /** Id of the model that was chosen; null: none was. */
  readonly model: string | null;
  /** The answer is shown once, when it is finished, and not while it is written. */
  readonly isWhole: boolean;
}

const isTone = (value: string | undefined): value is ToneName => TONE_NAMES.some((tone) => tone === value);

/**
 * The preferences of a turn. In a group the group's tone, model and way of showing count alone: who reads there is more than one.
 *
 * @param group what was set for the group; null in a direct chat
 */
export function preferencesOf(
  own: Readonly<Record<string, string>>,
  group: Readonly<Record<string, string>> | null,
): TurnPreferences {
  const shared = group ?? own;
  const tone = shared[TONE_SETTING];
  const profile = PROFILE_FIELDS.flatMap((field) => {
    const value = own[profileSetting(field)];
    return value === undefined ? [] : [[field, value] as const];
  });
  return {
    instructions: { group: group?.[INSTRUCTIONS_SETTING] ?? null, own: own[INSTRUCTIONS_SETTING] ?? null },
    tone: isTone(tone) ? tone : null,
    profile: Object.fromEntries(profile),
    model: shared[MODEL_SETTING] ?? null,
    isWhole: shared[STREAM_SETTING] === 'off',
  };
}
