import type { Kind } from './kinds.js';

/** One setting: an environment variable, also accepted under the same name in `waggle.config.json`. */
export interface Setting<T = unknown> {
  readonly name: string;
  readonly group: SettingGroup;
  /** One sentence for the settings table, `.env.example` and `waggle doctor`. */
  readonly summary: string;
  readonly kind: Kind<T>;
  /** The default, spelled as a user would. */
  readonly default?: string;
  /** What holds while it is unset and has no `default`. */
  readonly unset?: string;
  /** Never shown, not even in part. */
  readonly secret?: true;
  /** False while no part of Waggle reads it: the value is checked, and setting it is answered with a warning. */
  readonly available?: false;
}

/** Headings of the settings table, in the order in which they are shown. */
export const settingGroups = [
  'Model',
  'Processes and data',
  'HTTP',
  'Access',
  'Telegram',
  'Slack',
  'Discord',
  'Turns',
  'Tools and prompt',
  'Web',
  'Budget',
  'Place and language',
] as const;
export type SettingGroup = (typeof settingGroups)[number];
