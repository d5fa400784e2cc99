/** What kind of work a message asks for, in the order in which ties are decided. */
export const SHAPES = ['research', 'compare', 'draft', 'review', 'decide', 'plan-execute'] as const;
export type SingleShape = (typeof SHAPES)[number];
export type ShapeType = SingleShape | 'mixed';

/** One part of a request that asks for several kinds of work. */
export interface ShapePhase {
  readonly shape: SingleShape;
  /** The words that it was seen in, at most 80 characters. */
  readonly trigger: string;
}

export interface TaskShape {
  readonly type: ShapeType;
  /** 0 to 0.95, three decimals. */
  readonly confidence: number;
  readonly complexity: 'simple' | 'moderate' | 'complex';
  /** Of a mixed shape only. */
  readonly phases: readonly ShapePhase[];
}
