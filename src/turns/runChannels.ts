import { toWaggleError, WaggleError } from '../core/errors.js';
import type { Log } from '../core/log.js';
import type { ChatAddress } from '../core/message.js';
import type { Channel, ChannelStart } from '../core/ports/channel.js';
import { accountKey, type Egress } from '../core/ports/egress.js';
import type { FileSource } from '../core/ports/files.js';
import type { Accept } from '../core/ports/ingress.js';

/**
 * The configured accounts of all platforms. One channel's trouble never stops another. An account that opens late is found by
 * the worker's next sweep.
 */
export interface RunningChannels {
  egressFor(address: Pick<ChatAddress, 'platform' | 'account'>): Egress | null;
  filesFor(address: Pick<ChatAddress, 'platform' | 'account'>): FileSource | null;
  /** Whether this process can answer on an account yet. `key` is an account key. */
  has(key: string): boolean;
  /** The accounts that are known so far. */
  list(): readonly Channel[];
  /** Opens every account that is not open yet. Resolves when those have opened that need no network. */
  start(): Promise<void>;
  /** Begins to receive on every account, as soon as it is open. */
  receive(accept: Accept): void;
  /** Ends receiving. What is on its way to a chat goes on. */
  stopReceiving(): Promise<void>;
  close(): Promise<void>;
}

export function createRunningChannels(deps: { starts: readonly ChannelStart[]; log: Log }): RunningChannels {
  const { starts, log } = deps;
  const open = new Map<string, Channel>();
  const opening = new AbortController();
  const receiving = new AbortController();
  const runs: Promise<void>[] = [];
  let accept: Accept | null = null;
  let openings: readonly Promise<void>[] | null = null;

  const receiveOn = async (channel: Channel, take: Accept) => {
    const { platform, account } = channel;
    try {
      await channel.ingress.run(take, receiving.signal);
    } catch (thrown) {
      if (receiving.signal.aborted) return;
      log.error({ platform, account, err: toWaggleError(thrown) }, 'this account stopped receiving');
    }
  };

  const openOne = async (start: ChannelStart) => {
    let channel: Channel;
    try {
      channel = await start.open(opening.signal);
    } catch (thrown) {
      if (opening.signal.aborted) return;
      log.error({ platform: start.platform, err: toWaggleError(thrown) }, 'this account cannot be used');
      return;
    }
    if (opening.signal.aborted) return channel.close();
    const key = accountKey(channel);
    if (open.has(key)) {
      log.error({ platform: channel.platform, account: channel.account }, 'this account is configured twice');
      return channel.close();
    }
    open.set(key, channel);
    log.info({ platform: channel.platform, account: channel.account, name: channel.name }, 'account open');
    if (accept !== null) runs.push(receiveOn(channel, accept));
  };

  const find = (address: Pick<ChatAddress, 'platform' | 'account'>) => open.get(accountKey(address)) ?? null;

  return {
    egressFor: (address) => find(address)?.egress ?? null,
    filesFor: (address) => find(address)?.files ?? null,
    has: (key) => open.has(key),
    list: () => [...open.values()],
    start: async () => {
      openings ??= starts.map(openOne);
      await Promise.race([Promise.all(openings), new Promise<void>((resolve) => setImmediate(resolve))]);
    },
    receive: (take) => {
      accept = take;
      for (const channel of open.values()) runs.push(receiveOn(channel, take));
    },
    stopReceiving: async () => {
      accept = null;
      const reason = new WaggleError('shutdown', 'the process is shutting down');
      receiving.abort(reason);
      await Promise.all(runs);
    },
    close: async () => {
      opening.abort(new WaggleError('shutdown', 'the process is shutting down'));
      await Promise.all(openings ?? []);
      await Promise.all([...open.values()].map((channel) => channel.close()));
    },
  };
}
