import type { ModelTier } from '../model/modelTable.js';
import { SCAFFOLDS, type ScaffoldStyle } from './scaffoldTexts.js';
import type { TaskShape } from './taskShape.js';

/** Contract default: from this confidence on, inclusive. */
export const DEFAULT_CONFIDENCE_THRESHOLD = 0.3;

/** The scaffold for an answer, or null where none is wanted (contract: agent runtime 9). */
export function selectScaffold(choice: {
  readonly style: ScaffoldStyle;
  readonly tier: ModelTier;
  readonly shape: Pick<TaskShape, 'type' | 'confidence'>;
  readonly threshold?: number;
}): string | null {
  const { style, tier, shape, threshold = DEFAULT_CONFIDENCE_THRESHOLD } = choice;
  if (tier === 'frontier' || shape.type === 'mixed' || shape.confidence < threshold) return null;
  return SCAFFOLDS[style][tier][shape.type] ?? null;
}
