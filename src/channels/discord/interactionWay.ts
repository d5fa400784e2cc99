import type { Clock } from '../../core/clock.js';
import type { ChatAddress } from '../../core/message.js';

/** "15 minutes" (spec/channels.md), less the time that a call may be on its way. */
const TOKEN_MS = 15 * 60_000 - 30_000;

/** An interaction's token and the message that it first answered with, or whose control was pressed. */
export interface InteractionWay {
  readonly message: string;
  readonly token: string;
}

/** The way back to an interaction, for the address of its message. */
export function interactionWay(way: InteractionWay, startedAt: number): NonNullable<ChatAddress['interaction']> {
  return { token: `${way.message}/${way.token}`, until: startedAt + TOKEN_MS };
}

/** The way back to the address' interaction while its token is good; null otherwise. */
export function openWay(address: ChatAddress, clock: Clock): InteractionWay | null {
  const { interaction } = address;
  if (interaction === undefined || clock.now() >= interaction.until) return null;
  const cut = interaction.token.indexOf('/');
  return { message: interaction.token.slice(0, cut), token: interaction.token.slice(cut + 1) };
}
