import type { Log } from '../../../core/log.js';
import type { ChatAddress } from '../../../core/message.js';
import { threadToOpen } from '../autoThread.js';
import { THREAD_EXISTS } from '../wire/codes.js';
import { isRefusal } from '../wire/failure.js';
import type { DiscordRest } from '../wire/rest.js';
import { codeOf } from './errors.js';

/** Conversations that this process opened threads for, or found one open. */
const MAX_KEPT = 10_000;
/** A day without a word, then the thread leaves the list of channels; it opens again by the next message. */
const ARCHIVE_MINUTES = 1440;

/** Opens the threads of conversations that are to have one of their own, when something is first written there. */
export interface OpenThreads {
  /**
   * The channel to call for an address: its chat, or the parent channel where no thread may be opened.
   *
   * @throws DiscordCallError when the thread could not be opened now
   */
  channelOf(address: ChatAddress, signal: AbortSignal): Promise<string>;
}

export function createOpenThreads(deps: { rest: DiscordRest; log: Log }): OpenThreads {
  const { rest, log } = deps;
  const known = new Map<string, string>();

  const note = (chat: string, channel: string) => {
    known.set(chat, channel);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_KEPT) break;
      known.delete(oldest);
    }
    return channel;
  };

  return {
    channelOf: async (address, signal) => {
      const thread = threadToOpen(address);
      if (thread === null) return address.chat;
      const before = known.get(address.chat);
      if (before !== undefined) return before;
      const { parent, message, name } = thread;
      try {
        const path = `/channels/${parent}/messages/${message}/threads` as const;
        const json = { name, auto_archive_duration: ARCHIVE_MINUTES };
        await rest.call({ name: 'startThread', method: 'POST', path, json }, { signal });
        return note(address.chat, address.chat);
      } catch (thrown) {
        if (codeOf(thrown) === THREAD_EXISTS) return note(address.chat, address.chat);
        // Not allowed, too many threads, gone with its message, a name that Discord dislikes: answered in the channel then.
        if (!isRefusal(thrown)) throw thrown;
        log.warn({ err: thrown, chat: parent }, 'no thread can be opened here; answering in the channel');
        return note(address.chat, parent);
      }
    },
  };
}
