import type { Clock } from '../core/clock.js';
import { escapeMarkdown } from '../core/escapeMarkdown.js';
import type { TurnEventBody } from '../core/events.js';
import type { Log } from '../core/log.js';
import type { ChatAddress, InboundMessage } from '../core/message.js';
import type { FileSource } from '../core/ports/files.js';
import type { ClaimedTurn } from '../core/ports/laneStore.js';
import type { TurnJob } from '../core/ports/turnRunner.js';
import type { Wording } from '../core/wording.js';
import { receiveFiles } from '../runtime/attachments/receiveFiles.js';
import { hearRecordings, isUnheard, refuseUnheard } from '../runtime/voice/hearRecordings.js';
import type { SpeechToText } from '../runtime/voice/speechToText.js';
import { laneWorkspace } from '../runtime/workspace/laneWorkspace.js';

/** The files that the people of a turn sent with their messages. */
export interface Attachments {
  /** Fetches the messages' files; what cannot be fetched stands in the messages and, later, below the answer. */
  receive(messages: readonly InboundMessage[]): Promise<readonly InboundMessage[]>;
  receiveAll(first: InboundMessage, others: readonly InboundMessage[]): Promise<TurnJob['messages']>;
  /** The messages received so far as the conversation keeps them: with what was spoken, without what became of files. */
  kept(): readonly InboundMessage[];
  /** Whether all that the person sent are voice messages that could not be heard. */
  isUnheard(): boolean;
  /** Markdown that shows people what was heard of them; empty where nothing was. */
  transcript(): string;
  /** An answer with a line about every file that did not come; other events as they are. */
  withProblems(body: TurnEventBody): TurnEventBody;
}

export function createAttachments(
  turn: { readonly claimed: ClaimedTurn; readonly wording: Wording; readonly signal: AbortSignal },
  deps: {
    readonly filesFor: (address: ChatAddress) => FileSource | null;
    /** Null: no speech model is set up. */
    readonly speech: SpeechToText | null;
    readonly dataDir: string;
    readonly clock: Clock;
    readonly log: Log;
  },
): Attachments {
  const { claimed, wording, signal } = turn;
  const lane = claimed.lane.id;
  const source = deps.filesFor(claimed.messages[0].message.address);
  const workspace = laneWorkspace(deps.dataDir, lane);
  const problems: string[] = [];
  const transcripts: string[] = [];
  const all: InboundMessage[] = [];

  const receive: Attachments['receive'] = async (messages) => {
    const wanted = refuseUnheard(messages, wording, deps.speech);
    const received = await receiveFiles({ lane, messages: wanted, source, wording, signal }, deps);
    const heard = await hearRecordings({ messages: received.messages, workspace, wording, signal }, deps);
    problems.push(...received.problems, ...heard.problems);
    transcripts.push(...heard.transcripts.map(quoteHeard));
    all.push(...heard.messages);
    return heard.messages;
  };

  return {
    receive,
    receiveAll: async (first, others) => {
      const [head = first, ...rest] = await receive([first, ...others]);
      return [head, ...rest];
    },
    kept: () => all.map(withoutReceived),
    isUnheard: () => isUnheard(all),
    transcript: () => transcripts.join('\n\n'),
    withProblems: (body) => {
      if (body.type !== 'final' || problems.length === 0) return body;
      return { ...body, text: [body.text, ...problems].filter((part) => part.trim() !== '').join('\n\n') };
    },
  };
}

function withoutReceived(message: InboundMessage): InboundMessage {
  const parts = message.parts.map((part) => {
    if (part.type !== 'file') return part;
    const { received: _, ...bare } = part;
    return bare;
  });
  return { ...message, parts };
}

/** So much of a transcript is shown, in characters: enough to see whether it was heard right. */
const SHOWN_CHARS = 3000;

/** As a quotation, which platforms collapse when it is long. */
function quoteHeard(text: string): string {
  const isCut = text.replace(/\s+/g, ' ').length > SHOWN_CHARS;
  return `> 🎤 ${escapeMarkdown(text, SHOWN_CHARS)}${isCut ? '…' : ''}`;
}
