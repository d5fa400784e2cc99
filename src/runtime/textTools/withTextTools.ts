import type { CompletionEvent, CompletionRequest, Llm } from '../llm/completion.js';
import { createCallFilter } from './callFilter.js';
import { toTextToolMessages } from './textToolMessages.js';

/** `WAGGLE_TEXT_TOOLS`: for all models, for none, or for those whose id contains one of the parts. */
export type TextToolsSetting = 'on' | 'off' | readonly string[];

/** Whether a model writes its tool calls as text. */
function writesCalls(setting: TextToolsSetting, model: string): boolean {
  if (typeof setting === 'string') return setting === 'on';
  return setting.some((part) => model.toLowerCase().includes(part.toLowerCase()));
}

async function* completeInText(
  llm: Llm,
  request: CompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent, void> {
  const messages = toTextToolMessages(request.messages, request.tools);
  let filter = createCallFilter();
  let text = '';
  const show = (piece: string): CompletionEvent[] => {
    text += piece;
    return piece === '' ? [] : [{ type: 'text', delta: piece }];
  };
  for await (const event of llm.complete({ ...request, messages, tools: [] }, signal)) {
    if (event.type === 'text') yield* show(filter.write(event.delta));
    else if (event.type === 'done') {
      yield* show(filter.end());
      const toolCalls = [...event.completion.toolCalls, ...filter.calls()];
      yield { type: 'done', completion: { ...event.completion, text, toolCalls } };
    } else {
      if (event.type === 'void') {
        filter = createCallFilter();
        text = '';
      }
      yield event;
    }
  }
}

/**
 * The same endpoint for models without native tool calls: tools are explained in words, calls are read out of the model's
 * own text and never shown. Nothing is ever read out of what users or tools say.
 */
export function withTextTools(llm: Llm, setting: TextToolsSetting): Llm {
  if (setting === 'off') return llm;
  return {
    ...llm,
    complete: (request, signal) =>
      writesCalls(setting, request.model) ? completeInText(llm, request, signal) : llm.complete(request, signal),
  };
}
