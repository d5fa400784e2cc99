/** Sentences of the loop itself: to the model, or as the answer when the model has none. */

/** Why the model is asked for a closing answer without tools; reason of the directive that asks. */
export type ClosingReason = 'round-cap' | 'tool-loop';

export const CLOSING_DIRECTIVES: Readonly<Record<ClosingReason, string>> = {
  'round-cap':
    'You have used all tool rounds of this turn. Do not call tools any more. Answer now with what you have, and say plainly what is still open.',
  'tool-loop':
    'The same tool calls are repeated without success, so no more tools run in this turn. Do not call any. Answer now: say what you have found, what did not work and why, and what the user can do.',
};

export const ABORTED_TEXT = 'Agent loop aborted (client disconnected).';

/** The answer at the round cap when the model has said nothing. */
export function roundCapText(maxTurns: number, toolsUsed: number): string {
  return `Max tool turns reached (${maxTurns} turns, ${toolsUsed} tool calls). The work is not finished; ask me to go on if you want.`;
}

export function budgetText(used: number, limit: number): string {
  return `Token budget reached: ${used} of ${limit} tokens used. The work is not finished.`;
}

/** The answer of a turn that went in circles, when the model has no words for it. */
export function toolLoopText(toolsUsed: number): string {
  return `I stopped because the same tool calls kept failing or changed nothing (${toolsUsed} tool calls). The work is not finished; tell me how to go on, or try again later.`;
}

/** The answer of a turn in which the model has said nothing at all. */
export function noAnswerText(): string {
  return 'The model gave no answer. Please ask again, perhaps in other words.';
}

/** In place of an answer that a hook of the operator holds back. */
export function blockedResponseText(reason: string): string {
  return `[BLOCKED] This answer was held back: ${reason}`;
}
