import type { WaggleError } from '../../../core/errors.js';
import type { ChatMove, MembershipChange, StopPress } from '../updates/reading.js';

/**
 * What the channel tells the rest besides messages. An update is confirmed only when the call resolved; a rejection means
 * "not stored": the update comes again. Every one may be called twice for the same thing.
 */
export interface TelegramEvents {
  /**
   * Stops the turn if the presser may, durably, and returns the line that the presser is shown (at most 200 characters).
   * The receiver checks that the turn belongs to the press' lane and that the presser is its principal or has the role.
   */
  stopPressed(press: StopPress): Promise<string | null>;
  /** A group has a new id; learned from an update or from the answer to a call. */
  moved(move: ChatMove): Promise<void>;
  /** The bot was added to a chat, removed from it, blocked or unblocked. */
  membershipChanged(change: MembershipChange): Promise<void>;
  /** An update that cannot be read or always fails: to be kept for the operator. */
  dead(update: unknown, error: WaggleError): Promise<void>;
}
