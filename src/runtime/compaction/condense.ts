import type { AgentMessage } from '../llm/agentMessage.js';

/** The newest tool results stay whole. */
const KEPT_WHOLE = 6;
/** Shorter results are not worth condensing. */
const MIN_CHARS = 600;
const KEPT_CHARS = 200;

/**
 * Shortens old tool results in a conversation that has grown beyond `maxChars`: the model has read them, and a note says how to get
 * them again. Pure, so that a takeover builds the same request. Everything else, and each call's pairing with its answer,
 * stays as it is.
 */
export function condenseToolResults(messages: readonly AgentMessage[], maxChars: number): readonly AgentMessage[] {
  const total = messages.reduce((sum, message) => sum + (message.content?.length ?? 0), 0);
  if (total <= maxChars) return messages;
  const toolIndexes = messages.flatMap((message, index) => (message.role === 'tool' ? [index] : []));
  const old = new Set(toolIndexes.slice(0, Math.max(0, toolIndexes.length - KEPT_WHOLE)));
  return messages.map((message, index) => {
    const content = message.content ?? '';
    if (!old.has(index) || content.length < MIN_CHARS) return message;
    const kept = content.slice(0, KEPT_CHARS).replace(/[\uD800-\uDBFF]$/, '');
    return {
      ...message,
      content: `${kept}\n[condensed: ${content.length} characters in all; call the tool again if you need the rest]`,
    };
  });
}
