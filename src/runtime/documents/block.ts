/** A piece of a line with one look. */
export interface Span {
  /** Without line breaks, unless it is a break: then just that, `\n`. */
  readonly text: string;
  readonly bold?: true;
  readonly italic?: true;
  readonly strike?: true;
  readonly code?: true;
  /** Where it leads: `http`, `https`, `mailto` or `tel`. */
  readonly link?: string;
}

export type Spans = readonly Span[];

/** The sign before a list item. */
export interface Marker {
  /** `•`, `3.`, `☐` or `☑`. */
  readonly text: string;
  /** Number in its list; null in a list without numbers. */
  readonly number: number | null;
  /** Which list of the document it belongs to, from 0. */
  readonly list: number;
}

/** Where a block stands. */
interface Place {
  /** In how many lists. */
  readonly depth: number;
  /** In how many quotes. */
  readonly quotes: number;
  /** Set for the first block of a list item. */
  readonly marker?: Marker;
}

export type Align = 'left' | 'center' | 'right' | null;

/** A block of a document. Lists and quotes are flat: each block says where it stands, so that writers need no recursion. */
export type Block = Place &
  (
    | { readonly kind: 'heading'; readonly level: number; readonly spans: Spans }
    | { readonly kind: 'paragraph'; readonly spans: Spans }
    | { readonly kind: 'code'; readonly text: string }
    | { readonly kind: 'table'; readonly align: readonly Align[]; readonly rows: readonly (readonly Spans[])[] }
    | { readonly kind: 'rule' }
    | { readonly kind: 'image'; readonly path: string; readonly alt: string }
  );

/** The bare text of spans. */
export function textOfSpans(spans: Spans): string {
  return spans.map(({ text }) => text).join('');
}
