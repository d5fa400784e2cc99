import type { Root } from 'mdast';
import type { Choice } from '../choice.js';
import type { Json } from '../json.js';
import type { ChatAddress } from '../message.js';
import type { OutboundFile } from './files.js';
import type { CallKind, CallRank, Neighbour, RateLimit } from './ledger.js';

/** A message in a platform's own structure. */
export interface Rendered {
  /** Size in the platform's unit, as its server measures it (Telegram: UTF-16 units after trimming). */
  readonly units: number;
  /** How many entities or blocks it has. */
  readonly parts: number;
  /** What the platform is given; opaque outside its channel. */
  readonly payload: Json;
  /** The visible text. */
  readonly plain: string;
}

export interface EgressLimits {
  readonly maxUnits: number;
  readonly maxParts: number;
  /** Bound on lines, where clients clip tall messages. */
  readonly maxLines: number | null;
}

/** What became of an outbound call. */
export type Sent =
  | {
      readonly ok: true;
      readonly id: string;
      /** Milliseconds for which there is no room for another call with the same last limit of `limitsFor`; absent: there is. */
      readonly spentMs?: number;
    }
  /**
   * The platform says how long to wait (429). `scope` tells what to close: the chat, the account, or only calls with the same last
   * limit of `limitsFor`, where a method is limited by itself.
   */
  | { readonly ok: false; readonly kind: 'wait'; readonly ms: number; readonly scope: 'chat' | 'account' | 'limit' }
  /** The message is not there any more: send anew once. */
  | { readonly ok: false; readonly kind: 'gone'; readonly cause: unknown }
  /** The chat cannot be written to at all (blocked, kicked, deleted, closed). */
  | { readonly ok: false; readonly kind: 'unreachable'; readonly cause: unknown }
  /** The platform will never take this call as it is. */
  | { readonly ok: false; readonly kind: 'refused'; readonly cause: unknown }
  /** Surely not delivered (connection refused, 5xx): try again. */
  | { readonly ok: false; readonly kind: 'retry'; readonly ms: number; readonly cause: unknown }
  /**
   * The answer was lost: it may have been delivered, or may still be, until the call's time is over. `settledInMs`: the platform has
   * ended the call, and what it did is to be seen after that time.
   */
  | { readonly ok: false; readonly kind: 'unknown'; readonly cause: unknown; readonly settledInMs?: number };

/** Whom a message is shown to be from, where the platform lets one say so: the persona that answers. */
export interface Face {
  readonly name: string;
  /** An emoji. */
  readonly icon: string;
}

export interface SendOptions {
  /** Arrives without sound or notification. */
  readonly silent: boolean;
  /** Platform message id to reply to. */
  readonly replyTo: string | null;
  /** The same for every try of one message: lets platforms with idempotent sends recognise it. */
  readonly nonce: string;
  /** A stop button for the running turn, where the platform has buttons. Key of the turn, or null. */
  readonly stopButton: string | null;
  /** Buttons that type a command, below the text; often none. */
  readonly choices: readonly Choice[];
  /** Absent: the bot itself. */
  readonly face?: Face;
}

export interface UploadOptions extends Pick<SendOptions, 'silent' | 'replyTo' | 'nonce'> {
  /** What `stage` gave for the file; absent where there is no such step. */
  readonly staged?: string;
}

/** A send whose answer was lost, as the chat is read back for it. */
export interface LostSend {
  readonly nonce: string;
  /** When it began, by our clock; 0 when that is not known. */
  readonly since: number;
  /** What `stage` gave for the file that it was to show; absent for a message of text. */
  readonly staged?: string;
}

/** A part of a chat that cannot be written to while the rest of the chat can: a closed forum topic. */
export interface ClosedPlace {
  /** Where those who wait for an answer may be told so, best first. */
  readonly places: readonly ChatAddress[];
  /** What people call it: text from outside. Null: unknown. */
  readonly name: string | null;
  readonly link: string | null;
  readonly why: 'closed' | 'gone';
}

/** The sending half of a channel: REST calls only, one try each, no hidden retries. */
export interface Egress {
  readonly limits: EgressLimits;
  /** Renders a Markdown tree; never throws, whatever the tree holds. */
  render(tree: Root): Rendered;
  send(address: ChatAddress, rendered: Rendered, options: SendOptions, signal: AbortSignal): Promise<Sent>;
  edit(
    address: ChatAddress,
    id: string,
    rendered: Rendered,
    options: Pick<SendOptions, 'stopButton' | 'choices'>,
    signal: AbortSignal,
  ): Promise<Sent>;
  remove(address: ChatAddress, id: string, signal: AbortSignal): Promise<Sent>;
  /** Shows that the assistant is at work (typing); lasts a few seconds on the platform's side. */
  status(address: ChatAddress, signal: AbortSignal, text?: string): Promise<Sent>;
  /**
   * How a notice is shown: as a silent message of its own (with the stop button), or, where every new message makes a
   * phone ring, as the text of the status (the stop button then stands below the answer while it is written).
   */
  readonly notices: 'message' | 'status';
  /**
   * Gives a file to the chat; absent where the platform takes none. Refused when it is too large; where only the platform knows
   * that, the cause is a `FileTooLargeError`.
   */
  upload?(address: ChatAddress, file: OutboundFile, options: UploadOptions, signal: AbortSignal): Promise<Sent>;
  /**
   * Where a file is first brought to the platform and then shown, each by a call of its own: the first of them. `ok`: the file's
   * reference, for `upload` and `findSent`. Never `unknown`: nobody sees a file that is only there, so it is brought once more.
   */
  stage?(address: ChatAddress, file: OutboundFile, signal: AbortSignal): Promise<Sent>;
  /** The largest file that `upload` takes anywhere, bytes. */
  readonly maxFileBytes?: number;
  /** Sends with the same nonce are one message for the platform, for minutes: a lost send is simply repeated. */
  readonly sendsAreIdempotent?: boolean;
  /**
   * Looks in the chat for a send whose answer was lost, by its nonce. `ok`: it is there, with its id. Null: it surely is not.
   */
  findSent?(address: ChatAddress, lost: LostSend, signal: AbortSignal): Promise<Sent | null>;
  /** Pace of `findSent`. Absent: that of a send. */
  limitsToFind?(address: ChatAddress): readonly RateLimit[];
  /**
   * After `unreachable`: whether only the address' own part of its chat is closed, and who of the chat can be told where. Null: the
   * chat as a whole cannot be written to, or that is not known.
   *
   * @param asker platform id of the person who asked
   */
  closedPlace?(address: ChatAddress, cause: unknown, asker: string): ClosedPlace | null;
  /**
   * For an address where nothing that was said can be changed, taken back or looked for: the limits of a message there. Only last words go
   * out there, each once; one whose answer was lost is sent once more and may then stand twice, which is counted. Null, or absent: an
   * ordinary chat.
   */
  oneWay?(address: ChatAddress): EgressLimits | null;
  /** How often `status` must be repeated to stay visible, milliseconds. */
  readonly statusEveryMs: number;
  /**
   * Where edits are scarce: the first message of an answer waits so long after its first words, milliseconds, for the answer may
   * be whole by then and need no edit.
   */
  readonly firstMessageAfterMs?: number;
  /** Pace for one call; the governor hands it to the ledger. */
  limitsFor(address: ChatAddress, kind: CallKind, rank: CallRank): readonly RateLimit[];
  /**
   * After a send whose outcome stayed unknown and that was sent once more: finds the first one, where that is possible with
   * certainty, and removes it. `knownIds` says which message ids belong to something else; `around` are messages of the account that
   * were sent at about the time of the lost one. True: the orphan was removed.
   */
  removeOrphan?(
    address: ChatAddress,
    resent: { readonly id: string; readonly rendered: Rendered; readonly around?: readonly Neighbour[] },
    knownIds: (ids: readonly string[]) => Promise<readonly string[]>,
    call: (kind: CallKind, run: (signal: AbortSignal) => Promise<Sent>) => Promise<Sent>,
  ): Promise<boolean>;
}

/** Key of an address' account in gates and rates: `telegram:42`. */
export function accountKey(address: Pick<ChatAddress, 'platform' | 'account'>): string {
  return `${address.platform}:${encodeURIComponent(address.account)}`;
}

/** Key of an address' chat in gates and rates. Topics of one chat share it, because platforms limit the chat. */
export function chatKey(address: Pick<ChatAddress, 'platform' | 'account' | 'chat'>): string {
  return `${accountKey(address)}/chat/${encodeURIComponent(address.chat)}`;
}

/** `chatKey` of a lane's chat: its id has the same parts, encoded alike (`laneIdOf`). */
export function chatKeyOfLane(lane: string): string {
  const [platform = '', account = '', chat = ''] = lane.split(':');
  return `${platform}:${account}/chat/${chat}`;
}
