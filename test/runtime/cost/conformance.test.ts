import { z } from 'zod';
import { BudgetExceededError } from '../../../src/runtime/cost/budgetExceededError.js';
import { CostTracker } from '../../../src/runtime/cost/costTracker.js';
import { describeConformance } from '../conformanceCases.js';

const callSchema = z.object({ model: z.string(), input: z.number(), output: z.number() });

describeConformance('cost.calculateCost', (input) => {
  const { model, input: tokensIn, output: tokensOut } = callSchema.parse(input);
  return new CostTracker().calculateCost(model, tokensIn, tokensOut);
});

const usedSchema = z.tuple([z.string(), z.number(), z.number()]).rest(z.string());

const budgetSchema = z.object({
  budget: z.number().nullable(),
  mode: z.enum(['soft', 'hard']).default('soft'),
  usage: z.array(usedSchema).exactOptional(),
});

/** What a check says: its answer, or the error with its figures. */
function check(tracker: CostTracker): unknown {
  try {
    return tracker.checkBudget();
  } catch (error) {
    if (!(error instanceof BudgetExceededError)) throw error;
    const { name, budgetUsd, currentUsd } = error;
    return { error: name, budgetUsd, currentUsd };
  }
}

/** Without usage one check, else one before and one after it. */
describeConformance('cost.checkBudget', (input) => {
  const { budget, mode, usage } = budgetSchema.parse(input);
  const tracker = new CostTracker();
  tracker.setBudget(budget, mode);
  if (usage === undefined) return check(tracker);
  const before = check(tracker);
  for (const [model, tokensIn, tokensOut] of usage) tracker.addUsage(model, tokensIn, tokensOut);
  return [before, check(tracker)];
});

const workspaceSchema = z.object({ usage: z.array(usedSchema), workspace: z.string() });

describeConformance('cost.getWorkspaceCost', (input) => {
  const { usage, workspace } = workspaceSchema.parse(input);
  const tracker = new CostTracker();
  for (const [model, tokensIn, tokensOut, id] of usage) tracker.addUsage(model, tokensIn, tokensOut, id);
  return tracker.getWorkspaceCost(workspace);
});
