import type { Clock } from '../../../src/core/clock.js';
import type { Watch } from '../watch.js';
import type { Delivery } from './delivery.js';
import type { Limiter } from './rates.js';
import type { Sockets } from './sockets.js';
import type { WireContext } from './wire.js';
import type { AppRecord, EphemeralMessage, StoredMessage, UserRecord, World } from './world.js';

/** An installed app with its ways in and out. */
export interface Account {
  readonly app: AppRecord;
  readonly delivery: Delivery;
  readonly sockets: Sockets;
}

/** An address that answers one interaction. */
export interface ResponseUrl {
  readonly path: string;
  readonly app: AppRecord;
  readonly channel: string;
  readonly user: UserRecord;
  readonly at: number;
  /** The message that the interaction came from. */
  original?: StoredMessage | EphemeralMessage;
  readonly thread?: string;
  uses: number;
}

/** An upload that was begun. */
export interface PendingUpload {
  readonly id: string;
  readonly name: string;
  readonly length: number;
  readonly app: AppRecord;
  bytes?: Buffer;
  mime: string;
}

/** What a trigger id is good for: one modal within three seconds. */
export interface Trigger {
  readonly app: AppRecord;
  readonly user: UserRecord;
  readonly at: number;
  used: boolean;
}

/** What all parts of the server share. */
export interface ServerState extends WireContext {
  readonly world: World;
  readonly base: string;
  readonly clock: Clock;
  readonly watch: Watch;
  readonly limiter: Limiter;
  readonly random: () => number;
  /** By app id. */
  readonly accounts: Map<string, Account>;
  /** By path. */
  readonly responseUrls: Map<string, ResponseUrl>;
  /** By file id. */
  readonly uploads: Map<string, PendingUpload>;
  readonly triggers: Map<string, Trigger>;
  /** Names of the events that apps get, as in a manifest; none given: all. */
  readonly events: ReadonlySet<string> | undefined;
  /** What becomes of replies to a message that is gone and had no replies. */
  readonly orphanReplies: 'refuse' | 'root';
  readonly mentionOrder: 'mention-first' | 'message-first' | 'random';
  /** Largest upload, bytes. */
  readonly maxFileBytes: number;
  /** How long a native stream may run, milliseconds. */
  readonly streamMs: number;
}
