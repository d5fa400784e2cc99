import type { Trust } from '../../core/memory/frame.js';
import type { SearchProfile } from '../../core/ports/minds.js';

/** How a search weighs what its legs found (spec: memory, part E). All figures are from there. */

export type LegName = 'vector' | 'keyword' | 'entity' | 'recent';

export interface Found {
  readonly leg: LegName;
  /** Ids, best first. */
  readonly ids: readonly number[];
}

/** What a prior looks at. */
export interface PriorRow {
  readonly id: number;
  /** 4 critical to 0 deprecated. */
  readonly importance: number;
  readonly trust: Trust;
  readonly uses: number;
  readonly createdAt: number;
}

/** Constant of reciprocal-rank fusion: the first of a leg counts 1/60. */
export const RANK_CONSTANT = 60;

const WEIGHTS: Readonly<Record<LegName, number>> = { vector: 1, keyword: 1, entity: 0.6, recent: 0.4 };

/** Weight of the newest where the question is about when. */
const TEMPORAL_WEIGHT = 1.2;

/** How much the one term is scaled that a profile leans on. */
const PROFILE_SCALE = 2.5;

/** No prior moves a frame by more: it may win a few ranks, never twenty (part B, 1). */
const BOUND = 0.3;

/** By importance code, deprecated first. */
const IMPORTANCE = [-0.3, -0.15, 0, 0.1, 0.2] as const;
const TRUST = [-0.1, 0, 0.05, 0.08] as const;
const AGE_WEIGHT = 0.08;
const HALF_LIFE_DAYS = 30;
const USE_WEIGHT = 0.04;
const DAY_MS = 86_400_000;

export interface Leaning {
  readonly profile: SearchProfile;
  readonly isTemporal: boolean;
}

function weightOf(leg: LegName, { profile, isTemporal }: Leaning): number {
  if (leg === 'recent' && isTemporal) return TEMPORAL_WEIGHT;
  return WEIGHTS[leg] * (leg === 'entity' && profile === 'connected' ? PROFILE_SCALE : 1);
}

/** Reciprocal-rank fusion: what each frame gets from the legs that found it. */
export function fuseLegs(legs: readonly Found[], leaning: Leaning): Map<number, number> {
  const scores = new Map<number, number>();
  for (const { leg, ids } of legs) {
    const weight = weightOf(leg, leaning);
    for (const [rank, id] of ids.entries()) scores.set(id, (scores.get(id) ?? 0) + weight / (RANK_CONSTANT + rank));
  }
  return scores;
}

/** How much more or less a frame counts for what it is, within the bound: smooth in its age, and uses are those that were confirmed. */
export function priorOf(row: PriorRow, profile: SearchProfile, now: number): number {
  const ageDays = Math.max(0, now - row.createdAt) / DAY_MS;
  const importance = (IMPORTANCE[row.importance] ?? 0) * (profile === 'important' ? PROFILE_SCALE : 1);
  const age = AGE_WEIGHT * 2 ** (-ageDays / HALF_LIFE_DAYS) * (profile === 'recent' ? PROFILE_SCALE : 1);
  const use = USE_WEIGHT * Math.log10(1 + row.uses);
  return Math.min(BOUND, Math.max(-BOUND, importance + age + use + TRUST[row.trust]));
}
