import { z } from 'zod';
import { FACT_SCOPES } from '../../core/memory/fact.js';
import { frameScopeSchema, type MemoryFrame } from '../../core/memory/frame.js';
import { importanceOf, sourceOf } from './codes.js';

/** Columns that `frameRowSchema` reads. */
export const FRAME_COLUMNS = `f.id, f.kind, f.gop_id, f.content, f.importance, f.source, f.confidence, f.trust, f.author, f.scope,
  f.created_at, f.valid_from, f.valid_to, f.superseded_by, f.uses, f.fact_key, f.fact_about`;

const trustSchema = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);

/** One row of `frame`, without what hangs on it. */
export const frameRowSchema = z
  .object({
    id: z.number(),
    kind: z.enum(['I', 'P', 'B']),
    gop_id: z.string(),
    content: z.string(),
    importance: z.number(),
    source: z.number(),
    confidence: z.number(),
    trust: trustSchema,
    author: z.string().nullable(),
    scope: frameScopeSchema,
    created_at: z.number(),
    valid_from: z.number(),
    valid_to: z.number().nullable(),
    superseded_by: z.number().nullable(),
    uses: z.number(),
    fact_key: z.string().nullable(),
    fact_about: z.enum(FACT_SCOPES).nullable().catch('general'),
  })
  .transform(
    (row): Omit<MemoryFrame, 'conflicts'> => ({
      id: row.id,
      kind: row.kind,
      gop: row.gop_id,
      content: row.content,
      importance: importanceOf(row.importance),
      source: sourceOf(row.source),
      confidence: row.confidence,
      trust: row.trust,
      author: row.author,
      scope: row.scope,
      createdAt: row.created_at,
      validFrom: row.valid_from,
      validTo: row.valid_to,
      supersededBy: row.superseded_by,
      uses: row.uses,
      ...(row.fact_key !== null && { fact: { key: row.fact_key, about: row.fact_about ?? 'general' } }),
    }),
  );
