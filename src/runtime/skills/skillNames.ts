/** Longest slug of the common SKILL.md format, and of commands on every platform, in characters. */
const MAX_SLUG_CHARS = 64;
const MAX_COMMAND_CHARS = 32;
/** Of skills that are made here: their buttons' commands have to fit into 60 bytes (`core/choice.ts`). */
export const MAX_OWN_SLUG_CHARS = 40;

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Names that some systems take for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Whether a text names a skill: lower-case words of letters and digits with single hyphens between, so never a path. */
export function isSlug(text: string): boolean {
  return text.length <= MAX_SLUG_CHARS && SLUG.test(text) && !DEVICE.test(text);
}

/** The slug that a name stands for, or null when nothing of it fits: `Weekly Report` is `weekly-report`. */
export function slugOf(name: string): string | null {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const cut = slug.slice(0, MAX_OWN_SLUG_CHARS).replace(/-+$/, '');
  return isSlug(cut) ? cut : null;
}

/**
 * The command of a skill, or null when it has none: names that do not fit are dropped, never bent (spec: turns and
 * commands 2).
 *
 * @param isTaken whether another command has the name
 */
export function skillToCommand(slug: string, isTaken: (command: string) => boolean): string | null {
  const command = slug.replaceAll('-', '_');
  if (!/^[a-z0-9_]+$/.test(command) || command.length > MAX_COMMAND_CHARS) return null;
  return isTaken(command) ? null : command;
}

/** The slug that a typed command means; case and the choice of `_` or `-` do not matter. */
export function tokenToSlug(token: string): string {
  return token.toLowerCase().replaceAll('_', '-');
}
