import { randomInt } from 'node:crypto';
import { createPairing } from '../access/pairing.js';
import { systemClock } from '../core/clock.js';
import { type Role, roleSchema } from '../core/ports/accessStore.js';
import { COMMAND_LINE } from '../core/ports/audit.js';
import { EXIT } from './exit.js';
import { withAccess } from './openAccess.js';
import { printable } from './printable.js';

/**
 * `waggle pair CODE`: whoever may run commands on this machine may let people in; the first one becomes owner.
 *
 * @param wanted role by name; undefined for the default
 */
export async function pair(code: string, wanted: string | undefined): Promise<number> {
  const parsed = roleSchema.optional().safeParse(wanted);
  if (!parsed.success) {
    process.stderr.write(`waggle: ${wanted} is no role; use owner, admin, member or guest.\n`);
    return EXIT.failed;
  }
  return withAccess(async ({ config, db, audit }) => {
    const hasOwner = config.access.owners.length > 0 || (await db.access.hasOwner());
    const role: Role = parsed.data ?? (hasOwner ? 'member' : 'owner');
    const pairing = createPairing({ store: db.access, audit, clock: systemClock, randomInt });
    const approved = await pairing.approve(code, COMMAND_LINE, role);
    if (approved === null) {
      process.stderr.write(
        'waggle: that code is unknown, used or older than a day. Ask the person to write to the bot again.\n',
      );
      return EXIT.failed;
    }
    process.stdout.write(
      `${nameOf(approved.name)} (${approved.person.platform} ${approved.person.user}) is ${role} now.\n`,
    );
    return EXIT.ok;
  });
}

function nameOf(name: string): string {
  return printable(name).trim() || 'The person';
}
