import type { InboundMessage } from '../../core/message.js';
import type { TranscriptEntry } from '../../core/ports/transcripts.js';
import type { AgentMessage } from '../llm/agentMessage.js';
import { userText } from './userText.js';

/**
 * The messages that a turn starts from: the stable system text, the history as it was, the user's new messages, and the
 * context block at the end of the newest one.
 */
export function buildOpening(parts: {
  readonly system: string;
  readonly history: readonly TranscriptEntry[];
  readonly messages: readonly InboundMessage[];
  readonly context: string;
}): AgentMessage[] {
  const history = parts.history.filter((entry) => entry.content.trim() !== '');
  const last = parts.messages.length - 1;
  return [
    { role: 'system', content: parts.system },
    ...history.map(({ role, content }): AgentMessage => ({ role, content })),
    ...parts.messages.map((message, i): AgentMessage => {
      const text = userText(message);
      return { role: 'user', content: i === last ? `${text}\n\n${parts.context}` : text };
    }),
  ];
}
