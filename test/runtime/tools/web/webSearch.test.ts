import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { NetAllowEntry } from '../../../../src/runtime/net/allowList.js';
import { chooseService, type SearchSettings } from '../../../../src/runtime/tools/web/search/chooseService.js';
import { createWebSearch } from '../../../../src/runtime/tools/web/webSearch.js';
import { type Find, SEARCH_KEY, type SearchServer, startSearchServer } from '../../../platforms/search/searchServer.js';
import { SECRET } from '../../net/netStage.js';
import { openWebStage, type WebStage } from './webStage.js';

let stage: WebStage;
let services: SearchServer;
beforeAll(async () => {
  stage = await openWebStage();
  services = await startSearchServer();
});
afterAll(async () => {
  await services.close();
  await stage.close();
});
afterEach(() => {
  services.finds([]);
  services.fault(null);
  services.duckduckgo('results');
  services.searxngJson(true);
  services.forget();
  expect(stage.clock.pending()).toBe(0);
});

/** Everything is set up, so that only the choice decides. */
const everything = () => ({
  searxngUrl: services.url,
  braveApiKey: SEARCH_KEY,
  tavilyApiKey: SEARCH_KEY,
  perplexityApiKey: SEARCH_KEY,
  url: services.url,
});
const deps = () => ({
  extractor: stage.extractor,
  clientFor: (also: readonly NetAllowEntry[]) => stage.clientWith(also),
});
const search = (settings: SearchSettings, args: Readonly<Record<string, unknown>> = { query: 'grey herons' }) => {
  const service = chooseService(settings, deps());
  if (service === null) throw new Error('no service');
  return stage.run(createWebSearch(service), args);
};

const FINDS: readonly Find[] = [
  { title: 'Grey heron', url: 'https://birds.example/heron?a=1&b=2', text: 'A long-legged bird & a fisher' },
  { title: 'Herons "at" home', url: 'https://zoo.example/herons', text: 'They wait.' },
  { title: 'Not a page', url: 'javascript:alert(1)', text: 'x' },
  { title: 'Grey heron, again', url: 'https://birds.example/heron?a=1&b=2', text: 'Twice' },
];
const PAGES = [
  '1. Grey heron\nhttps://birds.example/heron?a=1&b=2\nA long-legged bird & a fisher',
  '2. Herons "at" home\nhttps://zoo.example/herons\nThey wait.',
];

describe.each([
  ['searxng', 'SearXNG', 'SEARXNG_URL'],
  ['brave', 'Brave', 'BRAVE_API_KEY'],
  ['tavily', 'Tavily', 'TAVILY_API_KEY'],
  ['perplexity', 'Perplexity', 'PERPLEXITY_API_KEY'],
  ['duckduckgo', 'DuckDuckGo', 'WAGGLE_SEARCH_URL'],
] as const)('web_search by %s', (service, name, setting) => {
  const settings = () => ({ service, ...everything() });
  const remark = service === 'duckduckgo' ? ' Weak search: .* does not mean that there is nothing\\.' : '';

  it('gives titles, addresses and snippets, each address once', async () => {
    services.finds(FINDS);
    const [head = '', ...hits] = (await search(settings())).split('\n\n');
    expect(head).toMatch(new RegExp(`^2 found by ${name}\\.${remark}$`));
    expect(hits).toEqual(PAGES);
    expect(services.requests).toHaveLength(1);
    expect(JSON.stringify(services.requests[0])).toMatch(/grey(?: |\+|%20)herons/);
  });

  it('gives eight of many', async () => {
    services.finds(
      Array.from({ length: 30 }, (_, n) => ({ title: `T${n}`, url: `https://x.example/${n}`, text: 's' })),
    );
    expect(await search(settings())).toMatch(/^8 found by/);
  });

  it('is not kept busy by a snippet made for that', async () => {
    const text = '<b'.repeat(60_000);
    services.finds([{ title: text, url: 'https://x.example/', text }]);
    const found = await search(settings());
    expect(found.length).toBeLessThan(1000);
  });

  it('says that nothing was found', async () => {
    expect(await search(settings())).toMatch(new RegExp(`^Nothing found by ${name}\\.${remark}$`));
  });

  it.each([
    [401, new RegExp(`${name} does not let this gateway in .*${setting}`)],
    [429, /asked too often or that its quota is used up .*WAGGLE_SEARCH/],
    [500, new RegExp(`${name} has a fault \\(500\\)\\. Try later`)],
    [418, new RegExp(`did not take the request .*${setting}`)],
  ])('says what to do about a status of %i', async (status, words) => {
    services.fault({ status });
    await expect(search(settings())).rejects.toThrow(words);
  });

  it.each(['<html>', '{}', '[]', '{"results":[{"title":1}]}', ''])(
    'does not fall over an answer of %j',
    async (body) => {
      services.fault({ body });
      const isEmptyAnswer = service === 'brave' && (body === '{}' || body.startsWith('{"results'));
      if (isEmptyAnswer) expect(await search(settings())).toMatch(/^Nothing found/);
      else await expect(search(settings())).rejects.toThrow(/cannot be read\.? .*Tell the operator/);
    },
  );

  it('does not send a key of the gateway as a question', async () => {
    await expect(search(settings(), { query: `what is ${SECRET}` })).rejects.toMatchObject({ reason: 'secret' });
    expect(services.requests).toEqual([]);
  });
});

describe('DuckDuckGo', () => {
  const settings = () => ({ service: 'duckduckgo', url: services.url }) as const;

  it('that wants to see a person, or looks different, is told with what to set', async () => {
    for (const look of ['challenge', 'changed'] as const) {
      services.duckduckgo(look);
      await expect(search(settings())).rejects.toThrow(
        /SEARXNG_URL, BRAVE_API_KEY, TAVILY_API_KEY or PERPLEXITY_API_KEY/,
      );
    }
  });
});

describe('SearXNG', () => {
  it('that gives no JSON is told with what to change', async () => {
    services.searxngJson(false);
    await expect(search({ service: 'searxng', searxngUrl: services.url })).rejects.toThrow(
      /lists json under search\.formats/,
    );
  });
});

describe('the choice of a service', () => {
  const nameOf = (settings: SearchSettings) => chooseService(settings, deps())?.name ?? null;

  it('is the first that is set up, else the page without a key, unless one is named', () => {
    const all = { ...everything(), service: 'auto' } as const;
    const { searxngUrl: _, ...noSearxng } = all;
    const { braveApiKey: __, ...noBrave } = noSearxng;
    const { tavilyApiKey: ___, ...noTavily } = noBrave;
    expect([all, noSearxng, noBrave, noTavily].map(nameOf)).toEqual(['SearXNG', 'Brave', 'Tavily', 'Perplexity']);
    expect(nameOf({ service: 'auto' })).toBe('DuckDuckGo');
    expect(nameOf({ ...all, service: 'tavily' })).toBe('Tavily');
    expect(nameOf({ ...all, service: 'off' })).toBeNull();
    expect(nameOf({ service: 'brave' })).toBeNull();
  });

  it('sends a key to no other place: a redirect is an error', async () => {
    stage.site.page('*', (_, response) => void response.writeHead(302, { location: services.url }).end());
    await expect(search({ service: 'brave', braveApiKey: SEARCH_KEY, url: stage.site.url })).rejects.toMatchObject({
      code: 'net-redirects',
    });
    expect(services.requests).toEqual([]);
  });

  it('lets only the search reach the server that was configured for it', async () => {
    services.finds(FINDS);
    expect(await search({ service: 'searxng', searxngUrl: services.url })).toMatch(/^2 found/);
    await expect(stage.client.request(stage.request(services.url))).rejects.toMatchObject({ reason: 'loopback' });
  });
});
