/** One thing that was found. */
export interface CombinedHit {
  readonly text: string;
  /** Where it stands: a memory's number, an entity, an address. */
  readonly source: string;
  /** Milliseconds UTC, where it is known. */
  readonly at?: number;
  readonly score?: number;
}

const KINDS = [
  ['memory', 'Memory'],
  ['knowledge', 'Knowledge'],
  ['web', 'Web'],
] as const;

/**
 * Findings of several kinds as Markdown: a section per kind that found something, a line per finding with date, source and score.
 * What was found twice is listed once, with both sources, where it stood first.
 */
export function formatCombinedResult(
  hits: Readonly<Record<(typeof KINDS)[number][0], readonly CombinedHit[]>>,
): string {
  const sources = new Map<string, string[]>();
  for (const [kind] of KINDS) {
    for (const hit of hits[kind])
      sources.set(keyOf(hit), [...new Set([...(sources.get(keyOf(hit)) ?? []), hit.source])]);
  }
  const listed = new Set<string>();
  const sections = KINDS.flatMap(([kind, title]) => {
    const lines = hits[kind].flatMap((hit) => {
      const key = keyOf(hit);
      if (key === '' || listed.has(key)) return [];
      listed.add(key);
      return [lineOf(hit, sources.get(key) ?? [hit.source])];
    });
    return lines.length === 0 ? [] : [`## ${title}\n\n${lines.join('\n')}`];
  });
  return sections.length === 0 ? 'Nothing was found.' : sections.join('\n\n');
}

/** The same words count as the same finding, whatever their case and spacing. */
function keyOf(hit: CombinedHit): string {
  return hit.text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function lineOf(hit: CombinedHit, sources: readonly string[]): string {
  const date = hit.at === undefined ? 'undated' : new Date(hit.at).toISOString().slice(0, 10);
  const score = hit.score === undefined ? '' : `, score ${hit.score.toFixed(2)}`;
  return `- ${hit.text.replace(/\s+/g, ' ').trim()} (${date}, ${sources.join(' and ')}${score})`;
}
