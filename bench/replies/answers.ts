import type { ScriptedAnswer } from '../wireServers.js';

/** Plain words: what is shown is then what the model wrote, on every platform. */
const SENTENCES = [
  'The tide turns at noon, and from then on the water falls until six in the evening, every day. ',
  'After that it rises again, so the sand is free for about four hours in the afternoon. ',
  'Bring boots for the way back, because the path along the dunes stays wet until the late evening. ',
  'Take the later bus if the wind comes from the west, and the earlier one on any other day of the week. ',
];
/** Sentences of one paragraph. */
const PARAGRAPH = 6;

function textOf(chars: number): string {
  let text = '';
  for (let index = 0; text.length < chars; index += 1) {
    text += SENTENCES[index % SENTENCES.length] ?? '';
    if (index % PARAGRAPH === PARAGRAPH - 1) text = `${text.trimEnd()}\n\n`;
  }
  return text.slice(0, chars).replace(/\s*\S*$/, '.');
}

function chunksOf(text: string, chars: number): readonly string[] {
  return text.match(new RegExp(`.{1,${chars}}`, 'gsu')) ?? [];
}

/** A text that is written evenly over a time, in events of so many characters. */
function writtenOver(text: string, ms: number, chars: number): ScriptedAnswer {
  const chunks = chunksOf(text, chars);
  return { chunks, delayMs: ms / chunks.length };
}

/** 300 characters at once: for warming up. */
export const AT_ONCE: ScriptedAnswer = { chunks: chunksOf(textOf(300), 8), delayMs: 0 };

const short = textOf(300);
const first = SENTENCES[0] ?? '';

/** 300 characters over 1.3 s; the first event is a sentence that qualifies as a first message. */
export const SHORT: ScriptedAnswer = {
  chunks: [first, ...chunksOf(short.slice(first.length), 8)],
  delayMs: 50,
};

/** 9,000 characters over 6 s: several messages on every platform. Its first sentence is there after about 60 ms. */
export const LONG: ScriptedAnswer = writtenOver(textOf(9_000), 6_000, 8);

/** 1,600 characters, one message everywhere, over that time. */
export function slowlyOver(ms: number): ScriptedAnswer {
  return writtenOver(textOf(1_600), ms, 8);
}

/** As a model writes that is shared by many: events of 16 characters, ten a second (about 40 tokens a second). */
export function steadilyFor(ms: number): ScriptedAnswer {
  return { chunks: chunksOf(textOf((16 * ms) / 100), 16), delayMs: 100 };
}
