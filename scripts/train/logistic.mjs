/** Logistic regression over sparse features by AdaGrad, seeded: the same rows give the same weights. */

const EPOCHS = 20;
const RATE = 0.3;
/** Pulls weights that a text moves towards nought. */
const DECAY = 1e-4;
/** Squared gradients begin with this, so that the first step of a feature is no leap. */
const FIRST_GRADIENT = 1e-2;
const LARGEST_UINT32 = 2 ** 32;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / LARGEST_UINT32;
  };
}

function shuffle(list, random) {
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
}

/**
 * Learns from rows of `{values: Map feature → value, isPositive}`. Features in fewer than `minRows` rows are left out, and of
 * the others the `mostFeatures` heaviest are kept and learned anew.
 */
export function learn(rows, { minRows = 2, mostFeatures, seed = 1 }) {
  const counts = new Map();
  for (const { values } of rows) for (const name of values.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const frequent = [...counts].filter(([, count]) => count >= minRows).map(([name]) => name);
  const first = descend(rows, frequent, seed);
  if (frequent.length <= mostFeatures) return first;
  const heaviest = frequent
    .toSorted((a, b) => Math.abs(first.weights.get(b)) - Math.abs(first.weights.get(a)))
    .slice(0, mostFeatures);
  return descend(rows, heaviest, seed);
}

/** The weights are the mean of those after each epoch of the second half: steadier than the last ones. */
function descend(rows, features, seed) {
  const ids = new Map(features.map((name, id) => [name, id]));
  const coded = rows.map(({ values, isPositive }) => {
    const known = [...values].filter(([name]) => ids.has(name));
    return {
      ids: Int32Array.from(known, ([name]) => ids.get(name)),
      values: Float64Array.from(known, ([, value]) => value),
      target: isPositive ? 1 : 0,
    };
  });
  const weights = new Float64Array(features.length);
  const gradients = new Float64Array(features.length).fill(FIRST_GRADIENT);
  const sums = new Float64Array(features.length);
  let bias = 0;
  let biasGradient = FIRST_GRADIENT;
  let biasSum = 0;
  let epochsSummed = 0;
  const random = seededRandom(seed);
  const order = coded.map((_, i) => i);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    for (const i of order) {
      const row = coded[i];
      let score = bias;
      for (let k = 0; k < row.ids.length; k += 1) score += weights[row.ids[k]] * row.values[k];
      const error = 1 / (1 + Math.exp(-score)) - row.target;
      biasGradient += error * error;
      bias -= (RATE * error) / Math.sqrt(biasGradient);
      for (let k = 0; k < row.ids.length; k += 1) {
        const id = row.ids[k];
        const gradient = error * row.values[k] + DECAY * weights[id];
        gradients[id] += gradient * gradient;
        weights[id] -= (RATE * gradient) / Math.sqrt(gradients[id]);
      }
    }
    if (epoch < EPOCHS / 2) continue;
    for (let id = 0; id < sums.length; id += 1) sums[id] += weights[id];
    biasSum += bias;
    epochsSummed += 1;
  }
  return {
    bias: biasSum / epochsSummed,
    weights: new Map(features.map((name, id) => [name, sums[id] / epochsSummed])),
  };
}

export function scoreOf({ bias, weights }, values) {
  let score = bias;
  for (const [name, value] of values) score += value * (weights.get(name) ?? 0);
  return score;
}
