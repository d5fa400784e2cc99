import type { Redactor } from '../../core/secrets/redactor.js';
import type { AgentMessage } from './agentMessage.js';
import type { Completion, CompletionEvent, CompletionRequest, Llm } from './completion.js';

/**
 * The same endpoint, which is told no secret and tells none: prompts, answers and the arguments of tool calls pass the
 * redactor. What is shown, stored or sent of an answer is clean because it is made from these events.
 */
export function withoutSecrets(llm: Llm, redactor: Redactor): Llm {
  /** Messages stay the same objects from round to round, and a long conversation is not searched anew for each. */
  const known = new WeakMap<AgentMessage, AgentMessage>();
  const cleanMessage = (message: AgentMessage): AgentMessage => {
    let clean = known.get(message);
    if (clean === undefined) {
      clean = withoutSecretsIn(message, redactor);
      known.set(message, clean);
    }
    return clean;
  };
  return {
    ...llm,
    complete: (request, signal) =>
      completeClean(llm, { ...request, messages: request.messages.map(cleanMessage) }, redactor, signal),
  };
}

function withoutSecretsIn(message: AgentMessage, redactor: Redactor): AgentMessage {
  const content = message.content === null ? null : redactor.clean(message.content);
  const context = message.context === undefined ? undefined : redactor.clean(message.context);
  if (content === message.content && context === message.context) return message;
  return { ...message, content, ...(context === undefined ? {} : { context }) };
}

async function* completeClean(
  llm: Llm,
  request: CompletionRequest,
  redactor: Redactor,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent, void> {
  let stream = redactor.stream();
  let text = '';
  const show = (piece: string): CompletionEvent[] => {
    text += piece;
    return piece === '' ? [] : [{ type: 'text', delta: piece }];
  };
  for await (const event of llm.complete(request, signal)) {
    if (event.type === 'text') yield* show(stream.write(event.delta));
    else if (event.type === 'done') {
      yield* show(stream.end());
      yield { type: 'done', completion: cleanCompletion(event.completion, text, redactor) };
    } else {
      if (event.type === 'void') {
        stream = redactor.stream();
        text = '';
      }
      yield event;
    }
  }
}

/** @param streamed what was given of its text by events; nothing where the endpoint does not stream */
function cleanCompletion(completion: Completion, streamed: string, redactor: Redactor): Completion {
  const toolCalls = completion.toolCalls.map((call) => ({ ...call, arguments: redactor.cleanOwn(call.arguments) }));
  return { ...completion, text: streamed === '' ? redactor.clean(completion.text) : streamed, toolCalls };
}
