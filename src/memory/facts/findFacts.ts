import { z } from 'zod';
import { factKeyOf } from '../../core/memory/fact.js';
import type { FrameScope, MemoryFrame } from '../../core/memory/frame.js';
import { preparedOnce } from '../../store/preparedOnce.js';
import { framesById } from '../frames/readFrames.js';
import { inScopes, scopesParameter } from '../frames/scopeFilter.js';
import type { OpenedMind } from '../threads/openedMind.js';

const idsSchema = z.array(z.number());

const statements = preparedOnce((db) => ({
  find: db
    .prepare(
      `SELECT f.id FROM frame f WHERE f.fact_key IN (SELECT value FROM json_each(@keys)) AND f.valid_to IS NULL
         AND f.fact_owner IN (SELECT value FROM json_each(@owners)) AND ${inScopes('f.scope')}
         AND (f.expires_at IS NULL OR f.expires_at > @now) ORDER BY f.fact_owner DESC, f.id`,
    )
    .pluck(),
}));

/** The facts in force with exactly these keys that are everybody's at the place, or of one of these owners; theirs come first. */
export function findFacts(
  mind: OpenedMind,
  request: {
    readonly scopes: readonly FrameScope[];
    readonly keys: readonly string[];
    readonly owners: readonly string[];
    readonly now: number;
  },
): MemoryFrame[] {
  const { scopes, keys, owners, now } = request;
  const found = statements(mind.db).find.all({
    keys: JSON.stringify(keys.map(factKeyOf)),
    owners: JSON.stringify(['', ...owners]),
    scopes: scopesParameter(scopes),
    now,
  });
  return framesById(mind, { scopes, ids: idsSchema.parse(found) });
}
