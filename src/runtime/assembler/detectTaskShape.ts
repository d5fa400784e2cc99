import { FOREIGN_OPENINGS } from './foreignShapes.js';
import { SHAPES, type ShapePhase, type SingleShape, type TaskShape } from './taskShape.js';
import { CONNECTOR, PHASE_SEAM, SHAPE_PATTERNS, STATEMENT } from './taskShapePatterns.js';

const PHRASE_WEIGHT = 2;
/** From this score on a shape counts as asked for. */
const ACTIVE = 2;
const STRONG = 4;
const FULL_SCORE = 6;
const MAX_CONFIDENCE = 0.95;
const WEAK_CONFIDENCE = 0.3;
const NO_CONFIDENCE = 0.1;
const MAX_TRIGGER_CHARS = 80;
const PHASES_OF_COMPLEX = 4;
const FALLBACK_PHASES = 3;

interface Score {
  readonly shape: SingleShape;
  readonly score: number;
}

/** Scores of all shapes, highest first; equal ones in the order of the table. */
function scoreShapes(text: string): readonly Score[] {
  return SHAPES.map((shape) => {
    const { phrases, keywords } = SHAPE_PATTERNS[shape];
    const hits = (patterns: readonly RegExp[]) => patterns.filter((pattern) => pattern.test(text)).length;
    return { shape, score: PHRASE_WEIGHT * hits(phrases) + hits(keywords) };
  }).sort((a, b) => b.score - a.score);
}

const sum = (scores: readonly Score[]) => scores.reduce((total, { score }) => total + score, 0);

function bounded(confidence: number): number {
  return Math.round(Math.min(confidence, MAX_CONFIDENCE) * 1000) / 1000;
}

const simple = (type: SingleShape, confidence: number): TaskShape => ({
  type,
  confidence,
  complexity: 'simple',
  phases: [],
});

function phasesOf(text: string, active: readonly Score[]): readonly ShapePhase[] {
  const phases = new Map<SingleShape, ShapePhase>();
  for (const part of text.split(PHASE_SEAM)) {
    const [top] = scoreShapes(part);
    if (top === undefined || top.score === 0 || phases.has(top.shape)) continue;
    phases.set(top.shape, { shape: top.shape, trigger: part.trim().slice(0, MAX_TRIGGER_CHARS) });
  }
  if (phases.size >= 2) return [...phases.values()];
  return active
    .slice(0, FALLBACK_PHASES)
    .map(({ shape }) => ({ shape, trigger: text.trim().slice(0, MAX_TRIGGER_CHARS) }));
}

/** Recognises the shape of work that a message asks for. What asks for nothing known is a draft, with little confidence. */
export function detectTaskShape(message: string): TaskShape {
  const scores = scoreShapes(message);
  const active = scores.filter(({ score }) => score >= ACTIVE);
  const [top] = scores;
  if (top === undefined || top.score === 0) {
    const foreign = FOREIGN_OPENINGS.find(([opening]) => opening.test(message.trim()));
    return simple(foreign?.[1] ?? 'draft', NO_CONFIDENCE);
  }
  if (active.length === 0) return simple(STATEMENT.test(message) ? 'draft' : top.shape, WEAK_CONFIDENCE);
  if (active.length >= 3 || (active.length === 2 && CONNECTOR.test(message))) {
    const phases = phasesOf(message, active);
    return {
      type: 'mixed',
      confidence: bounded(sum(active) / sum(scores)),
      complexity: phases.length >= PHASES_OF_COMPLEX ? 'complex' : 'moderate',
      phases,
    };
  }
  return {
    type: top.shape,
    confidence: bounded(top.score / Math.max(top.score + 2, FULL_SCORE)),
    complexity: top.score >= STRONG ? 'moderate' : 'simple',
    phases: [],
  };
}
