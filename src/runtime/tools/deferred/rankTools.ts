import type { ToolDefinition } from '../toolDefinition.js';

/** What a word of the query is worth where it is found; a rarer word is worth more than one that many tools have. */
const WEIGHT = { name: 4, source: 2.5, description: 1, argument: 0.7 } as const;

/** A word that only begins like the one that was asked for. */
const PREFIX_SHARE = 0.6;
const MIN_PREFIX_CHARS = 4;

/** Words of a query that say nothing about a tool. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  'a an and any can do for from i in is it me my of on or some that the this to tool tools use want what with'.split(
    ' ',
  ),
);

function wordsOf(text: string): string[] {
  const apart = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return apart.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** Plural and verb endings of English off, roughly: tools describe themselves in English. */
function stem(word: string): string {
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && word.endsWith('es')) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

type Field = keyof typeof WEIGHT;

interface Card {
  readonly tool: ToolDefinition;
  readonly words: readonly (readonly [field: Field, words: ReadonlySet<string>])[];
}

function cardOf(tool: ToolDefinition): Card {
  const setOf = (text: string) => new Set(wordsOf(text).map(stem));
  return {
    tool,
    words: [
      ['name', setOf(tool.name)],
      ['source', setOf(tool.source.replace(/^\w+:/, ''))],
      ['description', setOf(tool.description)],
      ['argument', setOf(Object.keys(tool.args.shape).join(' '))],
    ],
  };
}

/** How well a word is met by the words of a field: 1, less for a beginning, 0. */
function matchOf(wanted: string, words: ReadonlySet<string>): number {
  if (words.has(wanted)) return 1;
  if (wanted.length < MIN_PREFIX_CHARS) return 0;
  for (const word of words) {
    if (word.length >= MIN_PREFIX_CHARS && (word.startsWith(wanted) || wanted.startsWith(word))) return PREFIX_SHARE;
  }
  return 0;
}

function bestField(wanted: string, card: Card): number {
  return Math.max(...card.words.map(([field, words]) => WEIGHT[field] * matchOf(wanted, words)));
}

/**
 * The tools that a query could mean, the likeliest first; of equals the earlier one. A tool that is named outright comes before
 * all others.
 */
export function rankTools(query: string, tools: readonly ToolDefinition[]): ToolDefinition[] {
  const cards = tools.map(cardOf);
  const named = new Set(query.toLowerCase().split(/[^\w-]+/));
  const wanted = [
    ...new Set(
      wordsOf(query)
        .filter((word) => !EMPTY_WORDS.has(word))
        .map(stem),
    ),
  ];
  const scores = new Map<ToolDefinition, number>();
  for (const word of wanted) {
    const matches = cards.map((card) => bestField(word, card));
    const met = matches.filter((match) => match > 0).length;
    const rarity = Math.log(1 + cards.length / Math.max(1, met));
    cards.forEach(({ tool }, i) => {
      scores.set(tool, (scores.get(tool) ?? 0) + rarity * (matches[i] ?? 0));
    });
  }
  for (const { tool } of cards) if (named.has(tool.name.toLowerCase())) scores.set(tool, Number.POSITIVE_INFINITY);
  const scoreOf = (tool: ToolDefinition) => scores.get(tool) ?? 0;
  return tools.filter((tool) => scoreOf(tool) > 0).sort((a, b) => compare(scoreOf(b), scoreOf(a)));
}

/** Infinities are equal to each other, which their difference would not say. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
