import type { ModelTier } from '../model/modelTable.js';

export type Importance = 'critical' | 'important' | 'normal' | 'temporary' | 'deprecated';

/** One remembered thing as a prompt needs it. Ids count within one store: personal and workspace ids are independent. */
export interface Frame {
  readonly id: number;
  /** I: a state; P: a change of one; B: a reference between two. */
  readonly kind: 'I' | 'P' | 'B';
  readonly importance: Importance;
  readonly text: string;
}

/** Contract: agent runtime 9. */
const FRAME_LIMITS: Readonly<Record<ModelTier, number>> = { small: 3, mid: 6, frontier: 10 };
const WEIGHTS: Readonly<Record<Importance, number>> = {
  critical: 4,
  important: 3,
  normal: 2,
  temporary: 1,
  deprecated: 0,
};

/** The frames of one store that fit a tier: each once, the weightiest first, newer before older. */
export function selectFrames(frames: readonly Frame[], tier: ModelTier): readonly Frame[] {
  const distinct = new Map(frames.map((frame) => [frame.id, frame]));
  return [...distinct.values()]
    .sort((a, b) => WEIGHTS[b.importance] - WEIGHTS[a.importance] || b.id - a.id)
    .slice(0, FRAME_LIMITS[tier]);
}
