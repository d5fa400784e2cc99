import type { InboundMessage } from './message.js';
import type { AccessStore } from './ports/accessStore.js';

/**
 * Who wrote a message where, as `AccessStore.standingOf` asks. Somebody from outside, such as a partner's people in a Slack Connect
 * channel, is not of the server that the chat belongs to.
 */
export function standingRequest({
  address,
  sender,
}: Pick<InboundMessage, 'address' | 'sender'>): Parameters<AccessStore['standingOf']>[0] {
  const { platform, account, chat, community } = address;
  const server = sender.isOutside === true ? null : (community ?? null);
  return { platform, account, user: sender.user, chat, server };
}
