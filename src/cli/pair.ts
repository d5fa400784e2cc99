import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import { createPairing } from '../access/pairing.js';
import { systemClock } from '../core/clock.js';
import { silentLog } from '../core/log.js';
import type { Role } from '../core/ports/accessStore.js';
import { openGatewayDb } from '../store/openGatewayDb.js';
import { EXIT } from './exit.js';
import { printable } from './printable.js';
import { readConfigOrTell } from './settings.js';

const roleSchema = z.enum(['owner', 'admin', 'member', 'guest']);

/**
 * `waggle pair CODE`: whoever may run commands on this machine may let people in; the first one becomes owner.
 *
 * @param wanted role by name; undefined for the default
 */
export async function pair(code: string, wanted: string | undefined): Promise<number> {
  const config = readConfigOrTell();
  if (config === null) return EXIT.config;
  const parsed = roleSchema.optional().safeParse(wanted);
  if (!parsed.success) {
    process.stderr.write(`waggle: ${wanted} is no role; use owner, admin, member or guest.\n`);
    return EXIT.failed;
  }
  const db = await openGatewayDb({ dataDir: resolve(config.processes.dataDir), clock: systemClock, log: silentLog });
  try {
    const hasOwner = config.access.owners.length > 0 || (await db.access.hasOwner());
    const role: Role = parsed.data ?? (hasOwner ? 'member' : 'owner');
    const pairing = createPairing({ store: db.access, clock: systemClock, randomInt });
    const approved = await pairing.approve(code, 'command line', role);
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
  } finally {
    await db.close();
  }
}

function nameOf(name: string): string {
  return printable(name).trim() || 'The person';
}
