import { readFileSync } from 'node:fs';
import { WaggleError } from '../../core/errors.js';

/**
 * What speaks for and against a verdict, learned from labelled texts: a weight for each feature (a wording, a combination of
 * concepts) and a bias. `scripts/train.mjs` makes the files; the texts are in `test/runtime/corpora`.
 */
export interface LinearModel {
  /** Added to every score: negative where the verdict is rare. */
  readonly bias: number;
  readonly weights: ReadonlyMap<string, number>;
}

/** Features of one kind. A text with many features of a kind has as much weight in it as one with few. */
export interface FeatureGroup {
  readonly names: Iterable<string>;
  /** How much the kind weighs beside the others. */
  readonly share: number;
}

/** The length of a group's vector. Training uses the same. */
const GROUP_LENGTH = 6;

const BIAS_KEY = 'bias';

/**
 * Reads a model: lines of feature, tab, weight; the first line is the bias.
 *
 * @throws WaggleError `bad-model` naming the line
 */
export function parseLinearModel(text: string): LinearModel {
  const weights = new Map<string, number>();
  for (const [i, line] of text.trimEnd().split('\n').entries()) {
    const tab = line.lastIndexOf('\t');
    const weight = Number(line.slice(tab + 1));
    if (tab <= 0 || !Number.isFinite(weight) || weights.has(line.slice(0, tab)))
      throw new WaggleError('bad-model', `line ${i + 1} is no feature with a weight: ${line.slice(0, 80)}`);
    weights.set(line.slice(0, tab), weight);
  }
  const bias = weights.get(BIAS_KEY);
  if (bias === undefined) throw new WaggleError('bad-model', 'the line with the bias is missing');
  weights.delete(BIAS_KEY);
  return { bias, weights };
}

/** A model beside its module, read when it is first asked for: a gateway that never meets a long answer never pays for it. */
export function lazyLinearModel(url: URL): () => LinearModel {
  let model: LinearModel | null = null;
  return () => {
    model ??= parseLinearModel(readFileSync(url, 'utf8'));
    return model;
  };
}

/** Each feature with its value: all of a group's have the same, so that the group's length is its share. */
export function valuesOf(groups: readonly FeatureGroup[]): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const { names, share } of groups) {
    const unique = new Set(names);
    const value = (share * GROUP_LENGTH) / Math.sqrt(Math.max(1, unique.size));
    for (const name of unique) values.set(name, value);
  }
  return values;
}

/** Log odds of the verdict: above 0 it is the likelier one. Pure. */
export function scoreFeatures({ bias, weights }: LinearModel, groups: readonly FeatureGroup[]): number {
  let score = bias;
  for (const [name, value] of valuesOf(groups)) score += value * (weights.get(name) ?? 0);
  return score;
}
