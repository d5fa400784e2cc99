import type { Block, ViewBlock } from './blocks/schema.js';

/** A member of the workspace: a person or an app's bot. */
export interface UserRecord {
  readonly id: string;
  /** Handle, such as `ada`. */
  name: string;
  realName: string;
  displayName: string;
  locale: string;
  timeZone: string;
  readonly isBot: boolean;
  /** The account is gone. */
  deleted: boolean;
  readonly team: string;
}

/** An installed app with its bot. */
export interface AppRecord {
  readonly id: string;
  readonly name: string;
  readonly botId: string;
  readonly user: UserRecord;
  readonly botToken: string;
  readonly appToken: string;
  readonly signingSecret: string;
  /** Scopes it was granted; none given: all. */
  readonly scopes: ReadonlySet<string> | undefined;
  /** Set when its token no longer works; the error that calls get. */
  dead?: 'token_revoked' | 'account_inactive' | 'invalid_auth';
}

/** A file in the workspace. */
export interface FileRecord {
  readonly id: string;
  readonly name: string;
  title: string;
  readonly mime: string;
  readonly bytes: Buffer;
  /** What Slack says its size is; may differ from the bytes, to try limits. */
  readonly size: number;
  /** Length of a clip that was recorded in Slack. */
  readonly clipMs?: number;
  readonly user: string;
  readonly at: number;
  deleted: boolean;
}

/** One version of a message that has been replaced. */
export interface PastVersion {
  readonly text: string;
  readonly blocks: readonly Block[];
  /** When this version appeared, in the clock's milliseconds. */
  readonly at: number;
}

/** Metadata of a message. */
export interface Metadata {
  event_type: string;
  event_payload: Record<string, unknown>;
}

/** A message as everybody in the conversation sees it. Live: it always shows its current state. */
export interface StoredMessage {
  readonly ts: string;
  readonly channel: string;
  readonly from: UserRecord;
  /** The app that wrote it. */
  readonly app?: AppRecord;
  /** When it appeared, in the clock's milliseconds. */
  readonly at: number;
  text: string;
  blocks: readonly Block[];
  attachments: readonly Record<string, unknown>[];
  readonly files: readonly FileRecord[];
  /** The thread's parent; a parent itself has none. */
  readonly thread?: string;
  /** A reply that is shown in the channel too. */
  readonly broadcast: boolean;
  /** `channel_join`, `file_share`, `assistant_app_thread`, ... */
  readonly subtype?: string;
  /** Name and picture that the app gave itself. */
  readonly username?: string;
  readonly icon?: string;
  metadata?: Metadata;
  /** By emoji name, the users. */
  readonly reactions: Map<string, Set<string>>;
  edited?: { user: string; ts: string };
  /** Replaced versions, oldest first. */
  readonly past: PastVersion[];
  /** When the current version appeared. */
  shownAt: number;
  deletedAt?: number;
  /** A stream that still grows, one that ended. */
  streaming?: 'in_progress' | 'completed' | 'errored';
  /** When a growing stream ends by itself. */
  streamEndsAt?: number;
  /** What the server had to change of what the app sent; an ideal client leaves it empty. */
  readonly altered: string[];
}

/** What only one user sees. */
export interface EphemeralMessage {
  readonly ts: string;
  readonly channel: string;
  readonly user: string;
  readonly app: AppRecord;
  readonly thread?: string;
  readonly at: number;
  text: string;
  blocks: readonly Block[];
  deletedAt?: number;
}

/** A thread of the assistant view. */
export interface AssistantRecord {
  readonly ts: string;
  title: string;
  prompts: { title: string; message: string }[];
  promptsTitle?: string;
  context: { channel_id?: string; team_id?: string; enterprise_id?: string | null };
}

/** "... is thinking" under a thread. */
export interface StatusRecord {
  status: string;
  loading: readonly string[];
  at: number;
  until: number;
}

/** A channel, a group or a direct message. */
export interface ChannelRecord {
  readonly id: string;
  readonly kind: 'channel' | 'group' | 'im' | 'mpim';
  readonly name: string;
  /** Direct messages with an app: the two sides. */
  readonly user?: UserRecord;
  readonly app?: AppRecord;
  readonly members: Set<string>;
  /** Members who left or were removed. */
  readonly gone: Set<string>;
  archived: boolean;
  deleted: boolean;
  /** Only some people may post. */
  readOnly: boolean;
  readonly lockedThreads: Set<string>;
  /** All messages by ts, deleted ones too, oldest first. */
  readonly messages: Map<string, StoredMessage>;
  readonly ephemerals: EphemeralMessage[];
  readonly assistants: Map<string, AssistantRecord>;
  /** By thread. */
  readonly statuses: Map<string, StatusRecord>;
  lastMicros: number;
}

/** An open modal view. */
export interface ViewRecord {
  readonly id: string;
  readonly app: AppRecord;
  readonly user: UserRecord;
  readonly triggerId: string;
  title: string;
  callbackId: string;
  privateMetadata: string;
  blocks: readonly ViewBlock[];
  hash: string;
  closedAt?: number;
}

/** Everything the server knows of one workspace. */
export interface World {
  readonly team: { id: string; name: string; domain: string };
  readonly users: Map<string, UserRecord>;
  readonly apps: Map<string, AppRecord>;
  readonly channels: Map<string, ChannelRecord>;
  readonly files: Map<string, FileRecord>;
  readonly views: Map<string, ViewRecord>;
  lastId: number;
}

/** Makes an empty workspace. */
export function createWorld(team: World['team']): World {
  return {
    team,
    users: new Map(),
    apps: new Map(),
    channels: new Map(),
    files: new Map(),
    views: new Map(),
    lastId: 0,
  };
}

/** A new id of Slack's form: a letter and ten capitals or digits. */
export function takeId(world: World, letter: string): string {
  world.lastId += 1;
  return `${letter}0TEST${world.lastId.toString(36).toUpperCase().padStart(5, '0')}`;
}

/** The next time stamp of a channel: seconds and microseconds, always later than the last. */
export function takeTs(channel: ChannelRecord, now: number): string {
  channel.lastMicros = Math.max(Math.floor(now * 1000), channel.lastMicros + 100);
  return tsOfMicros(channel.lastMicros);
}

function tsOfMicros(micros: number): string {
  return `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`;
}

/** A time as Slack writes it. */
export const tsOf = (ms: number): string => tsOfMicros(Math.floor(ms * 1000));

/** Puts a message into a channel. */
export function storeMessage(
  channel: ChannelRecord,
  fields: Pick<StoredMessage, 'from' | 'at'> & Partial<Omit<StoredMessage, 'ts' | 'channel'>>,
): StoredMessage {
  const message: StoredMessage = {
    ts: takeTs(channel, fields.at),
    channel: channel.id,
    text: '',
    blocks: [],
    attachments: [],
    files: [],
    broadcast: false,
    reactions: new Map(),
    past: [],
    shownAt: fields.at,
    altered: [],
    ...fields,
  };
  channel.messages.set(message.ts, message);
  return message;
}

/** A message that was not deleted. */
export function findMessage(channel: ChannelRecord, ts: string): StoredMessage | undefined {
  const message = channel.messages.get(ts);
  return message === undefined || message.deletedAt !== undefined ? undefined : message;
}

/** The visible replies of a thread, oldest first. */
export function repliesOf(channel: ChannelRecord, thread: string): StoredMessage[] {
  return [...channel.messages.values()].filter(
    (message) => message.thread === thread && message.deletedAt === undefined,
  );
}

/** Replaces what a message shows. */
export function changeMessage(
  message: StoredMessage,
  next: { text: string; blocks: readonly Block[]; attachments?: readonly Record<string, unknown>[] },
  now: number,
): void {
  message.past.push({ text: message.text, blocks: message.blocks, at: message.shownAt });
  message.text = next.text;
  message.blocks = next.blocks;
  if (next.attachments !== undefined) message.attachments = next.attachments;
  message.shownAt = now;
}
