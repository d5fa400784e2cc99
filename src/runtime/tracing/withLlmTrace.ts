import type { Clock } from '../../core/clock.js';
import { toWaggleError } from '../../core/errors.js';
import type { Llm } from '../llm/completion.js';
import { logTurnEvent } from './turnEvents.js';

/** The same model, telling the turn's trace how long each call took and what came of it. */
export function withLlmTrace(llm: Llm, turnId: string, clock: Clock): Llm {
  return {
    complete: async function* (request, signal) {
      const startedAt = clock.now();
      const { model, messages, tools } = request;
      logTurnEvent(turnId, { stage: 'llm.enter', model, messages: messages.length, tools: tools.length });
      let firstTextMs: number | null = null;
      try {
        for await (const event of llm.complete({ ...request, turnId }, signal)) {
          if (event.type === 'text') firstTextMs ??= clock.now() - startedAt;
          else if (event.type === 'retry') {
            const { cause, retry, waitMs } = event;
            logTurnEvent(turnId, { stage: 'llm.retry', cause, retry, waitMs });
          } else if (event.type === 'done') {
            const { text, toolCalls, finishReason, usage } = event.completion;
            logTurnEvent(turnId, {
              stage: 'llm.exit',
              ms: clock.now() - startedAt,
              firstTextMs,
              chars: text.length,
              toolCalls: toolCalls.map((call) => call.name),
              finishReason,
              ...usage,
            });
          }
          yield event;
        }
      } catch (thrown) {
        logTurnEvent(turnId, { stage: 'llm.exit', ms: clock.now() - startedAt, error: toWaggleError(thrown).code });
        throw thrown;
      }
    },
  };
}
