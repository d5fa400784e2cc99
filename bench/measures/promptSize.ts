import { encode } from 'gpt-tokenizer';
import type { System } from '../systems.js';

/** A chat that has said nothing before. */
const USER = 2;
/** What each message costs besides its content, and what opens the answer (OpenAI cookbook, "counting tokens"). */
const TOKENS_PER_MESSAGE = 4;
const TOKENS_OF_OPENING = 3;

export interface PromptFigures {
  /** Tokens (o200k) of all messages. */
  readonly messages: number;
  /** Tokens of the tool definitions as JSON. */
  readonly tools: number;
}

/** What the first "hi" of a chat costs in prompt tokens. The wire servers' script must be set. */
export async function measurePrompt(system: System): Promise<PromptFigures> {
  await system.wire.ask(USER, 'hi').answered;
  const { messages, tools } = await system.wire.newestPrompt();
  return {
    messages: messages.reduce(
      (sum, message) => sum + encode(message.content).length + TOKENS_PER_MESSAGE,
      TOKENS_OF_OPENING,
    ),
    tools: tools === undefined ? 0 : encode(JSON.stringify(tools)).length,
  };
}
