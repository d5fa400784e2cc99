import { z } from 'zod';

const count = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .pipe(z.number().int().min(1));
const partsSchema = z.object({ role: z.enum(['admin', 'member', 'guest']), messages: count, turns: count });

type Part = z.output<typeof partsSchema>;
type RateRole = Part['role'];

/** Messages in a minute and turns in an hour that one person of a role may ask for. Owners have no limit. */
export type RoleRates = Readonly<Record<RateRole, Readonly<Pick<Part, 'messages' | 'turns'>>>>;

/**
 * More than anybody types, and less than what a script or a stuck key sends. A guest costs money without being known; an admin may
 * work through a list.
 */
const DEFAULTS: RoleRates = {
  admin: { messages: 60, turns: 600 },
  member: { messages: 20, turns: 120 },
  guest: { messages: 6, turns: 30 },
};

/** One entry, `member:20/120`. */
export const roleRateSchema = z
  .string()
  .transform((entry) => {
    const [role, messages, turns] = /^(\w+):(\d+)\/(\d+)$/.exec(entry)?.slice(1) ?? [];
    return { role, messages, turns };
  })
  .pipe(partsSchema);

/** The last entry of a role counts; roles without one keep the default. */
export function ratesByRole(entries: readonly Part[]): RoleRates {
  const rates: Record<RateRole, RoleRates[RateRole]> = { ...DEFAULTS };
  for (const { role, messages, turns } of entries) rates[role] = { messages, turns };
  return rates;
}
