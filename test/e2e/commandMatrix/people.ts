import type { Cell } from './cells.js';

/** How many people of each role a stage knows before its gateway starts: one for each cell. */
const OWNERS = 900;
const MEMBERS = 700;

/** People whom the gateway's settings name, each taken once. */
export interface People<User> {
  take(cell: Pick<Cell, 'role' | 'language'>): User;
  /** `WAGGLE_OWNER` and `WAGGLE_ALLOW`. */
  readonly settings: Readonly<Record<'WAGGLE_OWNER' | 'WAGGLE_ALLOW', string>>;
}

/**
 * @param make a person who is nobody's acquaintance yet
 * @param speak sets the language of the person's client
 */
export function gatherPeople<User extends { readonly id: string | number }>(
  platform: string,
  make: (name: string) => User,
  speak: (user: User, language: string) => void,
): People<User> {
  const crowd = (name: string, count: number) => Array.from({ length: count }, (_, n) => make(`${name} ${n}`));
  const pools = { owner: crowd('Owner', OWNERS), member: crowd('Member', MEMBERS) };
  const named = (users: readonly User[]) => users.map(({ id }) => `${platform}:${id}`).join(',');
  const settings = { WAGGLE_OWNER: named(pools.owner), WAGGLE_ALLOW: named(pools.member) };
  return {
    settings,
    take: ({ role, language }) => {
      const user = pools[role].pop();
      if (user === undefined) throw new Error(`more than the ${role}s that the stage has are needed`);
      speak(user, language);
      return user;
    },
  };
}

/** What follows a command in a text, such as a code that somebody is to send. */
export function wordAfter(command: string, texts: readonly string[]): string | null {
  const pattern = new RegExp(`/${command} ([A-Z0-9-]{4,})`);
  return texts.map((text) => pattern.exec(text)?.[1]).find((found) => found !== undefined) ?? null;
}
