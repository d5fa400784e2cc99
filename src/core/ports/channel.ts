import type { Clock } from '../clock.js';
import type { CommandSpec } from '../commandSpec.js';
import type { Log } from '../log.js';
import type { Platform } from '../message.js';
import type { ChannelEvents } from './channelEvents.js';
import type { ChannelMemory } from './channelMemory.js';
import type { Egress } from './egress.js';
import type { FileSource } from './files.js';
import type { Gates } from './gates.js';
import type { Ingress } from './ingress.js';
import type { Leases } from './leases.js';

/** Everything that a channel needs of the rest. */
export interface ChannelDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly leases: Leases;
  /** Unique per process: who has an account's lease. */
  readonly owner: string;
  /** Tells this data directory from every other: an account that another one uses as well can be noticed. */
  readonly instance: string;
  /** Limits that calls without a permit heed: fetches of people's files. */
  readonly gates: Gates;
  readonly memory: ChannelMemory;
  readonly events: ChannelEvents;
  /** What the platform's menu lists. */
  readonly commands: readonly CommandSpec[];
  /** Whether a name is a command's, also one that no menu has room for. Absent: those of `commands` are. */
  readonly isCommand?: (name: string) => boolean;
}

/** One account on one platform, known by name. */
export interface Channel {
  readonly platform: Platform;
  /** As addresses carry it. */
  readonly account: string;
  /** What a person calls it: `@waggle_bot`, a workspace's name. */
  readonly name: string;
  readonly ingress: Ingress;
  /** Needs no running ingress: workers use it alone. */
  readonly egress: Egress;
  /** Null where users can send no files. */
  readonly files: FileSource | null;
  /** Aborts calls in flight and closes connections. The ingress is ended by its own signal, before. */
  close(): Promise<void>;
}

/** A configured account whose platform may not have been asked yet who it is. */
export interface ChannelStart {
  readonly platform: Platform;
  /**
   * Resolves once the account is known; keeps trying while the platform cannot be reached.
   *
   * @throws WaggleError when no retry heals it (a revoked token), or the signal's reason
   */
  open(signal: AbortSignal): Promise<Channel>;
}
