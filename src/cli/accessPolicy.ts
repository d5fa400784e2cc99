import { placeName, readPlace } from '../access/identity.js';
import { createOverrideChanges, isBehindWall, isOverridable } from '../access/overrideChanges.js';
import { systemClock } from '../core/clock.js';
import { type Role, roleSchema } from '../core/ports/accessStore.js';
import { COMMAND_LINE } from '../core/ports/audit.js';
import { type PolicyOverride, policyWordSchema } from '../core/ports/policyOverrides.js';
import { EXIT } from './exit.js';
import { type CommandLineAccess, withAccess } from './openAccess.js';
import { printable } from './printable.js';
import { withPerson } from './withPerson.js';

const say = (line: string) => process.stdout.write(`${printable(line)}\n`);
const complain = (line: string) => process.stderr.write(`waggle: ${printable(line)}\n`);
const day = (at: number) => new Date(at).toISOString().slice(0, 10);

const lineOf = ({ chat, role, what, decision, by, at }: PolicyOverride) =>
  `${chat.padEnd(34)} ${role.padEnd(7)} ${what.padEnd(20)} ${decision.padEnd(6)} by ${by}, ${day(at)}`;

/** `waggle access policy ls [CHAT]`: what was set for chats over what holds by default. */
export async function listPolicy(chat?: string): Promise<number> {
  const show = async (key: string | null, { db }: CommandLineAccess) => {
    const set = await db.policyOverrides.of(key);
    for (const override of set) say(lineOf(override));
    if (set.length === 0) complain(`nothing was set${key === null ? '' : ` for ${key}`}: what holds by default holds.`);
    return EXIT.ok;
  };
  return chat === undefined ? withAccess((access) => show(null, access)) : withChat(chat, show);
}

/** `waggle access policy set CHAT ROLE WHAT WORD`: also of risk `high`, because the command line is the owner's. */
export async function setPolicy(chat: string, roleText: string, what: string, word: string): Promise<number> {
  const role = readRole(roleText);
  if (role === null || !readWhat(what)) return EXIT.failed;
  const decision = policyWordSchema.safeParse(word).data;
  if (decision === undefined) {
    complain(
      `${word} is nothing that can be set; use allow, ask or deny ("waggle access policy clear" takes it back).`,
    );
    return EXIT.failed;
  }
  if (isBehindWall({ role, what, decision })) {
    complain(
      'guests never get more than tools that only look, whatever is set; for more, make them members ("waggle access grant").',
    );
    return EXIT.failed;
  }
  return withChat(chat, async (key, access) => {
    await changesOf(access).set({ chat: key, role, what, decision, by: COMMAND_LINE });
    say(`In ${key}, ${what} is ${decision} for ${role}s now.`);
    return EXIT.ok;
  });
}

/** `waggle access policy clear CHAT [ROLE] [WHAT]`: what holds by default holds again. */
export async function clearPolicy(chat: string, roleText?: string, what?: string): Promise<number> {
  const role = roleText === undefined ? undefined : readRole(roleText);
  if (role === null || (what !== undefined && !readWhat(what))) return EXIT.failed;
  return withChat(chat, async (key, access) => {
    const cleared = await changesOf(access).clear({ chat: key, role, what }, COMMAND_LINE);
    for (const one of cleared) say(`In ${key}, ${one.what} is no longer ${one.decision} for ${one.role}s.`);
    if (cleared.length > 0) return EXIT.ok;
    complain(`nothing of that was set for ${key}; "waggle access policy ls" lists what is.`);
    return EXIT.failed;
  });
}

const changesOf = ({ db, audit }: CommandLineAccess) =>
  createOverrideChanges({ overrides: db.policyOverrides, audit, clock: systemClock });

function readRole(text: string): Role | null {
  const role = roleSchema.safeParse(text).data;
  if (role === undefined) complain(`${text} is no role; use owner, admin, member or guest.`);
  return role ?? null;
}

function readWhat(text: string): boolean {
  const isRead = isOverridable(text);
  if (!isRead)
    complain(`${text} is nothing that a rule can be about; use risk:low, risk:high or tool:NAME, such as tool:bash.`);
  return isRead;
}

/** Runs something for the key of the chat (`chatKey`, which is a chat's `placeName`) that a text names. */
async function withChat(
  text: string,
  run: (chat: string, access: CommandLineAccess) => Promise<number>,
): Promise<number> {
  const place = readPlace(text);
  if (place?.scope === 'server') {
    complain(`${text} is a whole server; name its chats one by one.`);
    return EXIT.failed;
  }
  if (place !== null) return withAccess((access) => run(placeName(place), access));
  return withPerson(
    text,
    ({ platform, account, user: id }, access) => run(placeName({ platform, account, scope: 'chat', id }), access),
    `${text} names no chat; use telegram:-100123, slack:T1/C1, or what "waggle access log" shows, such as telegram:42/chat/-100123.`,
  );
}
