import { z } from 'zod';

/** What the thread is given: the bytes of one document, and how to read them. */
export const extractJobSchema = z.object({
  kind: z.enum(['html', 'pdf', 'docx', 'xlsx', 'pptx', 'text', 'duckduckgo']),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  /** Where it came from, for links within it. */
  url: z.string(),
  /** `charset` of the content type, where it has one. */
  charset: z.string().exactOptional(),
});
export type ExtractJob = z.infer<typeof extractJobSchema>;

/** The readable part of a document. */
export const readableSchema = z.object({
  /** Empty where it has none. */
  title: z.string(),
  /** Markdown of an HTML page, a Word or Excel file; else plain text. */
  text: z.string(),
  /** When it was published, as the page says it; who wrote it. */
  published: z.string(),
  byline: z.string(),
  /** What was left out. */
  note: z.string(),
});
export type Readable = z.infer<typeof readableSchema>;

/** One find of a search. */
export const searchHitSchema = z.object({ title: z.string(), url: z.string(), snippet: z.string() });
export type SearchHit = z.infer<typeof searchHitSchema>;

/** What a page of results says: finds, or that it wants to see a person first. */
export const resultPageSchema = z.object({
  hits: z.array(searchHitSchema),
  isChallenge: z.boolean(),
  isEmpty: z.boolean(),
});
export type ResultPage = z.infer<typeof resultPageSchema>;

export const extractReplySchema = z.union([
  z.object({ readable: readableSchema }),
  z.object({ results: resultPageSchema }),
  z.object({ failure: z.string() }),
]);
export type ExtractReply = z.infer<typeof extractReplySchema>;
