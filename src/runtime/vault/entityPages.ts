import type { MemoryFrame } from '../../core/memory/frame.js';
import type { Entity, MappedEntity } from '../../core/memory/layers.js';
import type { Wording } from '../../core/wording.js';
import type { FrameRef } from '../recall/frameRef.js';
import {
  aboutFrames,
  entityPageId,
  firstOf,
  type Lines,
  moreLines,
  newestFirst,
  type PathOf,
  type VaultMemory,
} from './memoryLines.js';
import { nameOf } from './pageNames.js';
import { lineId } from './pageParts.js';
import { lineText, pageLink } from './pageText.js';
import type { VaultPage } from './vaultPage.js';

/** Folders of things; a type that is none of them lies with the concepts. */
const KINDS = ['person', 'organization', 'project', 'place', 'technology', 'concept'] as const;
type Kind = (typeof KINDS)[number];

const folderWord = (type: string): Kind => KINDS.find((kind) => kind === type) ?? 'concept';

/** The pages of things and people: what is known of each, how it hangs together with others, and the memories of it. */
export function entityPages(memory: VaultMemory, lines: Lines, wording: Wording): readonly VaultPage[] {
  const frameById = new Map(memory.frames.map((frame) => [frame.id, frame]));
  const edges = edgesOf(memory.entities);
  return memory.entities.map((mapped) => {
    const told = mapped.frames.flatMap((id) => frameById.get(id) ?? []).sort(newestFirst);
    return entityPageOf({ mapped, told, edges: edges.get(mapped.entity.id) ?? [] }, memory.store, lines, wording);
  });
}

interface Edge {
  readonly type: string;
  readonly other: Entity;
  readonly isOutward: boolean;
}

/** The edges of each entity, in both directions. */
function edgesOf(all: readonly MappedEntity[]): ReadonlyMap<number, readonly Edge[]> {
  const byId = new Map(all.map(({ entity }) => [entity.id, entity]));
  const edges = new Map<number, Edge[]>(all.map(({ entity }) => [entity.id, []]));
  for (const { entity, relations } of all) {
    for (const { type, to } of relations) {
      const other = byId.get(to);
      if (other === undefined || to === entity.id) continue;
      edges.get(entity.id)?.push({ type, other, isOutward: true });
      edges.get(to)?.push({ type, other: entity, isOutward: false });
    }
  }
  return edges;
}

function entityPageOf(
  { mapped: { entity }, told, edges }: { mapped: MappedEntity; told: readonly MemoryFrame[]; edges: readonly Edge[] },
  store: FrameRef['store'],
  lines: Lines,
  wording: Wording,
): VaultPage {
  const shown = firstOf(told);
  const properties = Object.entries(entity.properties).map(
    ([name, value]) => `- ${lineText(name)}: ${lineText(value)} ^${lineId(`e${entity.id}`)}`,
  );
  return {
    id: entityPageId(entity.id),
    kind: entity.type,
    folder: nameOf(wording.text(`wiki-folder-${folderWord(entity.type)}`, {}), 'Topics'),
    title: entity.name,
    ...aboutFrames(shown, store),
    body: (pathOf) => {
      const relations = relationLines(edges, pathOf, wording);
      const section = (word: string, rows: readonly string[]) =>
        rows.length === 0 ? [] : ['', `## ${wording.text(`wiki-head-${word}`, {})}`, '', ...rows];
      return [
        `# ${lineText(entity.name)}`,
        ...section('properties', properties),
        ...section('relations', relations),
        ...section(
          'facts',
          shown.map((frame) => lines.of(frame, pathOf, entity.id)),
        ),
        ...moreLines(told, shown, wording),
      ].join('\n');
    },
  };
}

/** Types of edges that say the same in both directions. */
const MUTUAL = 'co_occurs_with';
const KNOWN_TYPES: ReadonlySet<string> = new Set([
  'led_by',
  'reports_to',
  'depends_on',
  'maintained_by',
  'affiliated_with',
  MUTUAL,
]);

function relationLines(edges: readonly Edge[], pathOf: PathOf, wording: Wording): readonly string[] {
  const byLabel = new Map<string, Map<number, string>>();
  const named = new Set(edges.flatMap(({ type, other }) => (type === MUTUAL ? [] : other.id)));
  for (const { type, other, isOutward } of edges) {
    // What is said better need not be said as "mentioned together".
    if (type === MUTUAL && named.has(other.id)) continue;
    const label = relationWord(type, isOutward, wording);
    const others = byLabel.get(label) ?? new Map<number, string>();
    byLabel.set(label, others.set(other.id, pageLink(pathOf(entityPageId(other.id)), other.name)));
  }
  return [...byLabel].map(
    ([label, others], i) => `- ${label}: ${[...others.values()].join(', ')} ^${lineId(`r${i + 1}`)}`,
  );
}

function relationWord(type: string, isOutward: boolean, wording: Wording): string {
  if (!KNOWN_TYPES.has(type)) return `${isOutward ? '' : '← '}${lineText(type.replaceAll('_', ' '))}`;
  return wording.text(`wiki-relation-${type}${isOutward || type === MUTUAL ? '' : '-of'}`, {});
}
