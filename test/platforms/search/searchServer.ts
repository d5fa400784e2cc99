import type { ServerResponse } from 'node:http';
import { startWebServer, type WebPage, type WebRequest, type WebServer } from '../web/webServer.js';
import { challengePage, emptyPage, resultPage } from './duckduckgoPages.js';

/** One find, as the services know it. */
export interface Find {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/** What goes wrong at a service: a status, or an answer that no client expects. */
export type SearchFault = { readonly status: number } | { readonly body: string };

/**
 * The search services that Waggle speaks to, in one server: SearXNG, Brave, Tavily, Perplexity and DuckDuckGo's HTML page, with
 * the addresses, parameters, ways to show a key, and answers that their documentation gives. The forms are written by us.
 */
export interface SearchServer extends Pick<WebServer, 'url' | 'port' | 'requests' | 'close' | 'forget'> {
  /** What is found, for any question. */
  finds(finds: readonly Find[]): void;
  /** The next requests are answered so; null: properly. */
  fault(fault: SearchFault | null): void;
  /** How DuckDuckGo's page looks. */
  duckduckgo(page: 'results' | 'challenge' | 'changed'): void;
  /** Whether the SearXNG answers JSON; most do not unless told. */
  searxngJson(isOn: boolean): void;
}

/** The key that the services with keys take. */
export const SEARCH_KEY = 'search-key-0123456789';

export async function startSearchServer(): Promise<SearchServer> {
  const web = await startWebServer();
  let finds: readonly Find[] = [];
  let fault: SearchFault | null = null;
  let look: 'results' | 'challenge' | 'changed' = 'results';
  let hasJson = true;

  const json = (response: ServerResponse, body: unknown, status = 200) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  const service = (answer: WebPage): WebPage => {
    return (request, response) => {
      if (fault === null) return answer(request, response);
      if ('status' in fault) return json(response, { error: 'fault of the test' }, fault.status);
      response.writeHead(200, { 'content-type': 'application/json' }).end(fault.body);
    };
  };
  const parametersOf = ({ path }: WebRequest) => new URL(path, web.url).searchParams;
  const limited = (count: unknown) => finds.slice(0, Number(count));

  web.page(
    '/res/v1/web/search',
    service((request, response) => {
      if (request.headers['x-subscription-token'] !== SEARCH_KEY) {
        return json(
          response,
          { type: 'ErrorResponse', error: { code: 'SUBSCRIPTION_TOKEN_INVALID', status: 422 } },
          401,
        );
      }
      const parameters = parametersOf(request);
      const q = parameters.get('q') ?? '';
      const results = limited(parameters.get('count') ?? 20).map(({ title, url, text }) => ({
        type: 'search_result',
        title,
        url,
        description: text,
      }));
      return json(response, {
        type: 'search',
        query: { original: q },
        ...(results.length > 0 && { web: { type: 'search', results } }),
      });
    }),
  );

  web.page(
    '/search',
    service((request, response) => {
      if (request.method === 'GET') {
        if (!hasJson) return void response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Forbidden</h1>');
        const results = finds.map(({ title, url, text }) => ({ title, url, content: text, engine: 'test', score: 1 }));
        return json(response, { query: parametersOf(request).get('q'), number_of_results: 0, results, answers: [] });
      }
      if (request.headers.authorization !== `Bearer ${SEARCH_KEY}`) {
        return json(response, { detail: { error: 'Unauthorized: missing or invalid API key.' } }, 401);
      }
      const asked: unknown = JSON.parse(request.body);
      const { max_results: count = 10 } = Object(asked);
      // Tavily tells the depth of its search; the other service with this address does not know the word.
      const isTavily = 'search_depth' in Object(asked);
      const results = limited(count).map(({ title, url, text }) =>
        isTavily
          ? { title, url, content: text, score: 0.9, raw_content: null }
          : { title, url, snippet: text, date: null },
      );
      return json(response, { results, id: 'r1' });
    }),
  );

  web.page('/html/', (request, response) => {
    if (fault !== null) return service(() => {})(request, response);
    const html = (body: string, status = 200) =>
      void response.writeHead(status, { 'content-type': 'text/html; charset=UTF-8' }).end(body);
    const q = parametersOf(request).get('q') ?? '';
    if (look === 'challenge') return html(challengePage(), 202);
    if (look === 'changed') return html('<!DOCTYPE html><html><body><main>All new!</main></body></html>');
    return html(finds.length === 0 ? emptyPage(q) : resultPage(q, finds));
  });

  return {
    url: web.url,
    port: web.port,
    requests: web.requests,
    forget: web.forget,
    close: web.close,
    finds: (next) => {
      finds = next;
    },
    fault: (next) => {
      fault = next;
    },
    duckduckgo: (next) => {
      look = next;
    },
    searxngJson: (isOn) => {
      hasJson = isOn;
    },
  };
}
