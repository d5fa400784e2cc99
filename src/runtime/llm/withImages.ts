import type { AgentImage, AgentMessage } from './agentMessage.js';

/** The message with the pictures that it shows, if there are any. */
export function withImages(message: AgentMessage, images: readonly AgentImage[]): AgentMessage {
  return images.length === 0 ? message : { ...message, images };
}
