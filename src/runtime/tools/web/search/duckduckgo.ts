import type { GuardedClient } from '../../../net/guardedClient.js';
import { NetFailure } from '../../../net/netErrors.js';
import type { Extractor } from '../../../web/extractor.js';
import { charsetOf } from '../documentType.js';
import { askService } from './askService.js';
import type { SearchService } from './searchService.js';

const BETTER =
  'Tell the operator: SEARXNG_URL, BRAVE_API_KEY, TAVILY_API_KEY or PERPLEXITY_API_KEY gives a search that can be relied on.';

/** DuckDuckGo's page for browsers without scripts: no key, few finds, and now and then a riddle for robots instead. */
export function createDuckDuckGo(deps: {
  readonly client: GuardedClient;
  readonly extractor: Extractor;
  readonly baseUrl: string;
}): SearchService {
  const name = 'DuckDuckGo';
  return {
    name,
    remark:
      "Weak search: DuckDuckGo's page without a key. That nothing is found here does not mean that there is nothing.",
    search: async (query, count, context) => {
      const url = new URL(`${deps.baseUrl}/html/`);
      url.search = new URLSearchParams({ q: query }).toString();
      const request = { name, url, settings: 'WAGGLE_SEARCH_URL', context, maxRedirects: 2 };
      const answer = await askService(deps.client, request);
      const charset = charsetOf(answer.contentType);
      const job = { bytes: answer.body, url: answer.url, ...(charset === null ? {} : { charset }) };
      const { hits, isChallenge, isEmpty } = await deps.extractor.readResults(job, context.signal);
      if (isChallenge || (answer.status === 202 && hits.length === 0)) {
        throw new NetFailure('status', `DuckDuckGo wants to see a person before it searches. Try later. ${BETTER}`);
      }
      if (hits.length === 0 && !isEmpty) {
        throw new NetFailure(
          'type',
          `The page of DuckDuckGo does not look as it used to, so it cannot be read. ${BETTER}`,
        );
      }
      return hits.slice(0, count);
    },
  };
}
