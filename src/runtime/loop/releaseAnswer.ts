import type { BackgroundJob } from '../../core/backgroundJob.js';
import type { AgentResponse } from '../../core/events.js';
import type { LoopConfig } from './loopConfig.js';
import { blockedResponseText } from './loopTexts.js';
import type { ShownText } from './shownText.js';

/** An answer that is about to go out. */
interface Answer {
  readonly response: AgentResponse;
  /** Everything that is shown. */
  readonly text: string;
  readonly background: readonly BackgroundJob[];
}

/**
 * Asks hooks whether the answer may go out (`pre:response`), and tells them what went out (`post:response`). What was
 * shown of an answer that is held back is void. A sub-agent's result is no answer: it goes to the model that asked for it.
 */
export async function releaseAnswer(
  outcome: Answer,
  { hooks, place, signal }: Pick<LoopConfig, 'hooks' | 'place' | 'signal'>,
  shown: Pick<ShownText, 'voidSegment'>,
): Promise<Answer> {
  if (hooks === null || place.agentId !== undefined) return outcome;
  const verdict = await hooks.fire('pre:response', { ...place, content: outcome.text }, signal);
  if (verdict.cancelled) shown.voidSegment('gate');
  const content = verdict.cancelled ? blockedResponseText(verdict.reason) : outcome.text;
  await hooks.fire('post:response', { ...place, content }, signal);
  if (!verdict.cancelled) return outcome;
  return { response: { ...outcome.response, content }, text: content, background: [] };
}
