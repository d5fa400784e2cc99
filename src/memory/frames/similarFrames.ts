import { z } from 'zod';
import type { FrameScope } from '../../core/memory/frame.js';
import { preparedOnce } from '../../store/preparedOnce.js';
import { chooseTerms, toMatch } from '../search/chooseTerms.js';
import { createTermCounts } from '../search/termCounts.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { inScopes, scopesParameter } from './scopeFilter.js';

/** A living frame that shares rare words with a text. */
export interface SimilarFrame {
  readonly id: number;
  readonly content: string;
  readonly author: string | null;
  readonly trust: number;
}

const rowsSchema = z.array(
  z.object({ id: z.number(), content: z.string(), author: z.string().nullable(), trust: z.number() }),
);

const statements = preparedOnce((db) => ({
  counts: createTermCounts(db),
  similar: db.prepare(
    `SELECT f.id, f.content, f.author, f.trust FROM frame_fts JOIN frame f ON f.id = frame_fts.rowid
     WHERE frame_fts MATCH @match AND f.valid_to IS NULL AND ${inScopes('f.scope')} AND f.id <> @except
       AND (f.expires_at IS NULL OR f.expires_at > @now)
     ORDER BY rank LIMIT @limit`,
  ),
}));

/** The nearest living frames within scopes by the rarest words of a text, best first. */
export function similarFrames(
  mind: OpenedMind,
  request: {
    readonly content: string;
    readonly scopes: readonly FrameScope[];
    readonly limit: number;
    readonly except?: number;
    readonly now: number;
  },
): SimilarFrame[] {
  const sql = statements(mind.db);
  const match = toMatch(chooseTerms(request.content, sql.counts));
  if (match === '') return [];
  return rowsSchema.parse(
    sql.similar.all({
      match,
      scopes: scopesParameter(request.scopes),
      limit: request.limit,
      except: request.except ?? 0,
      now: request.now,
    }),
  );
}
