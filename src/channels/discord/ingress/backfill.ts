import { z } from 'zod';
import { createBackOff } from '../../../core/backOff.js';
import type { Clock } from '../../../core/clock.js';
import type { Log } from '../../../core/log.js';
import { pause } from '../../../core/pause.js';
import { type DiscordMessage, messageSchema } from '../events/schema.js';
import { compareIds, idAt } from '../events/snowflake.js';
import type { ChannelReads } from '../wire/channelReads.js';
import { DiscordCallError, isRefusal } from '../wire/failure.js';
import type { Seen } from './seen.js';

/** Messages of one answer, and answers per channel: what was missed beyond is too much to be read. */
const PAGE = 100;
const MAX_PAGES = 20;
const MAX_TRIES = 8;
const BASE_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;

/** Discord allows 50 calls a second in all; answers need most of them. */
const CALL_EVERY_MS = 60;

/** Fetches what people wrote while nobody listened. */
export interface Backfill {
  /** Whether a channel may hold messages that were missed. `last`: its newest message, where Discord told it. */
  mayHaveMissed(channel: string, last: string | null): boolean;
  /** The messages that were missed, oldest first; empty when they cannot be had. */
  fetch(channel: string): Promise<readonly DiscordMessage[]>;
}

/** @param deps.minutes age beyond which nothing is fetched (`WAGGLE_BACKFILL_MINUTES`) */
export function createBackfill(deps: {
  reads: ChannelReads;
  seen: Seen;
  minutes: number;
  signal: AbortSignal;
  clock: Clock;
  log: Log;
}): Backfill {
  const { reads, seen, minutes, signal, clock, log } = deps;

  /** The newest message that needs not be fetched; null where nothing was ever heard, so that nothing was missed. */
  const knownTo = (channel: string): string | null => {
    const alive = seen.aliveAt();
    const known = seen.newest(channel) ?? (alive === null ? null : idAt(alive));
    if (known === null) return null;
    const oldest = idAt(clock.now() - minutes * 60_000);
    return compareIds(known, oldest) > 0 ? known : oldest;
  };

  let nextAt = 0;
  /** Until when Discord wants no more of these calls: a limit may hold for all channels, so all keep to it. */
  let closedUntil = 0;
  /** Waits until history may be asked for again: after a restart every channel wants to at once. */
  const takeTurn = async () => {
    do {
      const now = clock.now();
      const at = Math.max(now, nextAt, closedUntil);
      nextAt = at + CALL_EVERY_MS;
      if (at > now) await pause(clock, at - now, signal);
    } while (clock.now() < closedUntil);
  };

  const page = async (channel: string, after: string): Promise<readonly DiscordMessage[]> => {
    const backOff = createBackOff({ baseMs: BASE_PAUSE_MS, capMs: MAX_PAUSE_MS });
    for (let tries = 1; ; tries += 1) {
      await takeTurn();
      try {
        const query = { after, limit: String(PAGE) };
        const path = `/channels/${channel}/messages` as const;
        const bounds = { signal, longestWaitMs: MAX_PAUSE_MS };
        const body = await reads.read(channel, { name: 'listMessages', path, query }, bounds);
        // One message that cannot be read must not hide the others.
        return z
          .array(z.unknown())
          .parse(body)
          .flatMap((entry) => messageSchema.safeParse(entry).data ?? []);
      } catch (thrown) {
        if (signal.aborted || tries === MAX_TRIES || isRefusal(thrown)) throw thrown;
        const failure = thrown instanceof DiscordCallError ? thrown.failure : null;
        const asked = failure?.kind === 'answered' ? (failure.retryAfterMs ?? 0) : 0;
        closedUntil = Math.max(closedUntil, clock.now() + asked);
        await pause(clock, Math.max(asked, backOff.next()), signal);
      }
    }
  };

  return {
    mayHaveMissed: (channel, last) => {
      const known = knownTo(channel);
      return minutes > 0 && known !== null && (last === null || compareIds(last, known) > 0);
    },
    fetch: async (channel) => {
      let after = knownTo(channel);
      const found: DiscordMessage[] = [];
      try {
        for (let count = 0; after !== null && count < MAX_PAGES && !signal.aborted; count += 1) {
          const messages = [...(await page(channel, after))].sort((a, b) => compareIds(a.id, b.id));
          found.push(...messages);
          after = messages.length < PAGE ? null : (messages.at(-1)?.id ?? null);
        }
        if (after !== null && !signal.aborted) {
          log.error({ chat: channel, messages: found.length }, 'more was missed in a channel than is read');
        }
      } catch (thrown) {
        // Guilds name channels too whose history the bot may not read: nothing said there is for it.
        if (isRefusal(thrown)) log.debug({ err: thrown, chat: channel }, 'a channel cannot be read');
        else log.error({ err: thrown, chat: channel }, 'what was missed in a channel could not be fetched');
      }
      return found;
    },
  };
}
