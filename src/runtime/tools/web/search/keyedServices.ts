import { z } from 'zod';
import type { GuardedClient } from '../../../net/guardedClient.js';
import { askForJson } from './askService.js';
import type { SearchService } from './searchService.js';

/** How a service is reached. */
export interface ServiceAccess {
  readonly client: GuardedClient;
  /** Base address, without a slash at its end. */
  readonly baseUrl: string;
  readonly key: string;
}

const text = z.string().nullish();
const hit = z.object({ title: text, url: z.string() });

const braveSchema = z.object({
  web: z.object({ results: z.array(hit.extend({ description: text })) }).nullish(),
});

/** Brave Search API (https://api-dashboard.search.brave.com/app/documentation/web-search). */
export function createBrave({ client, baseUrl, key }: ServiceAccess): SearchService {
  return {
    name: 'Brave',
    remark: '',
    search: async (query, count, context) => {
      const url = new URL(`${baseUrl}/res/v1/web/search`);
      url.search = new URLSearchParams({ q: query, count: String(count), text_decorations: 'false' }).toString();
      const headers = { accept: 'application/json', 'x-subscription-token': key };
      const request = { name: 'Brave', url, headers, settings: 'BRAVE_API_KEY', context };
      const { web } = await askForJson(client, request, braveSchema);
      return (web?.results ?? []).map((result) => toHit(result, result.description));
    },
  };
}

const tavilySchema = z.object({ results: z.array(hit.extend({ content: text })) });

/** Tavily (https://docs.tavily.com/documentation/api-reference/endpoint/search). */
export function createTavily({ client, baseUrl, key }: ServiceAccess): SearchService {
  return {
    name: 'Tavily',
    remark: '',
    search: async (query, count, context) => {
      const url = new URL(`${baseUrl}/search`);
      const headers = { authorization: `Bearer ${key}` };
      const body = { query, max_results: count, search_depth: 'basic' };
      const request = { name: 'Tavily', url, headers, body, settings: 'TAVILY_API_KEY', context };
      const { results } = await askForJson(client, request, tavilySchema);
      return results.map((result) => toHit(result, result.content));
    },
  };
}

const perplexitySchema = z.object({ results: z.array(hit.extend({ snippet: text })) });

/** Perplexity Search API (https://docs.perplexity.ai/api-reference/search-post). */
export function createPerplexity({ client, baseUrl, key }: ServiceAccess): SearchService {
  return {
    name: 'Perplexity',
    remark: '',
    search: async (query, count, context) => {
      const url = new URL(`${baseUrl}/search`);
      const headers = { authorization: `Bearer ${key}` };
      const body = { query, max_results: count };
      const request = { name: 'Perplexity', url, headers, body, settings: 'PERPLEXITY_API_KEY', context };
      const { results } = await askForJson(client, request, perplexitySchema);
      return results.map((result) => toHit(result, result.snippet));
    },
  };
}

const searxngSchema = z.object({ results: z.array(hit.extend({ content: text })) });

/** SearXNG (https://docs.searxng.org/dev/search_api.html), which answers JSON only where its operator lists that format. */
export function createSearxng({ client, baseUrl }: Omit<ServiceAccess, 'key'>): SearchService {
  return {
    name: 'SearXNG',
    remark: '',
    search: async (query, count, context) => {
      const url = new URL(`${baseUrl}/search`);
      url.search = new URLSearchParams({ q: query, format: 'json' }).toString();
      const settings = 'SEARXNG_URL, and that settings.yml of that SearXNG lists json under search.formats';
      const request = { name: 'SearXNG', url, headers: { accept: 'application/json' }, settings, context };
      const { results } = await askForJson(client, request, searxngSchema);
      return results.slice(0, count).map((result) => toHit(result, result.content));
    },
  };
}

function toHit({ title, url }: z.output<typeof hit>, snippet: string | null | undefined) {
  return { title: title ?? '', url, snippet: snippet ?? '' };
}
