import { z } from 'zod';

const numericId = z.string().regex(/^\d{1,20}$/);

/** Telegram user ids are numbers, Slack's start with U or W (teams with T or E), Discord's are snowflakes. */
const partsSchema = z.discriminatedUnion('platform', [
  z.object({ platform: z.literal('telegram'), account: numericId.exactOptional(), user: numericId }),
  z.object({ platform: z.literal('discord'), account: numericId.exactOptional(), user: numericId }),
  z.object({
    platform: z.literal('slack'),
    account: z
      .string()
      .regex(/^[TE][A-Z0-9]+$/)
      .exactOptional(),
    user: z.string().regex(/^[UW][A-Z0-9]+$/),
  }),
]);

/** A person named in the configuration; without `account`, that user id on any account of the platform. */
export type Principal = Readonly<z.infer<typeof partsSchema>>;

/** Reads `platform:user` and `platform:account/user`. */
export const principalSchema = z.string().transform(splitEntry).pipe(partsSchema);

function splitEntry(entry: string): { platform: string; account?: string; user: string } {
  const colon = entry.indexOf(':');
  const platform = entry.slice(0, Math.max(0, colon));
  const rest = entry.slice(colon + 1);
  const slash = rest.indexOf('/');
  return slash < 0
    ? { platform, user: rest }
    : { platform, account: rest.slice(0, slash), user: rest.slice(slash + 1) };
}
