import type { Role } from './ports/accessStore.js';

/** A slash command as menus, help and parsers know it. */
export interface CommandSpec {
  /** `[a-z0-9_]{1,32}`, without the slash. */
  readonly name: string;
  /** One line, 1-256 characters. */
  readonly description: string;
  /** The description in other languages, by primary language tag; each 1-100 characters. */
  readonly descriptions?: Readonly<Record<string, string>>;
  /** What follows the name, as shown in help: `CODE`, `[all]`; empty when nothing does. */
  readonly usage: string;
  /** `usage` in other languages, by primary language tag, where it differs. */
  readonly usages?: Readonly<Record<string, string>>;
  /** Most characters that may follow the name; longer words are refused before it runs. Absent: as many as a message has. */
  readonly maxChars?: number;
  /** It changes something and takes no words: with words behind it, it is refused rather than done by mistake. */
  readonly standsAlone?: true;
  /** What may follow the name, each as a whole, for platforms that complete it; without it nothing is completed. */
  readonly completions?: () => readonly string[];
  /** Instant commands run on the control lane and never wait behind a turn. */
  readonly instant: boolean;
  /** The roles that may use it. */
  readonly roles: readonly Role[];
  /** In groups, the roles that may use it with arguments, where those change something for everybody; absent: all of `roles`. */
  readonly groupSetters?: readonly Role[];
}
