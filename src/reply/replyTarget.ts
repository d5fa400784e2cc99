import type { ChatAddress } from '../core/message.js';
import type { Egress, Face } from '../core/ports/egress.js';
import type { Delivery } from '../core/ports/ledger.js';
import type { Question } from '../core/question.js';
import type { Wording } from '../core/wording.js';
import type { Speaker } from './governor.js';

/** Where a reply goes, and what is there already. */
export interface ReplyTarget {
  readonly speaker: Speaker;
  readonly address: ChatAddress;
  /** Platform id of the person who asked. */
  readonly asker?: string;
  readonly egress: Egress;
  /** Messages of earlier attempts, from the ledger. */
  readonly deliveries: readonly Delivery[];
  /** As in `ClaimedTurn`. */
  readonly notBefore: number;
  /** An earlier attempt of the turn ended without its end, and may have left a status in the chat. */
  readonly isTakenUp?: boolean;
  readonly acceptedAt: number;
  readonly wording: Wording;
  /** The lane's workspace on this machine: files for the chat lie in it. */
  readonly workspace: string;
  /** Markdown that stands before the first words of the answer, as it is known by then; no part of the conversation. */
  readonly preface?: () => string;
  /** Who answers, once that is known; null: the bot itself. */
  readonly face?: () => Face | null;
  /** The question is gone: what is shown of an answer goes as well. */
  readonly isWithdrawn?: boolean;
  /** What the turn has asked people. */
  readonly questions?: readonly Question[];
  /** Message that was there before the turn and whose place the answer takes (`InboundMessage.inPlaceOf`). */
  readonly inPlaceOf?: string;
}
