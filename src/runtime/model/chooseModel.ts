import type { InboundMessage } from '../../core/message.js';
import { routeMessage } from './routeMessage.js';

/** Short words that go on with whatever was asked before. */
const CARRIES_ON =
  /^(?:ok(?:ay)?[,.! ]*)?(?:yes|yep|yeah|sure|go(?: ahead| on)?|do (?:it|that)|let'?s do (?:it|that)|continue|carry on|proceed|next|again|try again|retry|sounds good|that works|ja|mach(?: das| weiter)?|weiter|oui|vas-y|continue[rz]?|sí|sigue|adelante|sim|continua|да|давай|продолжай|是|好的?|继续)[.! ]*$/iu;

/**
 * The model for a turn: the budget model for short, simple messages where one is configured. A "yes, do it" after
 * something was said goes on with work that was not simple, so it stays with the primary model.
 */
export function chooseModel(request: {
  readonly model: string;
  /** `WAGGLE_BUDGET_MODEL`. */
  readonly budgetModel: string | null;
  readonly messages: readonly InboundMessage[];
  /** What the messages say. */
  readonly text: string;
  readonly hasHistory: boolean;
}): string {
  const { model, budgetModel, messages, text } = request;
  if (budgetModel === null) return model;
  if (messages.some((message) => message.parts.some((part) => part.type === 'file'))) return model;
  if (request.hasHistory && CARRIES_ON.test(text.trim())) return model;
  return routeMessage(text) === 'budget' ? budgetModel : model;
}
