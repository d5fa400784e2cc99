import type { MemoryFrame } from '../../core/memory/frame.js';
import type { Wording } from '../../core/wording.js';
import { writeRef } from '../recall/frameRef.js';
import { dayOf } from '../recall/memoryLine.js';
import { EXCHANGE_PREFIXES } from '../writeBack/prefixes.js';
import { entityPages } from './entityPages.js';
import {
  aboutFrames,
  createLines,
  entityPageId,
  firstOf,
  type Lines,
  MAX_CHARS,
  MAX_FRAMES,
  moreLines,
  newestFirst,
  type VaultMemory,
} from './memoryLines.js';
import { nameOf } from './pageNames.js';
import { lineId } from './pageParts.js';
import { pageLink } from './pageText.js';
import type { VaultPage } from './vaultPage.js';

/** Of the newest memories on the index. */
const NEWEST = 10;

const beginsWith =
  (...prefixes: readonly string[]) =>
  ({ content }: MemoryFrame) =>
    prefixes.some((prefix) => content.startsWith(prefix));

/** Pages of memories of one kind, besides the months'. */
const TOPICS: readonly { readonly word: string; readonly belongs: (frame: MemoryFrame) => boolean }[] = [
  { word: 'facts', belongs: ({ fact }) => fact !== undefined },
  { word: 'decisions', belongs: beginsWith(EXCHANGE_PREFIXES.decision) },
  {
    word: 'preferences',
    belongs: beginsWith(
      EXCHANGE_PREFIXES.preference,
      EXCHANGE_PREFIXES.about,
      EXCHANGE_PREFIXES.style,
      EXCHANGE_PREFIXES.correction,
    ),
  },
];

/** The pages of a vault, in the language of `wording`: one of each thing and person, the months, topics, and the index. Pure. */
export function composePages(given: VaultMemory, wording: Wording): readonly VaultPage[] {
  const memory = { ...given, frames: [...given.frames].sort(newestFirst) };
  const months = monthPages(memory.frames);
  const monthOf = new Map(months.flatMap(({ id, frames }) => frames.map((frame) => [frame.id, id] as const)));
  const lines = createLines(memory, monthOf, wording);
  const entities = entityPages(memory, lines, wording);
  const topics = TOPICS.flatMap(({ word, belongs }) => {
    const told = memory.frames.filter(belongs);
    const page = { id: `t-${word}`, kind: 'topic', folder: '', title: wording.text(`wiki-page-${word}`, {}) };
    return told.length === 0 ? [] : [memoriesPage(page, told, memory, lines, wording)];
  });
  const folder = nameOf(wording.text('wiki-folder-months', {}), 'Months');
  const byMonth = months.map(({ id, title, frames }) =>
    memoriesPage({ id, kind: 'month', folder, title }, frames, memory, lines, wording),
  );
  const others = [...topics, ...entities, ...byMonth];
  return [indexPage(memory, others, lines, wording), ...others];
}

interface Month {
  readonly id: string;
  readonly title: string;
  readonly frames: readonly MemoryFrame[];
}

/** The memories by month and, where one has many, by parts of it that are full but for the last: those of the newest. */
function monthPages(frames: readonly MemoryFrame[]): readonly Month[] {
  const months: { name: string; frames: MemoryFrame[]; chars: number; part: number }[] = [];
  const oldestFirst = [...frames].reverse();
  for (const frame of oldestFirst) {
    const name = dayOf(frame.createdAt).slice(0, 7);
    const last = months.at(-1);
    const isSame = last?.name === name;
    if (isSame && last.frames.length < MAX_FRAMES && last.chars + frame.content.length <= MAX_CHARS) {
      last.frames.push(frame);
      last.chars += frame.content.length;
    } else {
      months.push({ name, frames: [frame], chars: frame.content.length, part: isSame ? last.part + 1 : 1 });
    }
  }
  return months
    .map(({ name, frames, part }) => ({
      id: part === 1 ? `m${name}` : `m${name}-${part}`,
      title: part === 1 ? name : `${name} (${part})`,
      frames: frames.reverse(),
    }))
    .reverse();
}

function memoriesPage(
  page: Pick<VaultPage, 'id' | 'kind' | 'folder' | 'title'>,
  frames: readonly MemoryFrame[],
  memory: VaultMemory,
  lines: Lines,
  wording: Wording,
): VaultPage {
  const shown = firstOf(frames);
  return {
    ...page,
    ...aboutFrames(shown, memory.store),
    body: (pathOf) =>
      [
        `# ${page.title}`,
        '',
        ...shown.map((frame) => lines.of(frame, pathOf)),
        ...moreLines(frames, shown, wording),
      ].join('\n'),
  };
}

function indexPage(memory: VaultMemory, pages: readonly VaultPage[], lines: Lines, wording: Wording): VaultPage {
  const { frames, entities, store } = memory;
  const newest = frames.slice(0, NEWEST);
  const title = wording.text('wiki-page-index', {});
  const times = frames.map(({ createdAt }) => createdAt);
  const told = new Map(entities.map(({ entity, frames: ids }) => [entityPageId(entity.id), ids.length]));
  const byFolder = new Map<string, VaultPage[]>();
  for (const page of pages) byFolder.set(page.folder, [...(byFolder.get(page.folder) ?? []), page]);
  return {
    id: 'index',
    kind: 'index',
    folder: '',
    title,
    sources: newest.map(({ id }) => writeRef({ store, id })),
    created: times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b)),
    updated: times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b)),
    body: (pathOf) =>
      [
        `# ${title}`,
        '',
        wording.text('wiki-index-intro', {}),
        ...(frames.length === 0 ? ['', wording.text('wiki-empty', {})] : []),
        ...[...byFolder].flatMap(([folder, inFolder]) => [
          '',
          `## ${folder === '' ? wording.text('wiki-head-topics', {}) : folder}`,
          '',
          ...sorted(inFolder).map(({ id, title: name }) => {
            const count = told.get(id);
            return `- ${pageLink(pathOf(id), name)}${count === undefined ? '' : ` (${count})`} ^${lineId(id)}`;
          }),
        ]),
        ...(newest.length === 0 ? [] : ['', `## ${wording.text('wiki-head-newest', {})}`, '']),
        ...newest.map((frame) => lines.of(frame, pathOf)),
      ].join('\n'),
  };
}

/** Things by name; months stay the newest first. */
function sorted(pages: readonly VaultPage[]): readonly VaultPage[] {
  if (pages.some(({ kind }) => kind === 'month')) return pages;
  return [...pages].sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0));
}
