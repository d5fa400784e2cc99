import type { NetAllowEntry } from '../../../net/allowList.js';
import { readTarget } from '../../../net/checkUrl.js';
import type { GuardedClient } from '../../../net/guardedClient.js';
import type { Extractor } from '../../../web/extractor.js';
import { createDuckDuckGo } from './duckduckgo.js';
import { createBrave, createPerplexity, createSearxng, createTavily } from './keyedServices.js';
import type { SearchService } from './searchService.js';

/** `WAGGLE_SEARCH` and the settings of the services. */
export interface SearchSettings {
  readonly service: 'auto' | 'searxng' | 'brave' | 'tavily' | 'perplexity' | 'duckduckgo' | 'off';
  readonly searxngUrl?: string;
  readonly braveApiKey?: string;
  readonly tavilyApiKey?: string;
  readonly perplexityApiKey?: string;
  /** In place of the service's own address. */
  readonly url?: string;
}

export interface ServiceDeps {
  readonly extractor: Extractor;
  /** A client that may also reach these places. */
  clientFor(also: readonly NetAllowEntry[]): GuardedClient;
}

/** The service that was chosen, or the first that is set up; null where searching is off, or what was chosen lacks its key. */
export function chooseService(settings: SearchSettings, deps: ServiceDeps): SearchService | null {
  const { service, searxngUrl, braveApiKey, tavilyApiKey, perplexityApiKey } = settings;
  const wants = (name: SearchSettings['service']) => service === name || service === 'auto';
  // Where the operator sent us we may go, also within a private network; no other tool may for that.
  const at = (baseUrl: string) => ({ client: deps.clientFor(placeOf(baseUrl)), baseUrl });
  if (wants('searxng') && searxngUrl !== undefined) return createSearxng(at(searxngUrl));
  if (wants('brave') && braveApiKey !== undefined) {
    return createBrave({ ...at(settings.url ?? 'https://api.search.brave.com'), key: braveApiKey });
  }
  if (wants('tavily') && tavilyApiKey !== undefined) {
    return createTavily({ ...at(settings.url ?? 'https://api.tavily.com'), key: tavilyApiKey });
  }
  if (wants('perplexity') && perplexityApiKey !== undefined) {
    return createPerplexity({ ...at(settings.url ?? 'https://api.perplexity.ai'), key: perplexityApiKey });
  }
  if (!wants('duckduckgo')) return null;
  return createDuckDuckGo({ ...at(settings.url ?? 'https://html.duckduckgo.com'), extractor: deps.extractor });
}

function placeOf(baseUrl: string): readonly NetAllowEntry[] {
  const { host, port, isAddress } = readTarget(baseUrl);
  if (!isAddress) return [{ target: { host }, port }];
  return [{ target: { range: `${host}/${host.includes(':') ? 128 : 32}` }, port }];
}
