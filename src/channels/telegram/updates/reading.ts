import type { InboundMessage, Sender } from '../../../core/message.js';
import type { MembershipChange, StopPress } from '../../../core/ports/channelEvents.js';

/** A group became a supergroup: everything known under the old chat id belongs to the new one. */
export interface ChatMove {
  readonly account: string;
  readonly from: string;
  readonly to: string;
}

/** A message in a chat, by Telegram's numbers. */
export interface MessagePlace {
  readonly chat: number;
  readonly message: number;
}

/** What one update means. */
export type Reading =
  | {
      readonly kind: 'message';
      readonly message: InboundMessage;
      /** Fields of the Bot API that hold something which only stands as a line in brackets. */
      readonly unread: readonly string[];
    }
  | { readonly kind: 'stopPress'; readonly press: StopPress; readonly query: string }
  /** A button that types a command: the message is that command, of whoever pressed. */
  | { readonly kind: 'choicePress'; readonly message: InboundMessage; readonly query: string }
  /** A button that is none of ours, or none any more; `place` is where it stands, as far as Telegram says. */
  | { readonly kind: 'deadButton'; readonly query: string; readonly by: Sender; readonly place: MessagePlace | null }
  | { readonly kind: 'moved'; readonly move: ChatMove }
  | { readonly kind: 'membership'; readonly change: MembershipChange }
  | { readonly kind: 'ignored'; readonly why: string };

/** Updates with the same key keep their order; others need not wait for each other. */
export function orderKeyOf(reading: Reading): string | null {
  switch (reading.kind) {
    case 'message':
    case 'choicePress':
      return reading.message.lane;
    case 'stopPress':
      return reading.press.lane;
    default:
      return null;
  }
}
