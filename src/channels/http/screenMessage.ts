import type { Log } from '../../core/log.js';
import { HttpError } from '../../http/httpError.js';

/** From these scores on a message is refused, or only noted (contract: agent runtime, injection scanner). */
const REFUSED_SCORE = 0.7;
const NOTED_SCORE = 0.3;

/** How much a text tries to take over the assistant, 0 to 1. */
export type ScoreMessage = (text: string) => number;

/**
 * Looks at what a caller hands in, which may be somebody else's words.
 *
 * @throws HttpError 400 for an attempt to take over the assistant; what gave it away is in the log alone
 */
export function screenMessage(text: string, { score, log }: { readonly score: ScoreMessage; readonly log: Log }): void {
  const found = score(text);
  if (found < NOTED_SCORE) return;
  log.warn({ score: found, chars: text.length }, 'an HTTP message reads like an injection');
  if (found < REFUSED_SCORE) return;
  throw new HttpError(
    400,
    'injection',
    'The message reads like an attempt to override the assistant, so it was not passed on. Please say it in other words.',
  );
}
