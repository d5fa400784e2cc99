import type { Clock } from '../../../core/clock.js';
import type { Log } from '../../../core/log.js';
import { type ChannelMemory, PASSING_KEYS } from '../../../core/ports/channelMemory.js';
import { compareIds } from '../events/snowflake.js';

/** How often what was seen is written down. A crash costs so much: it is fetched again and found to be known. */
const WRITE_EVERY_MS = 5_000;

/** A dead connection is noticed only by its missing heartbeats: what was up to date is so much older for sure. */
const DOUBT_MS = 120_000;

/**
 * Channels whose newest message is kept in memory; for others, threads of long ago most of all, `aliveAt` says as much. The store
 * forgets those that have been silent for a week.
 */
const MAX_KEPT = 20_000;

const SEEN = PASSING_KEYS;
const DM = 'dm:';
const ALIVE = 'alive';

/** The newest message taken in of each channel, across restarts. */
export interface Seen {
  /** A message of a channel is taken in, or of no concern. */
  note(channel: string, message: string): void;
  /** Writes down a DM that is new, before anything of it is taken in: nothing else tells of it after a crash. */
  meet(dm: string): Promise<void>;
  /** The newest message known of a channel; null: none ever. */
  newest(channel: string): string | null;
  /** DMs that messages came from, the liveliest first: nothing else tells of them. */
  dms(): readonly string[];
  /** When everything that Discord had told was last taken in, milliseconds UTC; null: never. */
  aliveAt(): number | null;
  /** Events come from now on. Nothing from before the first time of all was missed. */
  noteConnected(): void;
  /** Writes down what is new. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** @param isUpToDate whether everything that came is taken in */
export async function openSeen(deps: {
  memory: ChannelMemory;
  account: string;
  isUpToDate: () => boolean;
  clock: Clock;
  log: Log;
}): Promise<Seen> {
  const { memory, account, isUpToDate, clock, log } = deps;
  const newest = new Map<string, string>();
  const dms = new Set<string>();
  const changed = new Set<string>();
  const written = (await memory.list(account, SEEN)).map(({ key, value }) => [key.slice(SEEN.length), value] as const);
  for (const { key, value } of await memory.list(account, DM)) {
    dms.add(key.slice(DM.length));
    written.push([key.slice(DM.length), value]);
  }
  for (const [channel, message] of written.sort(([, a], [, b]) => compareIds(a, b))) newest.set(channel, message);

  /** What is not written down yet stays. */
  const dropOldest = () => {
    for (const oldest of newest.keys()) {
      if (newest.size - changed.size <= MAX_KEPT) break;
      if (!changed.has(oldest)) newest.delete(oldest);
    }
  };

  const alive = await memory.get(account, ALIVE);
  let aliveAt = alive === null ? null : Number(alive);
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const now = clock.now();
    const rows = [...changed].map((channel) => ({ channel, value: newest.get(channel) ?? '' }));
    changed.clear();
    if (isUpToDate()) aliveAt = Math.max(aliveAt ?? 0, now - DOUBT_MS);
    try {
      for (const { channel, value } of rows) {
        const key = `${dms.has(channel) ? DM : SEEN}${channel}`;
        await memory.put({ account, key, value, now });
      }
      if (aliveAt !== null) await memory.put({ account, key: ALIVE, value: String(aliveAt), now });
    } catch (thrown) {
      for (const { channel } of rows) changed.add(channel);
      log.warn({ err: thrown }, 'what was seen on Discord could not be written down; trying again');
    }
  };
  const flush = () => {
    writing = writing.then(write);
    return writing;
  };
  const stopTimer = clock.every(WRITE_EVERY_MS, () => void flush());

  return {
    meet: async (dm) => {
      if (dms.has(dm)) return;
      dms.add(dm);
      try {
        await memory.put({ account, key: `${DM}${dm}`, value: newest.get(dm) ?? '', now: clock.now() });
      } catch (thrown) {
        dms.delete(dm);
        log.warn({ err: thrown }, 'a new DM could not be written down');
      }
    },
    note: (channel, message) => {
      const before = newest.get(channel);
      if (before !== undefined && compareIds(before, message) >= 0) return;
      newest.delete(channel);
      newest.set(channel, message);
      changed.add(channel);
      dropOldest();
    },
    newest: (channel) => newest.get(channel) ?? null,
    dms: () => [...dms].sort((a, b) => compareIds(newest.get(b) ?? '', newest.get(a) ?? '')),
    aliveAt: () => aliveAt,
    noteConnected: () => {
      if (aliveAt !== null) return;
      aliveAt = clock.now();
      // A crash in the first seconds must not make the next start the first one of all.
      void flush();
    },
    flush,
    close: async () => {
      stopTimer();
      await flush();
    },
  };
}
