import type { Connector, ConnectorCategory } from './connector.js';
import { CONNECTORS } from './connectors.js';

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Shorter words say too little for their beginnings to count. */
const MIN_STEM_CHARS = 4;

function isMet(wanted: string, words: readonly string[]): boolean {
  return words.some((word) => {
    if (word === wanted) return true;
    return (
      Math.min(word.length, wanted.length) >= MIN_STEM_CHARS && (word.startsWith(wanted) || wanted.startsWith(word))
    );
  });
}

/** The connectors that a query means, those that are named before those that are described; an empty query means all. */
export function findConnectors(query: string, category: ConnectorCategory | null): readonly Connector[] {
  const open = CONNECTORS.filter((connector) => category === null || connector.category === category);
  const wanted = [...new Set(wordsOf(query))];
  if (wanted.length === 0) return open;
  const scored = open.map((connector) => {
    const names = wordsOf(`${connector.id} ${connector.name}`);
    const uses = wordsOf(`${connector.use} ${connector.category}`);
    const score = wanted.reduce((sum, word) => sum + (isMet(word, names) ? 3 : isMet(word, uses) ? 1 : 0), 0);
    return { connector, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ connector }) => connector);
}
