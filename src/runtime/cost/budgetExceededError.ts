import { WaggleError } from '../../core/errors.js';

/** A hard budget has no room for another model call (contract: agent runtime 11). Its code is `budget`. */
export class BudgetExceededError extends WaggleError {
  readonly budgetUsd: number;
  /** What is spent so far. */
  readonly currentUsd: number;

  constructor(budgetUsd: number, currentUsd: number, sentence = 'The budget for today is used up.') {
    super('budget', `Budget exceeded: ${currentUsd.toFixed(4)} of ${budgetUsd.toFixed(4)} USD are spent.`, {
      sentence,
    });
    this.name = 'BudgetExceededError';
    this.budgetUsd = budgetUsd;
    this.currentUsd = currentUsd;
  }
}
