import type { ModelReply } from '../../platforms/model/reply.js';
import type { SeededRandom } from '../../setup/seededRandom.js';

const sentence = 'The gulls keep to the northern cliffs while the wind stands in the west.';
const paragraph = Array.from({ length: 8 }, () => sentence).join(' ');

/** The answer to `c3 m1`. One in eight fills several messages. */
export function answerTo(question: string): string {
  const [name = '', message = ''] = question.split(' ');
  const number = Number(name.slice(1)) + 3 * Number(message.slice(1));
  const parts =
    number % 8 === 0
      ? Array.from({ length: 12 }, (_, i) => `\n\nPart ${i + 1}: ${paragraph}`)
      : Array.from({ length: 1 + (number % 5) }, () => ` ${sentence}`);
  return `Answer to ${question}.${parts.join('')} End of ${question}.`;
}

/**
 * Whether a message with this text, the first of an answer that is not complete, still grows. It is full when the next part has no room;
 * then it is edited no more, so that the gateway cannot know that a reader deleted it. `mostChars`: what the platform lets a message hold.
 */
export const isGrowing = (text: string, mostChars: number) => text.length < mostChars - paragraph.length - 100;

/** An answer that a person who looks for a mistake can read. */
export const brief = (text: string) => text.replaceAll(sentence, '~');

/** Sends back the file that came with a question, well or ill; a second time it is always well. */
export function chaoticFileCall(path: string, attempt: number, random: SeededRandom): ModelReply {
  const name = /[\w-]+\.txt$/.exec(path)?.[0].replace(/^[0-9a-f]{8}-/, '') ?? '';
  const call = { name: 'send_file', arguments: { path, name } };
  const reply: ModelReply = { toolCalls: [call], toolCallStyle: random.pick(['split', 'whole', 'no-index']) };
  if (attempt > 0 || random.chance(0.7)) return reply;
  return {
    ...reply,
    fault: random.pick([
      { kind: 'status', status: 503 },
      { kind: 'drop', afterChunks: 1 },
    ]),
  };
}

/** A reply of the model with this text, well or ill; a second time it is always well. `growing`: the share that comes in pieces. */
export function chaoticReply(text: string, attempt: number, random: SeededRandom, growing: number): ModelReply {
  const chunkChars = random.chance(growing) ? random.between(4, 200) : text.length;
  const chunks = Math.ceil(text.length / chunkChars);
  const reply: ModelReply = {
    text,
    chunkChars,
    firstDelayMs: random.between(0, 400),
    delayMs: Math.min(40, Math.floor(2_000 / chunks)),
    wire: {
      lineEnd: random.pick(['\n', '\r\n', '\n']),
      lastBlankLine: random.chance(0.7),
      done: random.chance(0.8),
      comments: random.chance(0.2),
      ...(random.chance(0.2) ? { splitBytes: random.between(1, 7) } : {}),
    },
  };
  if (attempt > 0 || random.chance(0.6)) return reply;
  const afterChunks = random.between(0, Math.max(0, chunks - 1));
  const fault = random.pick<NonNullable<ModelReply['fault']>>([
    { kind: 'status', status: 500 },
    { kind: 'status', status: 429, retryAfter: 1 },
    { kind: 'drop-before-headers' },
    { kind: 'drop', afterChunks },
    { kind: 'drop', afterChunks, how: 'end' },
    { kind: 'error-event', afterChunks },
  ]);
  return { ...reply, fault };
}
