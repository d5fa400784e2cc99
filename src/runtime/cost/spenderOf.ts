import type { TurnJob } from '../../core/ports/turnRunner.js';
import { chatOfLane, type Spender } from '../../core/ports/usage.js';

/** Whose budgets a turn spends from: its principal's, its chat's, and those of the persona that answers. */
export function spenderOf(
  { turn, attempt, lane, principal }: Pick<TurnJob, 'turn' | 'attempt' | 'lane' | 'principal'>,
  persona: string | null,
): Spender {
  return { turn, attempt, lane, chat: chatOfLane(lane), person: principal.person, persona };
}
