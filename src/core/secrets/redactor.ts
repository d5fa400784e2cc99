import { SECRET_SHAPES } from './secretShapes.js';

/** What stands where a secret stood. */
const MARK = '[secret]';

/** A shorter value would also hit innocent text. */
const MIN_SECRET_LENGTH = 6;

/** How much of what was given the next piece is looked at with; before it stands a letter, for what is not known any more. */
const CONTEXT_CHARS = 2;
const IN_A_WORD = 'a';

/** How much of a text's end is looked at for the beginning of a secret, in characters: a private key of 4096 bits has 3,300. */
const LONGEST_HELD = 4_000;

/** Takes secrets out of texts that a log, a model or a chat is about to get. */
export interface Redactor {
  /** Without the secrets of this gateway, exactly, and without what looks like a key. */
  clean(text: string): string;
  /** Without the secrets of this gateway only: for addresses, where other people's keys have their place. */
  cleanOwn(text: string): string;
  /** For a text that comes in pieces. */
  stream(): RedactingStream;
  /** One more secret of this gateway, which became known after the start. */
  learn(secret: string): void;
}

/** Cleans a text as it comes: the end of what came is kept back while it may be the beginning of a secret. */
export interface RedactingStream {
  /** Takes the next piece and gives what can be shown by now; often the piece itself. */
  write(piece: string): string;
  /** Gives the rest. */
  end(): string;
}

/** Replaces what looks like a key or token. */
export function redactSecretShapes(text: string): string {
  return SECRET_SHAPES.reduce(
    (clean, { whole, needsDigit = false }) =>
      clean.replace(whole, (found) => (needsDigit && !/\d/.test(found) ? found : MARK)),
    text,
  );
}

/** @param secrets values of the configuration that nobody may see; very short ones are passed over */
export function createRedactor(secrets: readonly string[]): Redactor {
  let own: readonly string[] = [];
  const learn = (secret: string) => {
    if (secret.length < MIN_SECRET_LENGTH) return;
    // In a line of JSON a secret stands escaped.
    const spellings = [secret, JSON.stringify(secret).slice(1, -1)];
    own = [...new Set([...own, ...spellings])].sort((a, b) => b.length - a.length);
  };
  for (const secret of secrets) learn(secret);
  const cleanOwn = (text: string) => own.reduce((clean, secret) => clean.replaceAll(secret, MARK), text);
  const clean = (text: string) => redactSecretShapes(cleanOwn(text));

  /** Where the part begins that more text may make a secret. */
  const safeEnd = (text: string): number => {
    const skipped = Math.max(0, text.length - LONGEST_HELD);
    const tail = text.slice(skipped);
    const ends = SECRET_SHAPES.map(({ unfinished }) => tail.search(unfinished)).flatMap((at) =>
      at < 0 ? [] : [skipped + at],
    );
    for (const secret of own) {
      const longest = Math.min(secret.length - 1, text.length);
      for (let length = longest; length > 0; length -= 1) {
        if (!text.endsWith(secret.slice(0, length))) continue;
        ends.push(text.length - length);
        break;
      }
    }
    return Math.min(text.length, ...ends);
  };

  const stream = (): RedactingStream => {
    /** The end of what was given, which decides whether a word begins behind it. */
    let context = '';
    let held = '';
    const give = (text: string): string => {
      const cleaned = clean(context + text).slice(context.length);
      const given = context + text;
      context = given.length > CONTEXT_CHARS ? `${IN_A_WORD}${given.slice(-CONTEXT_CHARS)}` : given;
      return cleaned;
    };
    return {
      write: (piece) => {
        const text = context + held + piece;
        const end = Math.max(context.length, safeEnd(text));
        held = text.slice(end);
        return give(text.slice(context.length, end));
      },
      end: () => {
        const rest = held;
        held = '';
        return give(rest);
      },
    };
  };
  return { clean, cleanOwn, stream, learn };
}
