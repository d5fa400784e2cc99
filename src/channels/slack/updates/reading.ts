import type { ChatAddress, InboundMessage } from '../../../core/message.js';
import type { MembershipChange, StopPress, Withdrawal } from '../../../core/ports/channelEvents.js';
import type { AskedMessage } from './askView.js';

/** What one event, command or interaction means. */
export type Reading =
  /** `responseUrl`: of a pressed button, where the presser can be told something. */
  | { readonly kind: 'message'; readonly message: InboundMessage; readonly responseUrl?: string | null }
  | { readonly kind: 'withdrawn'; readonly withdrawal: Withdrawal }
  /** `responseUrl`: as above. */
  | { readonly kind: 'stopPress'; readonly press: StopPress; readonly responseUrl: string | null }
  /** Somebody opened a thread of the assistant view. */
  | {
      readonly kind: 'assistantThread';
      readonly channel: string;
      readonly thread: string;
      readonly user: string | null;
    }
  /** Somebody wants to ask about a message: the view with the question field is to be opened. */
  | {
      readonly kind: 'askAbout';
      readonly trigger: string;
      readonly about: AskedMessage;
      /** Who asks. */
      readonly user: string;
    }
  | { readonly kind: 'membership'; readonly change: MembershipChange }
  /** Slack leaves events of the next minute out: more than 30,000 an hour are too many (docs.slack.dev, "Events API"). */
  | { readonly kind: 'limited' }
  /** The app is no longer allowed in. */
  | { readonly kind: 'revoked' }
  | { readonly kind: 'ignored'; readonly why: string };

/** The bot itself, as auth.test describes it. */
export interface BotIdentity {
  readonly team: string;
  /** User id of the bot. */
  readonly user: string;
}

/** Where something happened. `isDirect`: a conversation of one person with the bot. */
export function addressOf(
  bot: BotIdentity,
  place: { channel: string; thread: string | null; anchor: string | null; isDirect: boolean },
): ChatAddress {
  return {
    platform: 'slack',
    account: bot.team,
    chat: place.channel,
    community: bot.team,
    ...(place.thread === null ? {} : { thread: place.thread }),
    ...(place.anchor === null ? {} : { anchor: place.anchor }),
    kind: place.isDirect ? 'dm' : 'group',
  };
}

/** Identity of a message, whatever events carry it. */
export function identityOf(channel: string, ts: string): string {
  return `m:${channel}:${ts}`;
}

/** Milliseconds UTC of a time stamp. */
export function timeOf(ts: string): number {
  return Math.floor(Number(ts) * 1000);
}
