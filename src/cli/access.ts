import { placeName, readPlace } from '../access/identity.js';
import { type AccessEntry, createAccessPolicy, isNamed } from '../access/policy.js';
import { createRoles } from '../access/roles.js';
import type { Config } from '../config/config.js';
import { systemClock } from '../core/clock.js';
import { personIdOf } from '../core/person.js';
import { roleSchema } from '../core/ports/accessStore.js';
import { COMMAND_LINE } from '../core/ports/audit.js';
import { describeLine } from './accessLog.js';
import { EXIT } from './exit.js';
import { type CommandLineAccess, withAccess } from './openAccess.js';
import { printable } from './printable.js';
import { withPerson } from './withPerson.js';

const say = (line: string) => process.stdout.write(`${printable(line)}\n`);
const complain = (line: string) => process.stderr.write(`waggle: ${printable(line)}\n`);
const day = (at: number) => new Date(at).toISOString().slice(0, 10);

/** How many of a person's lines `show` prints. */
const SHOWN_LINES = 10;

/** Of the list: what stands in the configuration, which only a restart changes. */
function configured({ access }: Config): readonly string[] {
  const name = ({ platform, account, user }: Config['access']['allow'][number]) =>
    `${platform}:${account === undefined ? '' : `${account}/`}${user}`;
  const mode = access.mode === 'open' ? `open: everybody may write, as ${access.openRole}` : access.mode;
  return [
    `${mode.padEnd(38)} WAGGLE_ACCESS`,
    ...access.owners.map((owner) => `${name(owner).padEnd(30)} owner   WAGGLE_OWNER`),
    ...access.allow.map((entry) => `${name(entry).padEnd(30)} member  WAGGLE_ALLOW`),
  ];
}

/** `waggle access ls`: everybody and every place that is let in, and who waits. */
export async function listAccess(): Promise<number> {
  return withAccess(async ({ config, db }) => {
    const [grants, blocks, places, waiting] = await Promise.all([
      db.access.grants(),
      db.access.blocks(),
      db.access.openPlaces(),
      db.access.pairings(systemClock.now()),
    ]);
    for (const line of configured(config)) say(line);
    for (const { role, by, at, ...person } of grants) {
      say(`${personIdOf(person).padEnd(30)} ${role.padEnd(7)} by ${by}, ${day(at)}`);
    }
    for (const place of places) {
      say(`${placeName(place).padEnd(30)} ${place.role.padEnd(7)} everybody there, by ${place.by}, ${day(place.at)}`);
    }
    for (const { by, at, ...person } of blocks) say(`${personIdOf(person).padEnd(30)} shut out by ${by}, ${day(at)}`);
    for (const { code, name, expiresAt, ...person } of waiting) {
      const until = new Date(expiresAt).toISOString().replace('T', ' ').slice(0, 16);
      say(`${personIdOf(person).padEnd(30)} waits   "${name}": waggle pair ${code} (until ${until}Z)`);
    }
    return EXIT.ok;
  });
}

/** `waggle access show IDENTITY`: what somebody is in a direct chat, why, and what was decided about them lately. */
export async function showAccess(identity: string): Promise<number> {
  return withPerson(identity, async (person, { config, db }) => {
    const { mode, openRole } = config.access;
    const [owners, allowed] = [entriesOf(config.access.owners), entriesOf(config.access.allow)];
    const policy = createAccessPolicy({ mode, openRole, owners, allowed, store: db.access });
    const { platform, account, user } = person;
    const decision = await policy.decide({
      address: { platform, account, chat: user, kind: 'dm' },
      sender: { user, name: '', isBot: false, verifiedBy: 'platform' },
    });
    const key = personIdOf(person);
    say(decision.allowed ? `${key} is ${decision.role} (${decision.ground}).` : `${key} is nobody here.`);
    const behind = await db.people.personOf(person);
    const others = (await db.people.accountsOf(behind)).map(personIdOf).filter((other) => other !== key);
    if (others.length > 0) say(`Linked with ${others.join(', ')}.`);
    for (const line of await db.audit.newest({ limit: SHOWN_LINES, actor: key })) say(describeLine(line));
    return EXIT.ok;
  });
}

/** `waggle access grant IDENTITY ROLE`: also lifts a block. */
export async function grantRole(identity: string, wanted: string): Promise<number> {
  const role = roleSchema.safeParse(wanted).data;
  if (role === undefined) {
    complain(`${wanted} is no role; use owner, admin, member or guest.`);
    return EXIT.failed;
  }
  return withPerson(identity, async (person, access) => {
    await rolesOf(access).grant(person, role, COMMAND_LINE);
    const isOwner = isNamed(entriesOf(access.config.access.owners), person);
    if (isOwner && role !== 'owner') complain('WAGGLE_OWNER names this person, who stays owner while it does.');
    say(`${personIdOf(person)} is ${isOwner ? 'owner' : role} now.`);
    return EXIT.ok;
  });
}

/** `waggle access revoke IDENTITY|PLACE`: takes away what was granted; what the configuration grants it names. */
export async function revokeRole(what: string): Promise<number> {
  const place = readPlace(what);
  if (place !== null) {
    return withAccess(async (access) => {
      const wasOpen = await rolesOf(access).closePlace(place, COMMAND_LINE);
      if (wasOpen) say(`${placeName(place)} is let in no longer.`);
      else complain(`${placeName(place)} was not let in; "waggle access ls" lists what is.`);
      return wasOpen ? EXIT.ok : EXIT.failed;
    });
  }
  return withPerson(what, async (person, access) => {
    const had = await rolesOf(access).revoke(person, COMMAND_LINE);
    if (had) say(`${personIdOf(person)} has no role any more.`);
    else complain(`${personIdOf(person)} had been granted nothing.`);
    const { owners, allow, mode } = access.config.access;
    if (isNamed(entriesOf(owners), person)) complain('WAGGLE_OWNER still names this person.');
    else if (isNamed(entriesOf(allow), person)) complain('WAGGLE_ALLOW still names this person.');
    else if (mode === 'open')
      complain('WAGGLE_ACCESS is open: everybody may write. "waggle access block" shuts one out.');
    return had ? EXIT.ok : EXIT.failed;
  });
}

/** `waggle access block IDENTITY`: nothing but WAGGLE_OWNER lets the person in until a role is granted. */
export async function blockPerson(identity: string): Promise<number> {
  return withPerson(identity, async (person, access) => {
    if (isNamed(entriesOf(access.config.access.owners), person)) {
      complain('WAGGLE_OWNER names this person; take them out there first.');
      return EXIT.failed;
    }
    await rolesOf(access).block(person, COMMAND_LINE);
    say(`${personIdOf(person)} is shut out. "waggle access grant" lets them in again.`);
    return EXIT.ok;
  });
}

const rolesOf = ({ db, audit }: CommandLineAccess) => createRoles({ store: db.access, audit, clock: systemClock });

const entriesOf = (principals: Config['access']['owners']): readonly AccessEntry[] =>
  principals.map(({ platform, account, user }) => ({ platform, account: account ?? null, user }));
