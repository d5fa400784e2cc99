/** Marks of a piece of text. */
export type Style = {
  readonly bold?: true;
  readonly italic?: true;
  readonly strike?: true;
  readonly code?: true;
};

/** Inline content of rich text: taken literally by Slack, so nothing in it can be a mark, a mention or a command. */
export type Inline =
  | { readonly type: 'text'; readonly text: string; readonly style?: Style }
  | { readonly type: 'link'; readonly url: string; readonly text?: string; readonly style?: Style };

export type Section = { readonly type: 'rich_text_section'; readonly elements: readonly Inline[] };

/** What a `rich_text` block is made of. `border` draws the bar of a quote. */
export type RichPart =
  | Section
  | {
      readonly type: 'rich_text_list';
      readonly style: 'bullet' | 'ordered';
      readonly elements: readonly Section[];
      readonly indent: number;
      readonly offset?: number;
      readonly border?: 1;
    }
  | { readonly type: 'rich_text_quote'; readonly elements: readonly Inline[] }
  | {
      readonly type: 'rich_text_preformatted';
      readonly elements: readonly { readonly type: 'text'; readonly text: string }[];
      readonly border?: 1;
    };

export type TableCell =
  | { readonly type: 'raw_text'; readonly text: string }
  | { readonly type: 'rich_text'; readonly elements: readonly Section[] };

/** The blocks that an answer is made of: a part of Block Kit. */
export type Block =
  | { readonly type: 'rich_text'; readonly elements: readonly RichPart[] }
  | { readonly type: 'header'; readonly text: { readonly type: 'plain_text'; readonly text: string } }
  | { readonly type: 'divider' }
  | {
      readonly type: 'table';
      readonly rows: readonly (readonly TableCell[])[];
      readonly column_settings: readonly { readonly align: 'left' | 'center' | 'right'; readonly is_wrapped: true }[];
    };

/** Text as Slack takes it: no control characters but line breaks, no halves of surrogate pairs. */
export function cleanText(text: string): string {
  if (/^[\n -~]*$/.test(text)) return text;
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\t\u2028\u2029]/g, ' ')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}
