import { findAddresses } from './findAddresses.js';
import { type ConceptHit, findConcepts } from './findConcepts.js';
import { cleanText } from './foldText.js';
import { findHiddenTexts } from './hiddenTexts.js';
import { CONTRACT_WEIGHTS, FURTHER_WEIGHTS, type ScanContext, UNSAFE_SCORE } from './injectionFamilies.js';
import { CONTRACT_RULES, FURTHER_RULES } from './injectionRules.js';
import { LEXICONS } from './lexicon/lexicons.js';
import { matchRules, type RuleMatch } from './matchRules.js';
import { buildPhraseTrie } from './phraseTrie.js';
import { findRoleMarkers } from './roleMarkers.js';
import { tokenizeText } from './tokenText.js';

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

const trie = buildPhraseTrie(LEXICONS);

/**
 * Looks for text that tries to take over the agent. What is invisible, escaped, encoded or written with look-alike
 * letters is read as what it says. Time is linear in the length of the text.
 *
 * @param context who may have written the text; the families weigh differently
 */
export function scanForInjection(text: string, context: ScanContext): InjectionScan {
  const flags = new Set([text, ...findHiddenTexts(text)].flatMap((reading) => findFlags(reading, context)));
  let sum = 0;
  for (const flag of flags) sum += (CONTRACT_WEIGHTS[flag] ?? FURTHER_WEIGHTS[flag])?.[context] ?? 0;
  const score = Math.min(1, Math.round(sum * 100) / 100);
  return { safe: score < UNSAFE_SCORE, score, flags: [...flags].sort((a, b) => placeOf(a) - placeOf(b)) };
}

/** The contract's families in its order, then ours. */
const FAMILIES = [...Object.keys(CONTRACT_WEIGHTS), ...Object.keys(FURTHER_WEIGHTS)];
const placeOf = (flag: string) => FAMILIES.indexOf(flag);

function findFlags(text: string, context: ScanContext): string[] {
  const tokens = tokenizeText(text);
  const hits = findAddresses(tokens, findConcepts(tokens, trie));
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
