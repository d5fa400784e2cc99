import type { WaggleError } from '../errors.js';
import type { ChatAddress, Platform, Sender } from '../message.js';

/** Somebody pressed the stop button of a turn. Whether they may is for the receiver to say. */
export interface StopPress {
  readonly turn: string;
  readonly by: Sender;
  /** Where the button stands. A client can send any data: the turn must be one of this lane. */
  readonly address: ChatAddress;
  readonly lane: string;
}

/** A user's message is gone from its chat: deleted by its author or a moderator. */
export interface Withdrawal {
  readonly address: ChatAddress;
  /** `InboundMessage.identity` of the message. */
  readonly identity: string;
}

/** The bot was added, removed, blocked or unblocked. */
export interface MembershipChange {
  readonly address: ChatAddress;
  /** Whether the bot can write there now. */
  readonly isReachable: boolean;
  /** The platform's word for it. */
  readonly status: string;
  readonly by: Sender;
}

/**
 * What a channel tells the rest besides messages. The platform is told that an event arrived only when the call resolved; a
 * rejection means "not stored": the event comes again. Every one may be called twice for the same thing.
 */
export interface ChannelEvents {
  /** Stops the turn if the presser may, durably, and returns the line that the presser is shown (at most 200 characters). */
  stopPressed(press: StopPress): Promise<string | null>;
  /** Stops the turn of a message that was deleted. Unknown messages are of no concern. */
  withdrawn(withdrawal: Withdrawal): Promise<void>;
  membershipChanged(change: MembershipChange): Promise<void>;
  /**
   * Whether somebody may write there: completions, windows and greetings are for nobody else. Those are given at once, so they come
   * before a message that `accept` could refuse. `what`: which of them, for the audit log.
   */
  mayWrite(of: { readonly address: ChatAddress; readonly sender: Sender; readonly what: string }): Promise<boolean>;
  /** A request came in the platform's name that it did not send, or that is too old. Never rejects. */
  forged(platform: Platform, reason: string): Promise<void>;
  /** An event that cannot be read or always fails: to be kept for the operator. `account` is the account's key. */
  dead(update: unknown, error: WaggleError, account: string): Promise<void>;
}
