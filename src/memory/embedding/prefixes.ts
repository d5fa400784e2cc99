import type { EmbeddingPurpose } from '../../core/ports/embedder.js';

/** Models that were trained to be told what a text is for, by what stands in their name; from their model cards. */
const PREFIXES: readonly { readonly name: RegExp; readonly query: string; readonly document: string }[] = [
  { name: /\be5\b/i, query: 'query: ', document: 'passage: ' },
  { name: /nomic-embed/i, query: 'search_query: ', document: 'search_document: ' },
  {
    name: /mxbai-embed|snowflake-arctic-embed|bge-\w+-en/i,
    query: 'Represent this sentence for searching relevant passages: ',
    document: '',
  },
];

/** A text as a model wants it for a purpose. */
export function withPrefix(model: string, text: string, purpose: EmbeddingPurpose): string {
  const prefix = PREFIXES.find(({ name }) => name.test(model))?.[purpose] ?? '';
  return prefix + text;
}
