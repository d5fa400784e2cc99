import type { Clock } from '../../core/clock.js';
import { VERIFICATION_DIRECTIVE } from '../gates/directives.js';
import { type DemoAnswer, demoAnswer } from './demoAnswer.js';
import { readDemoRequest } from './demoRequest.js';

/** Base URL that goes with the demo `fetch`; nothing is ever sent there. */
export const DEMO_BASE_URL = 'http://demo.invalid/v1';
export const DEMO_MODEL = 'waggle-demo';

/** Pause between two pieces of text, in milliseconds: slow enough to see it being written. */
const PIECE_DELAY_MS = 12;

/** Long answers come in larger pieces, so that none takes longer than about this many pauses. */
const MAX_PIECES = 150;
const MIN_PIECE_WORDS = 2;

function cutIntoPieces(text: string): string[] {
  const words = text.match(/\s*\S+\s*/g) ?? [];
  const size = Math.max(MIN_PIECE_WORDS, Math.ceil(words.length / MAX_PIECES));
  return Array.from({ length: Math.ceil(words.length / size) }, (_, i) =>
    words.slice(i * size, (i + 1) * size).join(''),
  );
}

const tokens = (chars: number) => Math.ceil(chars / 4);

function usageOf(answer: DemoAnswer, promptChars: number) {
  const written = answer.text.length + (answer.call?.arguments.length ?? 0);
  return { prompt_tokens: tokens(promptChars), completion_tokens: tokens(written) };
}

function callOf({ call }: DemoAnswer, n: number) {
  if (call === null) return {};
  return { tool_calls: [{ index: 0, id: `demo_${n}`, type: 'function', function: call }] };
}

function finishOf(answer: DemoAnswer): string {
  return answer.call === null ? 'stop' : 'tool_calls';
}

function eventsOf(answer: DemoAnswer, promptChars: number, n: number): string[] {
  const event = (delta: object, finish: string | null = null) => ({
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const events: object[] = cutIntoPieces(answer.text).map((content) => event({ content }));
  if (answer.call !== null) events.push(event(callOf(answer, n)));
  events.push(event({}, finishOf(answer)), { choices: [], usage: usageOf(answer, promptChars) });
  return [...events.map((data) => `data: ${JSON.stringify(data)}\n\n`), 'data: [DONE]\n\n'];
}

/**
 * The built-in demo model, as a `fetch` that answers chat completion requests like an OpenAI-compatible endpoint. It
 * is deterministic; only its pauses take time, by the clock.
 */
export function createDemoFetch(clock: Clock): typeof fetch {
  let requests = 0;

  const stream = (events: readonly string[], signal: AbortSignal | undefined): ReadableStream<Uint8Array> => {
    const encoder = new TextEncoder();
    let next = 0;
    return new ReadableStream({
      pull: async (controller) => {
        const event = events[next];
        if (event === undefined) {
          controller.close();
          return;
        }
        if (next > 0 && next < events.length - 3) await clock.sleep(PIECE_DELAY_MS, signal);
        next += 1;
        controller.enqueue(encoder.encode(event));
      },
    });
  };

  return async (_input, init) => {
    init?.signal?.throwIfAborted();
    if (typeof init?.body !== 'string')
      return new Response('{"error":{"message":"a JSON body is expected"}}', { status: 400 });
    const request = readDemoRequest(init.body, (text) => text === VERIFICATION_DIRECTIVE);
    requests += 1;
    const answer = demoAnswer(request);
    if (request.stream) {
      const events = eventsOf(answer, request.promptChars, requests);
      return new Response(stream(events, init.signal ?? undefined), {
        headers: { 'content-type': 'text/event-stream' },
      });
    }
    const message = { role: 'assistant', content: answer.text, ...callOf(answer, requests) };
    const choices = [{ index: 0, message, finish_reason: finishOf(answer) }];
    return Response.json({ choices, usage: usageOf(answer, request.promptChars) });
  };
}
