import { z } from 'zod';
import { cutText } from '../../../core/cutText.js';
import type { SearchHit } from '../../web/extractProtocol.js';
import { defineTool, type ToolDefinition } from '../toolDefinition.js';
import { READS_WEB } from './readsWeb.js';
import type { SearchService } from './search/searchService.js';

/** Finds in one answer. */
const COUNT = 8;
const MAX_TITLE_CHARS = 150;
const MAX_URL_CHARS = 500;
const MAX_SNIPPET_CHARS = 350;
/** Of a title or snippet as it came. */
const MAX_READ_CHARS = 2000;

const args = z.object({ query: z.string().max(400) });

/** Finds pages of the web: title, address and a few words of each. */
export function createWebSearch(service: SearchService): ToolDefinition {
  return defineTool({
    name: 'web_search',
    description: 'Search the web for titles, URLs and snippets; read what matters with web_fetch.',
    args,
    ...READS_WEB,
    quota: 'webSearch',
    timeoutMs: 50_000,
    execute: async ({ query }, context) => {
      const found = await service.search(query, COUNT, context);
      const hits = uniqueHits(found).slice(0, COUNT);
      const head = [`${hits.length === 0 ? 'Nothing' : hits.length} found by ${service.name}.`, service.remark];
      return [head.filter((line) => line !== '').join(' '), ...hits.map(describeHit)].join('\n\n');
    },
  });
}

/** Addresses that a reader can go to, each once. */
function uniqueHits(hits: readonly SearchHit[]): readonly SearchHit[] {
  const seen = new Set<string>();
  return hits.filter(({ url }) => {
    if (!/^https?:\/\//i.test(url) || url.length > MAX_URL_CHARS || seen.has(url)) return false;
    seen.add(url);
    return true;
  });
}

/** Each in a paragraph of its own: one that gives orders is taken out alone. */
function describeHit({ title, url, snippet }: SearchHit, index: number): string {
  const lines = [plain(title, MAX_TITLE_CHARS) || url, url, plain(snippet, MAX_SNIPPET_CHARS)];
  return `${index + 1}. ${lines.filter((line) => line !== '').join('\n')}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&nbsp;': ' ',
};

/** Services put marks of HTML around the words that fit. */
function plain(text: string, chars: number): string {
  // Cut first: what comes from outside may be made to keep a pattern busy.
  const bare = text.slice(0, MAX_READ_CHARS).replace(/<\/?(?:strong|b|em|mark|span)\b[^>]*>/gi, '');
  const read = bare.replace(
    /&(?:amp|lt|gt|quot|#39|#x27|nbsp);/gi,
    (entity) => ENTITIES[entity.toLowerCase()] ?? entity,
  );
  return cutText(read.replace(/\s+/g, ' ').trim(), chars);
}
