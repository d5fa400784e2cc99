import type { Clock } from '../../../core/clock.js';
import type { ChatAddress } from '../../../core/message.js';
import type { ClosedPlace, Egress } from '../../../core/ports/egress.js';
import { says, TOPIC_CLOSED, TOPIC_GONE } from '../wire/descriptions.js';
import { TelegramCallError } from '../wire/failure.js';

/** Ids of supergroups, which alone have topics, begin so; links to their messages leave it out. */
const SUPERGROUP = /^-100(\d+)$/;

/** Whoever asked several times in a topic is told once, milliseconds. */
const TOLD_MS = 600_000;

/**
 * What a failed call says of the address' topic. General is told first; whoever asked, in private, where General is closed too or
 * is the topic itself (a bot may only write to people who have written to it).
 */
export function createClosedTopics(clock: Pick<Clock, 'now'>): NonNullable<Egress['closedPlace']> {
  const toldAt = new Map<string, number>();

  const isFirst = (key: string): boolean => {
    const now = clock.now();
    for (const [other, at] of toldAt) if (at + TOLD_MS <= now) toldAt.delete(other);
    if (toldAt.has(key)) return false;
    toldAt.set(key, now);
    return true;
  };

  return (address, cause, asker): ClosedPlace | null => {
    const why = readCause(cause);
    const { platform, account, chat, thread, threadName } = address;
    if (why === null || !isFirst(`${chat}/${thread ?? ''}/${asker}`)) return null;
    const general: ChatAddress = { platform, account, chat, kind: 'group' };
    const direct: ChatAddress = { platform, account, chat: asker, kind: 'dm' };
    // Anonymous admins write as their group, which nobody can write to in private.
    const isPerson = /^\d+$/.test(asker);
    return {
      places: [...(thread === undefined ? [] : [general]), ...(isPerson ? [direct] : [])],
      name: threadName ?? null,
      link: linkTo(chat, thread),
      why,
    };
  };
}

function readCause(cause: unknown): ClosedPlace['why'] | null {
  if (!(cause instanceof TelegramCallError) || cause.failure.kind !== 'answered') return null;
  const { description } = cause.failure;
  if (says(description, TOPIC_CLOSED)) return 'closed';
  return says(description, TOPIC_GONE) ? 'gone' : null;
}

function linkTo(chat: string, thread = '1'): string | null {
  const number = SUPERGROUP.exec(chat)?.[1];
  return number === undefined ? null : `https://t.me/c/${number}/${thread}`;
}
