import { z } from 'zod';
import type { Clock } from '../../../core/clock.js';
import type { Log } from '../../../core/log.js';
import { inboundMessageSchema } from '../../../core/message.js';
import type { ChannelMemory } from '../../../core/ports/channelMemory.js';

/** Interactions between their placeholder and the store at one time: milliseconds each. */
const SLOTS = 64;
const PREFIX = 'pending:';

const pendingSchema = z.object({ id: z.string(), token: z.string(), until: z.number(), message: inboundMessageSchema });
/** An interaction that may have its first answer although its message is not stored; with `inPlaceOf` a pressed control. */
export type PendingInteraction = z.infer<typeof pendingSchema>;

/** What a crash between "thinking ..." and the store would leave behind, written down before. */
export interface Pending {
  /** Writes it down; call what it returns when the message is stored. Never rejects. */
  open(entry: PendingInteraction): Promise<() => Promise<void>>;
  /** What an earlier process left. */
  left(): Promise<readonly { readonly entry: PendingInteraction; readonly close: () => Promise<void> }[]>;
}

export function createPending(deps: { memory: ChannelMemory; account: string; clock: Clock; log: Log }): Pending {
  const { memory, account, clock, log } = deps;
  const free = Array.from({ length: SLOTS }, (_, index) => `${PREFIX}${index}`);

  const put = async (key: string, value: string) => {
    try {
      await memory.put({ account, key, value, now: clock.now() });
    } catch (thrown) {
      log.warn({ err: thrown }, 'an interaction could not be noted');
    }
  };
  const closer = (key: string) => async () => {
    await put(key, '');
    free.push(key);
  };

  return {
    open: async (entry) => {
      const key = free.shift();
      if (key === undefined) return async () => {};
      await put(key, JSON.stringify(entry));
      return closer(key);
    },
    left: async () => {
      const rows = await memory.list(account, PREFIX);
      return rows.flatMap(({ key, value }) => {
        if (value === '') return [];
        const entry = pendingSchema.safeParse(JSON.parse(value)).data;
        // What cannot be read (an older version wrote it) is overwritten some day.
        if (entry === undefined) return [];
        const at = free.indexOf(key);
        if (at >= 0) free.splice(at, 1);
        return [{ entry, close: closer(key) }];
      });
    },
  };
}
