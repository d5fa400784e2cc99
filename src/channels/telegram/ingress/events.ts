import type { ChannelEvents } from '../../../core/ports/channelEvents.js';
import type { ChatMove } from '../updates/reading.js';

/** Telegram's events: besides those of every channel, groups that got a new id. */
export interface TelegramEvents extends ChannelEvents {
  /** A group has a new id; learned from an update or from the answer to a call. */
  moved(move: ChatMove): Promise<void>;
}
