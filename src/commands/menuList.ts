import type { CommandSpec } from '../core/commandSpec.js';
import type { Log } from '../core/log.js';

/** What Telegram and Discord take at most. */
const MAX_MENU = 100;

/**
 * The commands that platforms' menus show: built-ins, personas, skills, as many as every platform takes. What does not fit still
 * works when it is typed.
 */
export function menuList(commands: readonly CommandSpec[], log: Log): readonly CommandSpec[] {
  const dropped = commands.slice(MAX_MENU).map(({ name }) => name);
  if (dropped.length > 0) log.warn({ dropped }, `the menus show ${MAX_MENU} commands; these are left out`);
  return commands.slice(0, MAX_MENU);
}
