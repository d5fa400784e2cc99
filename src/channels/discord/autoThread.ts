import type { ChatAddress } from '../../core/message.js';

/** Names of threads hold 1 to 100 characters (API, "Start Thread from Message"). */
const MAX_NAME = 80;

/** A thread that is to be opened from the message that asked: it will have the message's id. */
export interface ThreadToOpen {
  readonly parent: string;
  readonly message: string;
  readonly name: string;
}

/**
 * The anchor of an address whose chat is a thread that does not exist yet. Nothing can be replied to there: the message that
 * asked stands in the parent channel.
 */
export function threadAnchor({ parent, message, name }: ThreadToOpen): string {
  const line = name
    .replace(/\s+/g, ' ')
    .replace(/\p{Surrogate}/gu, '')
    .trim();
  const short = line.length <= MAX_NAME ? line : `${line.slice(0, MAX_NAME).replace(/\s+\S*$/, '')} …`;
  return `${parent}/${message}/${short.replace(/\p{Surrogate}/gu, '')}`;
}

/** The thread that has to be opened before anything can be written to this address; null for all other addresses. */
export function threadToOpen(address: ChatAddress): ThreadToOpen | null {
  const match = /^(\d+)\/(\d+)\/(.*)$/s.exec(address.anchor ?? '');
  const [, parent, message, name] = match ?? [];
  if (parent === undefined || message === undefined || message !== address.chat) return null;
  return { parent, message, name: name === undefined || name === '' ? 'Conversation' : name };
}
