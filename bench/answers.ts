import type { ScriptedAnswer } from './wireServers.js';

/** Plain words only: what Telegram shows is then exactly what the model wrote, whoever renders it. */
const FIRST_SENTENCE = 'The tide turns at noon, and from then on the water falls until six in the evening, every day. ';
const REST =
  'After that it rises again, so the sand is free for about four hours in the afternoon. Bring boots for the way back, ' +
  'because the path along the dunes stays wet, and take the later bus if the wind comes from the west';

/** Characters of one event of a stream, about two tokens. */
const CHUNK_CHARS = 8;

function chunksOf(text: string): readonly string[] {
  return text.match(new RegExp(`.{1,${CHUNK_CHARS}}`, 'gsu')) ?? [];
}

/** 300 characters at once: all the time that a turn takes is the system's own. */
export const AT_ONCE: ScriptedAnswer = { chunks: chunksOf(FIRST_SENTENCE + REST), delayMs: 0 };

/** The same text over 1.3 s; the first event is a sentence that qualifies as a first message. */
export const STREAMED: ScriptedAnswer = { chunks: [FIRST_SENTENCE, ...chunksOf(REST)], delayMs: 50 };

/** 3,900 characters over 3 s, within one message: one chat that streams while another one asks. */
export const LONG: ScriptedAnswer = { chunks: chunksOf(Array(17).fill(REST).join('. ')), delayMs: 6 };
