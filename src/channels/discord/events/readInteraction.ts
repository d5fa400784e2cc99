import { laneIdOf } from '../../../core/lane.js';
import type { ChatAddress, InboundMessage } from '../../../core/message.js';
import { type BotIdentity, senderOf } from './readMessage.js';
import type { DiscordInteraction } from './schema.js';
import { timeOf } from './snowflake.js';

/** A conversation of others, in which the bot is not (API, "Interaction Context Types"). */
const CONVERSATION_OF_OTHERS = 2;

function addressOf(interaction: DiscordInteraction, bot: BotIdentity): ChatAddress | null {
  const chat = interaction.channel_id;
  if (chat === null || chat === undefined) return null;
  const guild = interaction.guild_id ?? null;
  // What others read is no DM: nothing private of the person's may be said there.
  const isDm = guild === null && interaction.context !== CONVERSATION_OF_OTHERS;
  return {
    platform: 'discord',
    account: bot.application,
    chat,
    ...(guild === null ? {} : { community: guild }),
    kind: isDm ? 'dm' : 'group',
  };
}

/** What a person did with a command, a button or a window, as the message that it means; null when nobody did it, or nowhere. */
export function readInteraction(
  interaction: DiscordInteraction,
  bot: BotIdentity,
  text: string,
  extra: Partial<Pick<InboundMessage, 'replyTo'>> = {},
): InboundMessage | null {
  const address = addressOf(interaction, bot);
  const user = interaction.user ?? interaction.member?.user;
  if (address === null || user === null || user === undefined) return null;
  return {
    identity: `i:${interaction.id}`,
    aliases: [],
    address,
    lane: laneIdOf(address),
    sender: senderOf(user, interaction.member?.nick, interaction.locale),
    addressed: true,
    parts: [{ type: 'text', text }],
    sentAt: timeOf(interaction.id),
    ...extra,
  };
}
