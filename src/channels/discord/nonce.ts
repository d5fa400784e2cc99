import { createHash } from 'node:crypto';

/** A nonce holds 25 characters: a mark, who sent it, and for what. */
const MARK = '~';
const SENDER_CHARS = 5;
const KEY_CHARS = 18;

const hashOf = (text: string, chars: number) => createHash('sha256').update(text).digest('base64url').slice(0, chars);

/**
 * The nonce of a message: the same for every try of it, and telling whose it is.
 *
 * @param instance tells this data directory from another (`ChannelDeps.instance`)
 */
export function nonceOf(key: string, instance: string): string {
  return `${MARK}${hashOf(instance, SENDER_CHARS)}${hashOf(key, KEY_CHARS)}`;
}

/** Whether the nonce of a message of the bot's own says that a gateway with another data directory sent it. */
export function isForeignNonce(nonce: unknown, instance: string): boolean {
  if (typeof nonce !== 'string' || nonce.length !== 1 + SENDER_CHARS + KEY_CHARS || !nonce.startsWith(MARK))
    return false;
  return nonce.slice(1, 1 + SENDER_CHARS) !== hashOf(instance, SENDER_CHARS);
}
