import type { Clock } from '../core/clock.js';
import type { TurnEventBody } from '../core/events.js';
import type { Log } from '../core/log.js';
import type { ChatAddress, InboundMessage } from '../core/message.js';
import type { FileSource } from '../core/ports/files.js';
import type { ClaimedTurn } from '../core/ports/laneStore.js';
import type { TurnJob } from '../core/ports/turnRunner.js';
import type { Wording } from '../core/wording.js';
import { receiveFiles } from '../runtime/attachments/receiveFiles.js';

/** The files that the people of a turn sent with their messages. */
export interface Attachments {
  /** Fetches the messages' files; what cannot be fetched stands in the messages and, later, below the answer. */
  receive(messages: readonly InboundMessage[]): Promise<readonly InboundMessage[]>;
  receiveAll(first: InboundMessage, others: readonly InboundMessage[]): Promise<TurnJob['messages']>;
  /** An answer with a line about every file that did not come; other events as they are. */
  withProblems(body: TurnEventBody): TurnEventBody;
}

export function createAttachments(
  turn: { readonly claimed: ClaimedTurn; readonly wording: Wording; readonly signal: AbortSignal },
  deps: {
    readonly filesFor: (address: ChatAddress) => FileSource | null;
    readonly dataDir: string;
    readonly clock: Clock;
    readonly log: Log;
  },
): Attachments {
  const { claimed, wording, signal } = turn;
  const lane = claimed.lane.id;
  const source = deps.filesFor(claimed.messages[0].message.address);
  const problems: string[] = [];

  const receive: Attachments['receive'] = async (messages) => {
    const received = await receiveFiles({ lane, messages, source, wording, signal }, deps);
    problems.push(...received.problems);
    return received.messages;
  };

  return {
    receive,
    receiveAll: async (first, others) => {
      const [head = first, ...rest] = await receive([first, ...others]);
      return [head, ...rest];
    },
    withProblems: (body) => {
      if (body.type !== 'final' || problems.length === 0) return body;
      return { ...body, text: [body.text, ...problems].filter((part) => part.trim() !== '').join('\n\n') };
    },
  };
}
