import type { ExtractedEntity } from './extractEntities.js';

export interface ExtractedRelation {
  readonly from: string;
  readonly type: string;
  readonly to: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** Named edges (spec: memory, part A 4). `to` before `from` where the words stand the other way round. */
const PATTERNS: readonly { readonly type: string; readonly confidence: number; readonly between: RegExp }[] = [
  {
    type: 'led_by',
    confidence: 0.9,
    between:
      /^\s*(?:,? (?:which|that|who))?\s*(?:is|are|was|will be)?\s*(?:led|headed|run|managed|owned|directed|geleitet)\s*(?:by|von)\s*(?:the\s)?$/i,
  },
  {
    type: 'reports_to',
    confidence: 0.9,
    between: /^\s*(?:now |directly )?(?:reports?|answers?|berichtet)\s*(?:directly )?(?:to|an)\s*$/i,
  },
  {
    type: 'depends_on',
    confidence: 0.85,
    between:
      /^\s*(?:now |also )?(?:depends? on|relies on|requires|needs|is built (?:on|with)|runs on|uses|hängt ab von|verwendet|nutzt)\s*(?:the\s)?$/i,
  },
  {
    type: 'maintained_by',
    confidence: 0.85,
    between:
      /^\s*(?:is|are)?\s*(?:maintained|supported|looked after|kept up|gepflegt|betreut)\s*(?:by|von)\s*(?:the\s)?$/i,
  },
  {
    type: 'affiliated_with',
    confidence: 0.75,
    between:
      /^\s*(?:,\s*)?(?:works? (?:at|for|with)|is (?:with|at|from|part of|a member of)|joined|of|from|from the|arbeitet (?:bei|für))\s*(?:the\s)?$/i,
  },
];

/** Names that stand beside each other are taken for related; with more of them only the first are, for pairs grow with the square. */
const MAX_NEIGHBOURS = 6;
const CO_OCCURS = 0.8;
const MAX_GAP_CHARS = 60;

/** The edges between the names of a text. Pure. */
export function extractRelations(text: string, entities: readonly ExtractedEntity[]): readonly ExtractedRelation[] {
  const places = entities
    .map(({ name }) => ({ name, at: text.toLowerCase().indexOf(name.toLowerCase()) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const named = places.flatMap(({ name, at }, i): ExtractedRelation[] => {
    const next = places[i + 1];
    if (next === undefined) return [];
    const between = text.slice(at + name.length, next.at);
    if (between.length > MAX_GAP_CHARS) return [];
    const edge = PATTERNS.find((pattern) => pattern.between.test(between));
    return edge === undefined ? [] : [{ from: name, type: edge.type, to: next.name, confidence: edge.confidence }];
  });
  const isNamed = (a: string, b: string) => named.some(({ from, to }) => from === a && to === b);
  const neighbours = places.slice(0, MAX_NEIGHBOURS).flatMap(({ name: from }, i, all) =>
    all
      .slice(i + 1)
      .filter(({ name }) => !isNamed(from, name))
      .map(({ name: to }) => ({ from, type: 'co_occurs_with', to, confidence: CO_OCCURS })),
  );
  return [...named, ...neighbours];
}
