import { createHash } from 'node:crypto';
import type { Clock } from '../../../core/clock.js';
import type { Extractor } from '../../web/extractor.js';
import { documentKindOf } from '../../web/officeKind.js';
import { createPageShelf } from '../web/pageShelf.js';

/** Lines of a document's text are no longer, so that every word of a long paragraph can be read. */
const MAX_LINE = 1_500;

/** Gives the text of a document; null for what is none. @throws Error saying why it cannot be read */
export type ReadDocument = (content: Buffer, lane: string, signal: AbortSignal) => Promise<string | null>;

/** Reads PDF and Office files off the event loop, each once for whoever reads on. */
export function createReadDocument(deps: { readonly extractor: Extractor; readonly clock: Clock }): ReadDocument {
  const shelf = createPageShelf(deps.clock);
  return async (content, lane, signal) => {
    const kind = documentKindOf(content);
    if (kind === null) return null;
    const key = `${lane} ${createHash('sha256').update(content).digest('hex')}`;
    const known = shelf.find(key);
    if (known !== null) return known.text;
    const { text, title, note, byline, published } = await deps.extractor.read(
      { kind, bytes: content, url: '' },
      signal,
    );
    const head = [...(title === '' ? [] : [`Title: ${title}`]), ...(note === '' ? [] : [`(${note})`])];
    const whole = wrapped([...head, text === '' ? '(no text)' : text].join('\n'));
    shelf.keep(key, { text: whole, title, note, byline, published, url: '' });
    return whole;
  };
}

/** Breaks long lines at spaces. */
function wrapped(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const lines: string[] = [];
      let rest = line;
      while (rest.length > MAX_LINE) {
        const space = rest.lastIndexOf(' ', MAX_LINE);
        const end =
          space > MAX_LINE / 2
            ? space + 1
            : /[\uD800-\uDBFF]/.test(rest.charAt(MAX_LINE - 1))
              ? MAX_LINE - 1
              : MAX_LINE;
        lines.push(rest.slice(0, end));
        rest = rest.slice(end);
      }
      return [...lines, rest];
    })
    .join('\n');
}
