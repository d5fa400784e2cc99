import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { FrameScope } from '../../core/memory/frame.js';
import type { MemoryQuery } from '../../core/ports/minds.js';
import { preparedOnce } from '../../store/preparedOnce.js';
import { HASHED_MODEL, hashedVector } from '../embedding/hashedVector.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { chooseTerms, toMatch } from './chooseTerms.js';
import { type Found, fuseLegs, type Leaning, type PriorRow, priorOf, RANK_CONSTANT } from './fuse.js';
import { entityLeg, keywordLeg, recencyLeg, weightLeg } from './legs.js';
import { FILTER_SQL, filterOf, filterParameters, type RowFilter } from './rowFilter.js';
import { isStopWord } from './stopWords.js';
import { TEMPORAL_WORDS } from './temporalWords.js';
import { createTermCounts, type TermCounts } from './termCounts.js';
import { foldText, queryTerms } from './terms.js';
import { type Candidate, thinOut } from './thinOut.js';
import { toCodes } from './vectorMath.js';
import { storedModel } from './vectorStore.js';
import { createVectorTable, type VectorTable } from './vectorTable.js';

/** A question's vector and the model that made it. */
export interface QueryVector {
  readonly model: string;
  readonly values: Float32Array;
}

export interface MindSearchRequest {
  readonly scopes: readonly FrameScope[];
  readonly query: MemoryQuery;
  /** `hashed`: made here. Null while there is none: the search then works by words. */
  readonly vector: QueryVector | 'hashed' | null;
}

/** `score` is comparable within one search of one mind. */
export interface RankedFrame {
  readonly id: number;
  readonly score: number;
}

/** Each leg finds twice what is asked for, and no less than this. */
const MIN_CANDIDATES = 40;

/** So many of the fused frames are compared with each other. */
const COMPARED = 60;

/** Three times what chance gives two texts that share no part of a word: below, the hashed embedder has found nothing. */
const MIN_HASHED_COSINE = 0.15;

const rowsSchema = z.array(
  z.object({
    id: z.number(),
    content: z.string(),
    importance: z.number(),
    trust: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
    uses: z.number(),
    createdAt: z.number(),
  }),
);
const pairsSchema = z.array(z.tuple([z.number(), z.number()]));

const statements = preparedOnce((db) => ({
  rows: db.prepare(
    `SELECT f.id, f.content, f.importance, f.trust, f.uses, f.created_at AS createdAt FROM frame f
     WHERE f.id IN (SELECT value FROM json_each(@ids)) AND ${FILTER_SQL}`,
  ),
  conflicts: db
    .prepare(
      `SELECT frame_id, ref_id FROM frame_ref
       WHERE frame_id IN (SELECT value FROM json_each(?)) AND kind = 'conflict'`,
    )
    .raw(),
}));

interface Caches {
  readonly counts: TermCounts;
  readonly tables: Map<number, VectorTable>;
}

const caches = preparedOnce((db): Caches => ({ counts: createTermCounts(db), tables: new Map() }));

/**
 * Forgets what is held in memory of a mind. To be called when a transaction is undone that may have searched: it has seen
 * changes that are not there, under numbers that others will have.
 */
export function forgetCaches(db: Database): void {
  caches(db).tables.clear();
}

/** The vectors of one model of a mind, kept in memory as long as the mind is open. */
export function vectorTable(mind: OpenedMind, name: string, dims: number): VectorTable | undefined {
  const model = storedModel(mind, name, dims);
  if (model === undefined) return undefined;
  const { tables } = caches(mind.db);
  const known = tables.get(model.id);
  if (known !== undefined) return known;
  // One table at a time: after a change of the model the old one's vectors are of no use.
  tables.clear();
  const table = createVectorTable(mind.db, model);
  tables.set(model.id, table);
  return table;
}

/**
 * Searches one mind by words, by vectors, by the entities that are named, and by time where the question is about time. Only
 * frames in force within the scopes are seen by any of them. Runs in one read transaction. Best first.
 */
export function searchMind(mind: OpenedMind, request: MindSearchRequest): RankedFrame[] {
  const { query, scopes } = request;
  const filter = filterOf(scopes, query);
  if (scopes.length === 0 || query.limit <= 0) return [];
  const limit = Math.max(MIN_CANDIDATES, 2 * query.limit);
  const text = query.text.trim();
  const leaning: Leaning = { profile: query.profile ?? 'balanced', isTemporal: isTemporal(text) };
  if (text === '') return inOrder(recencyLeg(mind, { filter, limit: query.limit }));
  const entities = entityLeg(mind, text, { filter, limit });
  const isAboutSomething = entities.length > 0 || queryTerms(text).some((term) => !isStopWord(term));
  if (!isAboutSomething) return inOrder(weightLeg(mind, { filter, limit: query.limit }));
  const match = toMatch(chooseTerms(text, caches(mind.db).counts));
  const legs: Found[] = [
    { leg: 'keyword', ids: keywordLeg(mind, match, { filter, limit }) },
    { leg: 'entity', ids: entities },
  ];
  const table = vectorOf(mind, request);
  if (table !== null) legs.push({ leg: 'vector', ids: table.search(filter, limit) });
  if (leaning.isTemporal || leaning.profile === 'recent') {
    legs.push({ leg: 'recent', ids: recencyLeg(mind, { filter, limit }) });
  }
  const ranked = rank(mind, { legs, leaning, filter, most: Math.max(COMPARED, query.limit) });
  const vectors = table?.table.codes(ranked.map(({ id }) => id)) ?? new Map();
  return thinOut(ranked, vectors, conflictsAmong(mind, ranked), query.limit).map(({ id, score }) => ({ id, score }));
}

/** A list that is in order already, without weighing. */
function inOrder(ids: readonly number[]): RankedFrame[] {
  return ids.map((id, rank) => ({ id, score: 1 / (RANK_CONSTANT + rank) }));
}

function isTemporal(text: string): boolean {
  const folded = foldText(text);
  return TEMPORAL_WORDS.some((words) => words.test(folded));
}

/** The vector leg, where the question has a vector and the mind has some of the same model. */
function vectorOf(mind: OpenedMind, { vector, query }: MindSearchRequest) {
  if (vector === null || query.text.trim() === '') return null;
  const { model, values } = vector === 'hashed' ? { model: HASHED_MODEL, values: hashedVector(query.text) } : vector;
  const table = vectorTable(mind, model, values.length);
  const codes = toCodes(values);
  if (table === undefined || codes.every((code) => code === 0)) return null;
  return {
    table,
    search: (filter: RowFilter, limit: number) =>
      table
        .nearest(codes, filter, limit)
        .filter(({ cosine }) => model !== HASHED_MODEL || cosine >= MIN_HASHED_COSINE)
        .sort((a, b) => step(b.cosine) - step(a.cosine) || b.id - a.id)
        .map(({ id }) => id),
  };
}

/** Cosines that differ by less tell nothing: the newer comes first, because people change their minds. */
const COSINE_STEP = 0.03;
const step = (cosine: number) => Math.round(cosine / COSINE_STEP);

/** Fuses the legs and weighs the frames; the filter stands here once more, in SQL, whatever a leg may have given. */
function rank(
  mind: OpenedMind,
  { legs, leaning, filter, most }: { legs: readonly Found[]; leaning: Leaning; filter: RowFilter; most: number },
): Candidate[] {
  const fused = fuseLegs(legs, leaning);
  const ids = JSON.stringify([...fused.keys()]);
  const rows = rowsSchema.parse(statements(mind.db).rows.all({ ids, ...filterParameters(filter) }));
  const scoreOf = (row: PriorRow) => (fused.get(row.id) ?? 0) * (1 + priorOf(row, leaning.profile, filter.now));
  return rows
    .map((row) => ({ id: row.id, content: row.content, score: scoreOf(row) }))
    .sort((a, b) => b.score - a.score || b.id - a.id)
    .slice(0, most);
}

function conflictsAmong(mind: OpenedMind, candidates: readonly Candidate[]): (a: number, b: number) => boolean {
  const ids = JSON.stringify(candidates.map(({ id }) => id));
  const pairs = new Set(pairsSchema.parse(statements(mind.db).conflicts.all(ids)).map(([a, b]) => `${a} ${b}`));
  return (a, b) => pairs.has(`${a} ${b}`) || pairs.has(`${b} ${a}`);
}
