import { readIdentity } from '../access/identity.js';
import type { PersonKey } from '../core/ports/accessStore.js';
import { EXIT } from './exit.js';
import { type CommandLineAccess, withAccess } from './openAccess.js';
import { printable } from './printable.js';

/**
 * Runs something for whom or what a text names on an account, a person or a chat; without an account in it, on the only account of
 * that platform.
 *
 * @param unread what to say where the text cannot be read
 */
export async function withPerson(
  identity: string,
  run: (person: PersonKey, access: CommandLineAccess) => Promise<number>,
  unread = `${identity} names nobody; use telegram:7, slack:T1/U1, or what /whoami shows, such as telegram:42:7.`,
): Promise<number> {
  const complain = (line: string) => process.stderr.write(`waggle: ${printable(line)}\n`);
  const read = readIdentity(identity);
  if (read === null) {
    complain(unread);
    return EXIT.failed;
  }
  return withAccess(async (access) => {
    if ('person' in read) return run(read.person, access);
    const { platform, user } = read;
    const [account, ...others] = await access.db.access.accountsOn(platform);
    if (account !== undefined && others.length === 0) return run({ platform, account, user }, access);
    if (account === undefined)
      complain(`nobody has written on ${platform} yet; name the account: ${platform}:ACCOUNT/${user}.`);
    else
      complain(`say on which account: ${[account, ...others].map((one) => `${platform}:${one}/${user}`).join(', ')}.`);
    return EXIT.failed;
  });
}
