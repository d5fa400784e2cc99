import type { Choice } from '../../core/choice.js';
import { escapeMarkdown } from '../../core/escapeMarkdown.js';
import type { Wording } from '../../core/wording.js';
import { dayOf, oneLineOf } from '../../runtime/recall/memoryLine.js';
import type { CommandAnswer } from '../registry.js';
import type { SeenFrame } from './memoryCall.js';

/** Of one memory in a list, and of one that is shown whole, in characters. */
const LINE_CHARS = 160;
const WHOLE_CHARS = 8_000;
/** How many a page lists: each has a button, and the last row turns the pages. */
export const PAGE_SIZE = 8;

export interface MemoryPage {
  readonly frames: readonly SeenFrame[];
  /** Command of the next page; null: this is the last one. */
  readonly next: string | null;
  readonly isFirst: boolean;
  readonly total: number | null;
}

const line = ({ name, frame }: SeenFrame) =>
  `- \`${name}\` ${dayOf(frame.createdAt)}: ${escapeMarkdown(oneLineOf(frame.content, LINE_CHARS), LINE_CHARS + 4)}${
    frame.conflicts.length > 0 ? ' ⚠' : ''
  }${frame.scope === 'shared' ? ' ⇄' : ''}`;

/** A page of memories, each with a button that shows it whole. */
export function describePage(page: MemoryPage, title: string, wording: Wording): CommandAnswer {
  const { frames, next, isFirst } = page;
  const choices: Choice[] = frames.map(({ name }) => ({ label: name, command: `/memory ${name}` }));
  if (!isFirst) choices.push({ label: '‹', command: '/memory' });
  if (next !== null) choices.push({ label: '›', command: next });
  const legend = [
    ...(frames.some(({ frame }) => frame.conflicts.length > 0) ? [`⚠ ${wording.text('memory-conflict', {})}`] : []),
    ...(frames.some(({ frame }) => frame.scope === 'shared') ? [`⇄ ${wording.text('memory-shared', {})}`] : []),
  ];
  return {
    text: [title, '', ...frames.map(line), ...(legend.length === 0 ? [] : ['', ...legend])].join('\n'),
    choices,
  };
}

/** One memory with what can be done with it. */
export function describeOne(seen: SeenFrame, isChangeable: boolean, wording: Wording): CommandAnswer {
  const { name, frame, ref } = seen;
  const { conflicts } = frame;
  const own = ref.store === 'personal';
  const others = conflicts.map((id) => `${name.charAt(0)}${id}`);
  const facts = [
    dayOf(frame.createdAt),
    wording.text(`memory-source-${frame.source}`, {}),
    ...(frame.importance === 'normal' ? [] : [wording.text(`memory-importance-${frame.importance}`, {})]),
    wording.text(scopeKey(frame.scope), {}),
    ...(frame.validTo === null ? [] : [wording.text('memory-is-over', {})]),
  ];
  const button = (key: string, command: string): Choice => ({ label: wording.text(key, {}), command });
  const isOver = frame.validTo !== null;
  const restore = isOver && isChangeable ? [button('memory-button-restore', `/memory restore ${name}`)] : [];
  const choices: Choice[] =
    isChangeable && !isOver
      ? [
          button('memory-button-forget', `/forget ${name}`),
          button('memory-button-correct', `/memory correct ${name}`),
          ...(own && frame.scope !== 'shared' ? [button('memory-button-share', `/memory share ${name}`)] : []),
          ...(own && frame.scope === 'shared' ? [button('memory-button-unshare', `/memory unshare ${name}`)] : []),
          ...(conflicts.length > 0 ? [button('memory-button-keep', `/memory keep ${name}`)] : []),
        ]
      : restore;
  return {
    text: [
      `\`${name}\`, ${facts.join(', ')}:`,
      '',
      escapeMarkdown(frame.content, WHOLE_CHARS).replace(/^/gm, '> '),
      ...(others.length === 0
        ? []
        : [
            '',
            `⚠ ${wording.text('memory-conflicts-with', { others: others.map((other) => `\`${other}\``).join(', ') })}`,
          ]),
    ].join('\n'),
    choices: [...choices, { label: '‹', command: '/memory' }],
  };
}

function scopeKey(scope: string): string {
  if (scope === 'private' || scope === 'shared') return `memory-scope-${scope}`;
  return 'memory-scope-chat';
}
