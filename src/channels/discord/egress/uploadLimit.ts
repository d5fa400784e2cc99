import { z } from 'zod';
import type { Clock } from '../../../core/clock.js';
import type { Log } from '../../../core/log.js';
import type { ChatAddress } from '../../../core/message.js';
import type { DiscordRest } from '../wire/rest.js';

const MIB = 1024 * 1024;

/**
 * What a file may have at most: 10 MiB, in boosted guilds more (API reference, "Uploading Files": the limit depends on the guild's
 * Boost Tier; figures of Discord's help page on boosting: level 2 50 MB, level 3 100 MB). By `premium_tier`.
 */
const LIMIT_OF_TIER: readonly number[] = [10 * MIB, 10 * MIB, 50 * MIB, 100 * MIB];

/** Every place takes files of this size. */
export const USUAL_LIMIT = 10 * MIB;
/** No place takes larger ones. */
export const HIGHEST_LIMIT = 100 * MIB;

/** A guild's boosts change by the month. */
const KNOWN_FOR_MS = 600_000;

const MAX_KNOWN = 1_000;

const guildSchema = z.object({ premium_tier: z.number().int().nonnegative() });

/** How large a file may be, place by place. */
export interface UploadLimit {
  /** Bytes. Asks Discord, where only a boosted guild could take the file; never rejects. */
  limitFor(address: ChatAddress, bytes: number, signal: AbortSignal): Promise<number>;
  /** The place refused a file within its limit: what is known of it is old. */
  forget(address: ChatAddress): void;
}

export function createUploadLimit(deps: { rest: DiscordRest; clock: Clock; log: Log }): UploadLimit {
  const { rest, clock, log } = deps;
  const known = new Map<string, { readonly limit: number; readonly until: number }>();

  return {
    limitFor: async ({ community }, bytes, signal) => {
      if (bytes <= USUAL_LIMIT || community === undefined) return USUAL_LIMIT;
      const before = known.get(community);
      if (before !== undefined && before.until > clock.now()) return before.limit;
      try {
        const path = `/guilds/${community}` as const;
        const { body } = await rest.call({ name: 'getGuild', method: 'GET', path }, { signal });
        const limit = LIMIT_OF_TIER[guildSchema.parse(body).premium_tier] ?? HIGHEST_LIMIT;
        if (known.size >= MAX_KNOWN) known.clear();
        known.set(community, { limit, until: clock.now() + KNOWN_FOR_MS });
        return limit;
      } catch (thrown) {
        // It may take the file all the same: Discord says so itself, then.
        log.warn({ err: thrown, guild: community }, 'how large files may be in a guild could not be asked');
        return HIGHEST_LIMIT;
      }
    },
    forget: ({ community }) => {
      if (community !== undefined) known.delete(community);
    },
  };
}
