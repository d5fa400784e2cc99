import type { ChatAddress, InboundMessage } from '../../core/message.js';
import type { Schedule } from '../../core/schedule.js';

/** One run of a schedule as a message of its lane: in the name of whose schedule it is. */
export function scheduleMessage(
  { no, rule, prompt, address, lane, sender }: Schedule,
  run: { readonly dueAt: number; readonly extra?: string },
): InboundMessage {
  const { dueAt, extra } = run;
  return {
    identity: extra === undefined ? `schedule:${no}:${dueAt}` : `schedule:${no}:extra:${extra}`,
    aliases: [],
    address,
    lane,
    sender,
    addressed: true,
    parts: [{ type: 'text', text: prompt }],
    sentAt: dueAt,
    scheduled: { no, kind: rule.kind, dueAt, ...(extra === undefined ? {} : { isExtra: true as const }) },
  };
}

/** An address without what passes: what it is later is the chat and its thread. */
export function lastingAddress({ anchor: _anchor, interaction: _interaction, ...address }: ChatAddress): ChatAddress {
  return address;
}
