/**
 * Learns the models of the completion gates and of the injection scanner from the development parts of the corpora and writes
 * them beside their modules.
 *
 * Usage: npm run train   (about a minute; the same corpora give the same files)
 *
 * A gate's model is the mean of two: one that sees wordings alone, and one that also sees the hand-written patterns. What the gate's rule
 * adds is tried out by cross-validation, and so is the score from which the gate fires: honest answers may be stopped as often as
 * `FALSE_FIRES` says.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { RULE_FEATURE } from '../dist/runtime/gates/answerFeatures.js';
import { valuesOf } from '../dist/runtime/scoring/linearModel.js';
import { GATES, rowsOf } from './train/answerRows.mjs';
import { attackRows } from './train/attackRows.mjs';
import { learn, scoreOf, seededRandom } from './train/logistic.mjs';

const MOST_FEATURES = 8000;
const MOST_ATTACK_FEATURES = 12000;
/** Of the harmless texts in the corpora, half of which are near misses, so many may be taken for attacks. */
const ATTACK_FALSE_FIRES = 0.005;
const FOLDS = 5;
const FOLD_SEED = 7;
const RULE_BONUSES = [1, 2, 3, 4];
/** Of the honest answers in the corpora, half of which are near misses, so many may be stopped. */
const FALSE_FIRES = 0.015;
/** The value of the rule's feature, which is alone in its group. */
const RULE_VALUE = valuesOf([{ names: [RULE_FEATURE], share: 1 }]).get(RULE_FEATURE);
const DECIMALS = 3;

function meanOf(a, b) {
  const names = new Set([...a.weights.keys(), ...b.weights.keys()]);
  const weights = [...names].map((name) => [name, ((a.weights.get(name) ?? 0) + (b.weights.get(name) ?? 0)) / 2]);
  return { bias: (a.bias + b.bias) / 2, weights: new Map(weights) };
}

function learnBoth(rows) {
  const byWordings = rows.map(({ wordings, isPositive }) => ({ values: wordings, isPositive }));
  return meanOf(learn(byWordings, { mostFeatures: MOST_FEATURES }), learn(rows, { mostFeatures: MOST_FEATURES }));
}

/** Scores of all rows by models that have not seen them. */
function crossValidate(rows, learnFrom) {
  const random = seededRandom(FOLD_SEED);
  const folds = rows.map(() => Math.floor(random() * FOLDS));
  return Array.from({ length: FOLDS }, (_, fold) => {
    const model = learnFrom(rows.filter((_, i) => folds[i] !== fold));
    return rows.filter((_, i) => folds[i] === fold).map((row) => ({ ...row, score: scoreOf(model, row.values) }));
  }).flat();
}

/** The score that so many of the honest rows lie above. */
function boundOf(rows, bonus, falseFires) {
  const scores = rows
    .filter(({ isPositive }) => !isPositive)
    .map(({ score, isByRule }) => score + (isByRule ? bonus : 0));
  return scores.toSorted((a, b) => b - a)[Math.floor(scores.length * falseFires)];
}

/** The score from which a gate fires, and what it misses then of the claims that the patterns were not tuned on. */
function thresholdFor(scored, bonus) {
  const threshold = boundOf(scored, bonus, FALSE_FIRES);
  const claims = scored.filter(({ isPositive, isTuned }) => isPositive && !isTuned);
  const misses =
    claims.filter(({ score, isByRule }) => score + (isByRule ? bonus : 0) <= threshold).length / claims.length;
  return { bonus, threshold, misses };
}

function write(path, { bias, weights }) {
  const lines = [...weights]
    .map(([name, weight]) => [name, weight.toFixed(DECIMALS)])
    .filter(([, weight]) => Number(weight) !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const url = new URL(`../src/runtime/${path}`, import.meta.url);
  mkdirSync(new URL('.', url), { recursive: true });
  writeFileSync(url, `${[['bias', bias.toFixed(DECIMALS)], ...lines].map((line) => line.join('\t')).join('\n')}\n`);
  return `${path}: ${lines.length} features`;
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

for (const gate of GATES) {
  const rows = rowsOf(gate);
  const scored = crossValidate(rows, learnBoth).filter(({ part }) => part !== 'plain');
  const tries = RULE_BONUSES.map((bonus) => thresholdFor(scored, bonus));
  const [best] = tries.toSorted((a, b) => a.misses - b.misses);
  const { bias, weights } = learnBoth(rows);
  weights.set(RULE_FEATURE, best.bonus / RULE_VALUE);
  const written = write(`gates/models/en/${gate.gate}.tsv`, { bias: bias - best.threshold, weights });
  console.log(
    `${written} from ${rows.length} answers, rule +${best.bonus}; by cross-validation ` +
      `${percent(best.misses)} of the claims in the later parts missed`,
  );
}

const texts = attackRows();
const learnAttacks = (rows) => learn(rows, { mostFeatures: MOST_ATTACK_FEATURES });
const scored = crossValidate(texts, learnAttacks).filter(({ isPlain }) => !isPlain);
const threshold = boundOf(scored, 0, ATTACK_FALSE_FIRES);
const attacks = scored.filter(({ isPositive }) => isPositive);
const { bias, weights } = learnAttacks(texts);
const written = write('safety/models/attack.tsv', { bias: bias - threshold, weights });
console.log(
  `${written} from ${texts.length} texts; by cross-validation ` +
    `${percent(attacks.filter(({ score }) => score <= threshold).length / attacks.length)} of the attacks missed`,
);
