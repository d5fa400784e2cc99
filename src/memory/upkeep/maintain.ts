import type { OpenedMind } from '../threads/openedMind.js';
import { ageFrames } from './ageFrames.js';
import { mergeChanges } from './mergeChanges.js';

/** Pages of the full-text index that one slice merges at most. */
const MERGE_PAGES = 200;

/** One bounded slice of upkeep; true when there is more to do. */
export function maintain(mind: OpenedMind, { now }: { readonly now: number }): boolean {
  const hasOld = ageFrames(mind, now);
  const hasChanges = mergeChanges(mind, now);
  mind.db.prepare("INSERT INTO frame_fts (frame_fts, rank) VALUES ('merge', ?)").run(MERGE_PAGES);
  return hasOld || hasChanges;
}
