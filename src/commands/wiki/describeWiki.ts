import type { Choice } from '../../core/choice.js';
import { cutText } from '../../core/cutText.js';
import { escapeMarkdown } from '../../core/escapeMarkdown.js';
import type { Wording } from '../../core/wording.js';
import type { PageFile } from '../../runtime/vault/pageFiles.js';
import { readableText } from '../../runtime/vault/readableText.js';
import { type FoundPage, titleOf } from '../../runtime/vault/searchPages.js';
import type { SyncResult } from '../../runtime/vault/syncVault.js';
import type { CommandAnswer } from '../registry.js';
import { choice } from '../skills/describeSkills.js';

/** How many pages a list shows: each has a button, and the last row turns the pages. */
const PAGE_SIZE = 6;
/** Of a title, an excerpt and a page that is shown, in characters. */
const TITLE_CHARS = 80;
const EXCERPT_CHARS = 200;
const SHOWN_CHARS = 3_000;

export function pagesText(pages: number, wording: Wording): string {
  return wording.text('wiki-pages', { n: String(pages) });
}

/** What a sync did, in one sentence. */
export function describeSync(result: SyncResult, wording: Wording): string {
  const pages = pagesText(result.pages, wording);
  const changes = (['made', 'changed', 'removed', 'kept'] as const).flatMap((what) =>
    result[what] === 0 ? [] : wording.text(`wiki-sync-${what}`, { n: String(result[what]) }),
  );
  if (changes.length === 0) return wording.text('wiki-synced-nothing', { pages });
  return wording.text('wiki-synced', { pages, changes: changes.join(', ') });
}

/** One part of what a search found, each page with a button that shows it. */
export function describeFound(
  found: readonly FoundPage[],
  question: string,
  page: number,
  wording: Wording,
): CommandAnswer {
  const pages = Math.ceil(found.length / PAGE_SIZE);
  const shown = Math.min(Math.max(1, page), pages);
  const onPage = found.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE);
  const turn = (to: number, label: string) =>
    to < 1 || to > pages ? [] : choice(label, `/wiki_search page ${to} ${question}`);
  const turns = [...turn(shown - 1, '‹'), ...turn(shown + 1, '›')];
  const command = `\`/wiki_search page ${shown + 1} …\``;
  const isCut = shown < pages && turns.length === 0;
  const footer = [
    ...(onPage.some(({ isOwn }) => isOwn) ? [`✎ ${wording.text('wiki-own-page', {})}`] : []),
    ...(pages === 1
      ? []
      : [
          `${wording.text('skills-page', { page: String(shown), pages: String(pages) })}${isCut ? ` (${command})` : ''}`,
        ]),
  ];
  return {
    text: [
      wording.text('wiki-found', { n: String(found.length) }),
      '',
      ...onPage.map(lineOf),
      ...(footer.length === 0 ? [] : ['', ...footer]),
    ].join('\n'),
    choices: [...onPage.flatMap(({ key, title }) => choice(title, `/wiki_search open ${key}`)), ...turns],
  };
}

function lineOf({ title, isOwn, excerpt }: FoundPage): string {
  const mark = isOwn ? ' ✎' : '';
  return `- **${escapeMarkdown(title, TITLE_CHARS)}**${mark}: ${escapeMarkdown(cutText(excerpt, EXCERPT_CHARS), EXCERPT_CHARS)}`;
}

/** A page whole, as far as it goes into a chat. */
export function describePageFile({ path, text }: PageFile, wording: Wording): CommandAnswer {
  const readable = readableText(text);
  const shown = cutText(readable, SHOWN_CHARS);
  const title = escapeMarkdown(titleOf(path), TITLE_CHARS);
  const body = readable.startsWith('# ') ? shown : `**${title}**\n\n${shown}`;
  const isCut = readable.length > SHOWN_CHARS;
  return {
    text: isCut ? `${body}\n\n${wording.text('wiki-page-cut', { path: `\`${codeText(path)}\`` })}` : body,
    choices: [],
  };
}

/** A path as it can stand between backticks. */
export function codeText(text: string): string {
  return text.replaceAll('`', "'");
}

export const button = (wording: Wording, key: string, command: string): Choice => ({
  label: wording.text(key, {}),
  command,
});
