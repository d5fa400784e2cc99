import type { ChatAddress, InboundMessage, Sender } from '../../../core/message.js';

/** Somebody pressed the stop button under an answer. Whether they may is for the receiver to say. */
export interface StopPress {
  readonly turn: string;
  readonly by: Sender;
  /** Where the button stands. A client can send any data: the turn must be one of this lane. */
  readonly address: ChatAddress;
  readonly lane: string;
}

/** A group became a supergroup: everything known under the old chat id belongs to the new one. */
export interface ChatMove {
  readonly account: string;
  readonly from: string;
  readonly to: string;
}

/** The bot was added, removed, blocked or unblocked. */
export interface MembershipChange {
  readonly address: ChatAddress;
  /** Whether the bot can write there now. */
  readonly isReachable: boolean;
  /** Telegram's word for it: `member`, `kicked`, ... */
  readonly status: string;
  readonly by: Sender;
}

/** What one update means. */
export type Reading =
  | {
      readonly kind: 'message';
      readonly message: InboundMessage;
      /** Messages of one album share it and arrive separately. */
      readonly album: string | null;
      /** Fields of the Bot API that hold something which only stands as a line in brackets. */
      readonly unread: readonly string[];
    }
  | { readonly kind: 'stopPress'; readonly press: StopPress; readonly query: string }
  /** A button that is none of ours, or none any more. */
  | { readonly kind: 'deadButton'; readonly query: string; readonly lane: string | null }
  | { readonly kind: 'moved'; readonly move: ChatMove }
  | { readonly kind: 'membership'; readonly change: MembershipChange }
  | { readonly kind: 'ignored'; readonly why: string };

/** Updates with the same key keep their order; others need not wait for each other. */
export function orderKeyOf(reading: Reading): string | null {
  switch (reading.kind) {
    case 'message':
      return reading.message.lane;
    case 'stopPress':
      return reading.press.lane;
    default:
      return null;
  }
}
