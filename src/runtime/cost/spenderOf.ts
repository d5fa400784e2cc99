import type { TurnJob } from '../../core/ports/turnRunner.js';
import { chatOfLane, type Spender } from '../../core/ports/usage.js';

/** Whose budgets a turn spends from: its principal's, its chat's, and those of the persona that the message asks for. */
export function spenderOf({ turn, attempt, lane, principal, messages }: TurnJob): Spender {
  const persona = messages.at(-1)?.persona ?? null;
  return { turn, attempt, lane, chat: chatOfLane(lane), person: principal.person, persona };
}
