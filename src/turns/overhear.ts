import { personOf } from '../access/policy.js';
import type { Clock } from '../core/clock.js';
import type { InboundMessage, Part } from '../core/message.js';
import { personIdOf } from '../core/person.js';
import type { ChatSettings } from '../core/ports/channelMemory.js';
import { accountKey, chatKey } from '../core/ports/egress.js';
import { CONTEXT_SETTING, type Overheard } from '../core/ports/overheard.js';

/** Of one message; more than that is no context but a document. */
const MAX_TEXT_CHARS = 500;

/**
 * Keeps the unaddressed messages of groups that switched `/context` on, and follows their edits. Elsewhere nothing of them is
 * stored.
 */
export function createOverhear(deps: {
  readonly overheard: Pick<Overheard, 'keep' | 'change'>;
  readonly settings: Pick<ChatSettings, 'get'>;
  readonly clock: Clock;
}): (message: InboundMessage) => Promise<void> {
  const { overheard, settings, clock } = deps;
  return async (message) => {
    const { address, sender } = message;
    if (address.kind !== 'group') return;
    if ((await settings.get(chatKey(address), CONTEXT_SETTING)) !== 'on') return;
    const account = accountKey(address);
    const words = message.parts.map(wordsOf).join('\n').trim();
    const text = [...words].slice(0, MAX_TEXT_CHARS).join('');
    if (message.edits !== undefined) return overheard.change({ account, identity: message.edits, text });
    if (text === '') return;
    return overheard.keep({
      lane: message.lane,
      account,
      identity: message.identity,
      person: personIdOf(personOf(message)),
      name: sender.name,
      text,
      at: message.sentAt,
      now: clock.now(),
    });
  };
}

function wordsOf(part: Part): string {
  return part.type === 'text' ? part.text : `[a file: ${part.name ?? part.mime}]`;
}
