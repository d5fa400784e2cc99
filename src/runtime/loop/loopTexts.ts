/** Sentences of the loop itself: to the model, or as the answer when the model has none. */

/** Reason of the directive that asks for a closing answer at the round cap. */
export const ROUND_CAP = 'round-cap';

export const CLOSING_DIRECTIVE =
  'You have used all tool rounds of this turn. Do not call tools any more. Answer now with what you have, and say plainly what is still open.';

export const ABORTED_TEXT = 'Agent loop aborted (client disconnected).';

/** The answer at the round cap when the model has said nothing. */
export function roundCapText(maxTurns: number, toolsUsed: number): string {
  return `Max tool turns reached (${maxTurns} turns, ${toolsUsed} tool calls). The work is not finished; ask me to go on if you want.`;
}

export function budgetText(used: number, limit: number): string {
  return `Token budget reached: ${used} of ${limit} tokens used. The work is not finished.`;
}
