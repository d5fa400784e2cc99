import { RANK_CONSTANT } from './fuse.js';

/** A workspace's memory weighs a little more than the person's own where both are asked (spec: memory, part E). */
export const WORKSPACE_WEIGHT = 1.1;

/**
 * One list of the hits of several minds, best first, by their ranks: scores of different minds say nothing beside each other.
 */
export function fuseMinds<Hit>(
  lists: readonly { readonly weight: number; readonly hits: readonly Hit[] }[],
  limit: number,
): { readonly hit: Hit; readonly score: number }[] {
  return lists
    .flatMap(({ weight, hits }) => hits.map((hit, rank) => ({ hit, score: weight / (RANK_CONSTANT + rank) })))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}
