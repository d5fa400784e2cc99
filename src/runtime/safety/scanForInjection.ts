import { lazyLinearModel, scoreFeatures } from '../scoring/linearModel.js';
import { conceptsOf, featuresOfText } from './attackFeatures.js';
import type { ConceptHit } from './findConcepts.js';
import { cleanText } from './foldText.js';
import { findHiddenTexts } from './hiddenTexts.js';
import { CONTRACT_WEIGHTS, FURTHER_WEIGHTS, type ScanContext, UNSAFE_SCORE } from './injectionFamilies.js';
import { CONTRACT_RULES, FURTHER_RULES } from './injectionRules.js';
import { matchRules, type RuleMatch } from './matchRules.js';
import { findRoleMarkers } from './roleMarkers.js';

/** What a scan found (contract: agent runtime, `scanForInjection`). */
export interface InjectionScan {
  readonly safe: boolean;
  /** 0 to 1, two decimals. */
  readonly score: number;
  /** Names of the families, each once. */
  readonly flags: readonly string[];
}

/** How far before a quotation somebody says that it is one ("the phrase ..."), in words. */
const MENTION_REACH = 12;

/** Further below the line than this the model is sure that a text is harmless, whatever a rule says. */
const SURELY_HARMLESS = -4;

/** A text of fewer characters has nothing around its words that could make them harmless: there the contract's families stand. */
const BARE_CHARS = 60;

/** The family of texts that no rule knows and the model takes for an attack. */
const LEARNED = 'attack_wording';

const attackModel = lazyLinearModel(new URL('models/attack.tsv', import.meta.url));

/**
 * Looks for text that tries to take over the agent. What is invisible, escaped, encoded or written with look-alike
 * letters is read as what it says. Rules over concepts find the families; a model learned from labelled texts
 * (`test/runtime/corpora`) has the last word on what they find and finds what they do not know. Time is linear in the
 * length of the text.
 *
 * @param context who may have written the text; the families weigh differently
 */
export function scanForInjection(text: string, context: ScanContext): InjectionScan {
  const readings = [text, ...findHiddenTexts(text)];
  const flags = judge(readings, context);
  let sum = 0;
  for (const flag of flags) sum += (CONTRACT_WEIGHTS[flag] ?? FURTHER_WEIGHTS[flag])?.[context] ?? 0;
  const score = Math.min(1, Math.round(sum * 100) / 100);
  return { safe: score < UNSAFE_SCORE, score, flags: flags.toSorted((a, b) => placeOf(a) - placeOf(b)) };
}

/** The contract's families in its order, then ours. */
const FAMILIES = [...Object.keys(CONTRACT_WEIGHTS), ...Object.keys(FURTHER_WEIGHTS)];
const placeOf = (flag: string) => FAMILIES.indexOf(flag);

/** The families that the rules find in a text and in what is hidden in it, each once. */
export function findFamilies(readings: readonly string[], context: ScanContext): readonly string[] {
  return [...new Set(readings.flatMap((reading) => findFlags(reading, context)))];
}

/** Log odds that a text is an attack, above 0 where it is to be taken for one. */
function scoreAttack(readings: readonly string[], context: ScanContext, families: readonly string[]): number {
  return scoreFeatures(attackModel(), featuresOfText(readings.join('\n'), context, families));
}

function judge(readings: readonly string[], context: ScanContext): readonly string[] {
  const families = findFamilies(readings, context);
  const score = scoreAttack(readings, context, families);
  if (score > 0) return families.length > 0 ? families : [LEARNED];
  const isBare = (readings[0]?.length ?? 0) < BARE_CHARS;
  return score < SURELY_HARMLESS && !isBare ? [] : families.filter((family) => family in CONTRACT_WEIGHTS);
}

function findFlags(text: string, context: ScanContext): string[] {
  const hits = conceptsOf(text);
  const accept = (match: RuleMatch) => !isMentioned(match, hits);
  const match = (rules: typeof CONTRACT_RULES) =>
    matchRules(
      hits,
      rules.filter((rule) => rule.context === undefined || rule.context === context),
      accept,
    ).map(({ rule }) => rule.flag);
  const flags = [...match(CONTRACT_RULES), ...findRoleMarkers(cleanText(text), context)];
  return [...new Set(flags.length > 0 ? flags : match(FURTHER_RULES))];
}

/** Whether the match is only quoted: within one quotation, before which the text says that it quotes. */
function isMentioned({ hits }: RuleMatch, all: readonly ConceptHit[]): boolean {
  const quote = hits[0]?.quote ?? 0;
  if (quote === 0 || hits.some((hit) => hit.quote !== quote)) return false;
  const first = Math.min(...hits.map(({ word }) => word));
  return all.some(
    (hit) => hit.concept === 'mention' && hit.quote !== quote && hit.word < first && first - hit.word <= MENTION_REACH,
  );
}
