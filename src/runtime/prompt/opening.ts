import type { InboundMessage } from '../../core/message.js';
import type { HistoryEntry } from '../../core/ports/transcripts.js';
import type { AgentImage, AgentMessage } from '../llm/agentMessage.js';
import { withImages } from '../llm/withImages.js';
import { userText } from './userText.js';

/**
 * The messages that a turn starts from: the stable system text, the history as it was, the user's new messages, and the
 * context block at the end of the newest one.
 */
export function buildOpening(parts: {
  readonly system: string;
  readonly history: readonly HistoryEntry[];
  readonly messages: readonly InboundMessage[];
  readonly context: string;
  /** The pictures of one of the messages. */
  readonly imagesOf: (identity: string) => readonly AgentImage[];
}): AgentMessage[] {
  const history = parts.history.filter((entry) => entry.content.trim() !== '');
  const last = parts.messages.length - 1;
  return [
    { role: 'system', content: parts.system },
    ...history.map(messageOf),
    ...parts.messages.map((message, i): AgentMessage => {
      const said = withImages({ role: 'user', content: userText(message) }, parts.imagesOf(message.identity));
      return i === last ? { ...said, context: parts.context } : said;
    }),
  ];
}

/** A summary reads as something that the user hands over: models keep to what stands in the system text above it. */
function messageOf({ role, content }: HistoryEntry): AgentMessage {
  if (role !== 'summary') return { role, content };
  return { role: 'user', content: `[Summary of earlier parts of this conversation]\n\n${content}` };
}
