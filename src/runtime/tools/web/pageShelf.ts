import type { Clock } from '../../../core/clock.js';

/** A document that was read, whole. */
export interface ReadPage {
  readonly title: string;
  readonly url: string;
  readonly published: string;
  readonly byline: string;
  readonly note: string;
  readonly text: string;
}

/** How long the rest of a document stays the same for whoever reads on, in milliseconds. */
const KEPT_MS = 10 * 60_000;
/** Of all documents together, in characters. */
const MAX_CHARS = 4_000_000;

/** Documents that are being read part by part, so that each part is of the same text and nothing is fetched twice. */
export interface PageShelf {
  find(key: string): ReadPage | null;
  keep(key: string, page: ReadPage): void;
}

export function createPageShelf(clock: Clock): PageShelf {
  const pages = new Map<string, { readonly page: ReadPage; readonly until: number }>();
  let chars = 0;

  const drop = (key: string) => {
    chars -= pages.get(key)?.page.text.length ?? 0;
    pages.delete(key);
  };

  return {
    find: (key) => {
      const found = pages.get(key);
      if (found === undefined) return null;
      if (found.until > clock.now()) return found.page;
      drop(key);
      return null;
    },
    keep: (key, page) => {
      drop(key);
      if (page.text.length > MAX_CHARS) return;
      pages.set(key, { page, until: clock.now() + KEPT_MS });
      chars += page.text.length;
      // The oldest go first.
      for (const old of pages.keys()) {
        if (chars <= MAX_CHARS) break;
        drop(old);
      }
    },
  };
}
