import { z } from 'zod';

const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

const textJob = {
  /** Markdown. */
  content: z.string(),
  title: z.string(),
  /** Stands in the file as its date, milliseconds UTC. */
  now: z.number(),
};

/** A cell: dates as ISO text, formulas with their `=`. */
export const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Cell = z.infer<typeof cellSchema>;

export const sheetSchema = z.object({
  name: z.string(),
  rows: z.array(z.array(cellSchema)),
  /** Columns' widths in characters; those that are missing follow from what is in them. */
  widths: z.array(z.number()),
  /** Whether text that begins with `=` is a formula. */
  formulas: z.boolean(),
});
export type Sheet = z.infer<typeof sheetSchema>;

/** What the thread is to make. */
export const writeJobSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('docx'), ...textJob }),
  z.object({ kind: z.literal('pptx'), ...textJob }),
  z.object({
    kind: z.literal('pdf'),
    ...textJob,
    /** Font files for letters that the own fonts do not have, best first. */
    fonts: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('xlsx'),
    sheets: z.array(sheetSchema),
    /** A CSV file, which becomes a sheet before the others. */
    csv: bytesSchema.exactOptional(),
    now: z.number(),
  }),
]);
export type WriteJob = z.infer<typeof writeJobSchema>;

/** A picture of the workspace, in a form that documents can hold. */
export const pictureSchema = z.object({
  type: z.enum(['png', 'jpg', 'gif']),
  bytes: bytesSchema,
  /** Pixels. */
  width: z.number(),
  height: z.number(),
});
export type Picture = z.infer<typeof pictureSchema>;

/** By path as the text has it; what cannot be shown, in one sentence. */
export const picturesSchema = z.map(z.string(), z.union([pictureSchema, z.object({ problem: z.string() })]));
export type Pictures = ReadonlyMap<string, Picture | { readonly problem: string }>;

/** On its way the thread asks once for the pictures, by their paths. */
export const picturesAskSchema = z.object({ pictures: z.array(z.string()) });

export const writtenSchema = z.object({
  bytes: bytesSchema,
  /** "3 pages", "2 slides"; empty where there is nothing to count. */
  extent: z.string(),
  /** What the file does not have of what was asked, each a sentence. */
  notes: z.array(z.string()),
});
export type Written = z.infer<typeof writtenSchema>;

export const writeReplySchema = z.union([z.object({ written: writtenSchema }), z.object({ failure: z.string() })]);
export type WriteReply = z.infer<typeof writeReplySchema>;
