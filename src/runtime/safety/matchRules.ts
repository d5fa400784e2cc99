import type { Concept } from './concepts.js';
import type { ConceptHit } from './findConcepts.js';
import type { ScanContext } from './injectionFamilies.js';

/** Concepts that together give an attack away. */
export interface Rule {
  /** Raised when the rule matches. */
  readonly flag: string;
  /** One concept of each list, each at a place of its own. */
  readonly all: readonly (readonly Concept[])[];
  /** Greatest distance between the first and the last of them, see `TokenText.places`. */
  readonly within: number;
  /** All in one sentence. */
  readonly isOneSentence?: boolean;
  /** Only for texts from there. */
  readonly context?: ScanContext;
}

export interface RuleMatch {
  readonly rule: Rule;
  readonly hits: readonly ConceptHit[];
}

/** Hits of each concept that are looked back at: enough that one hit need not serve two lists. */
const KEPT_HITS = 3;

function pickHits(rule: Rule, newest: ConceptHit, recent: ReadonlyMap<Concept, readonly ConceptHit[]>) {
  const picked: ConceptHit[] = [];
  for (const concepts of rule.all) {
    let best: ConceptHit | null = null;
    for (const concept of concepts) {
      for (const hit of recent.get(concept) ?? []) {
        if (newest.place - hit.place > rule.within) continue;
        if (rule.isOneSentence && hit.sentence !== newest.sentence) continue;
        if (picked.some((other) => other.word === hit.word)) continue;
        if (best === null || hit.word > best.word) best = hit;
      }
    }
    if (best === null) return null;
    picked.push(best);
  }
  return picked;
}

/**
 * Finds the rules that a text matches. Linear in the number of hits: each is compared only with the last few of each
 * concept.
 *
 * @param accept refuses a match, for example of a quotation; a later match of the same rule may still count
 */
export function matchRules(
  hits: readonly ConceptHit[],
  rules: readonly Rule[],
  accept: (match: RuleMatch) => boolean,
): RuleMatch[] {
  const recent = new Map<Concept, ConceptHit[]>();
  const matched = new Map<Rule, RuleMatch>();
  for (const hit of hits) {
    const list = recent.get(hit.concept) ?? [];
    list.push(hit);
    if (list.length > KEPT_HITS) list.shift();
    recent.set(hit.concept, list);
    for (const rule of rules) {
      if (matched.has(rule) || !rule.all.some((concepts) => concepts.includes(hit.concept))) continue;
      const picked = pickHits(rule, hit, recent);
      if (picked !== null && accept({ rule, hits: picked })) matched.set(rule, { rule, hits: picked });
    }
  }
  return [...matched.values()];
}
