/** What every platform takes as the name of a command (Bot API, setMyCommands; Discord allows the same). */
const NAME = /^[a-z0-9_]{1,32}$/;

/**
 * The command of a persona's id or a skill's slug: hyphens become underscores. Null where that is no name, or one that is
 * taken; it is never cut or bent to fit.
 */
export function commandNameOf(slug: string, isTaken: (name: string) => boolean = () => false): string | null {
  const name = slug.replaceAll('-', '_');
  return NAME.test(name) && !isTaken(name) ? name : null;
}

/** The slug that a command's name stands for: the forms with underscores and with hyphens are equal. */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}
