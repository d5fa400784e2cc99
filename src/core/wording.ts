import type { UserFacing } from './events.js';

/** Name of the chat setting that overrides everybody's own language. */
export const LANGUAGE_SETTING = 'language';

/** Our own words to people, in one language. */
export interface Wording {
  /** BCP 47 language of the texts. */
  readonly language: string;
  /**
   * A text of the message catalogue. An unknown key gives the general "Thinking …", so that a new kind of notice never shows a
   * key to a person; missing arguments become empty. The argument `n` is a count and picks the plural form.
   */
  text(key: string, args: Readonly<Record<string, string>>): string;
  /** An error in this language where the catalogue has its code, else as it is. A reference at its end is kept. */
  error(error: UserFacing): UserFacing;
}
