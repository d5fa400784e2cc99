import { labelsIn } from '../frames/labelsIn.js';
import { cosineOf } from './vectorMath.js';

/** Two frames nearer than this say the same, unless they differ in a number or a letter that names something, or contradict each other. */
const SAME_COSINE = 0.92;

/** From here on what is like something better placed loses up to a third of its score. */
const LIKE_COSINE = 0.75;
const LIKE_COST = 0.3;

export interface Candidate {
  readonly id: number;
  readonly content: string;
  readonly score: number;
}

const signsOf = (text: string) => [...(text.match(/\p{N}+/gu) ?? []), ...labelsIn(text)].join(' ');

/**
 * Makes room for what is different: a frame that says the same as a better one goes, one that is much like it comes later.
 * Marginal relevance over the whole range of similarity would go too far: facts about one matter are alike, and the second of
 * them would lose many ranks to facts about nothing.
 *
 * @param candidates best first
 * @param vectors of those that have one
 * @param contradict whether two frames stand in conflict: both are then kept, for the person to decide
 */
export function thinOut(
  candidates: readonly Candidate[],
  vectors: ReadonlyMap<number, Int8Array>,
  contradict: (a: number, b: number) => boolean,
  limit: number,
): Candidate[] {
  const left = candidates.map((candidate) => ({ candidate, likeness: 0 }));
  const chosen: Candidate[] = [];
  while (chosen.length < limit && left.length > 0) {
    const scoreOf = ({ candidate, likeness }: (typeof left)[number]) =>
      candidate.score * (1 - LIKE_COST * Math.max(0, (likeness - LIKE_COSINE) / (1 - LIKE_COSINE)));
    const next = left.reduce((a, b) => (scoreOf(b) > scoreOf(a) ? b : a));
    left.splice(left.indexOf(next), 1);
    const { candidate } = next;
    chosen.push({ ...candidate, score: scoreOf(next) });
    const vector = vectors.get(candidate.id);
    if (vector === undefined) continue;
    for (const other of [...left]) {
      const theirs = vectors.get(other.candidate.id);
      if (theirs === undefined) continue;
      const cosine = cosineOf(vector, theirs);
      const isSame = cosine > SAME_COSINE && signsOf(candidate.content) === signsOf(other.candidate.content);
      if (contradict(candidate.id, other.candidate.id)) continue;
      if (isSame) left.splice(left.indexOf(other), 1);
      else other.likeness = Math.max(other.likeness, cosine);
    }
  }
  return chosen;
}
