import * as kind from '../kinds.js';
import type { Setting } from '../setting.js';

/** What tools may reach of the network, and who searches the web for them. */
export const webSettings = {
  netAllow: {
    name: 'WAGGLE_NET_ALLOW',
    group: 'Web',
    kind: kind.netPlaces(),
    unset: 'nothing: tools reach the public internet only',
    summary:
      'Places outside the public internet, or on unusual ports, that tools may reach, such as wiki.corp.example,*.lab.example,10.1.2.0/24,127.0.0.1:3000. A name opens private addresses behind it; link-local and cloud metadata addresses take an entry of their own.',
  },
  gitHosts: {
    name: 'WAGGLE_GIT_HOSTS',
    group: 'Web',
    kind: kind.netPlaces(),
    unset: 'nowhere: git_push and git_pull are refused',
    summary:
      'Hosts that git may push to and pull from, over https, such as github.com,git.corp.example:8443. Those in a private network, and ports other than 443, 80, 8080 and 8443, have to be in WAGGLE_NET_ALLOW too.',
  },
  gitToken: {
    name: 'WAGGLE_GIT_TOKEN',
    group: 'Web',
    kind: kind.key(),
    secret: true,
    unset: 'none: public repositories, to read',
    summary:
      'Token that git shows to the hosts of WAGGLE_GIT_HOSTS, in place of a password. Whoever may use git_push can push wherever it may.',
  },
  search: {
    name: 'WAGGLE_SEARCH',
    group: 'Web',
    kind: kind.choice('auto', 'searxng', 'brave', 'tavily', 'perplexity', 'duckduckgo', 'off'),
    default: 'auto',
    summary:
      "Who searches the web. auto takes the first that is set of SEARXNG_URL, BRAVE_API_KEY, TAVILY_API_KEY and PERPLEXITY_API_KEY, else DuckDuckGo's HTML page, which needs no key, finds less and sometimes refuses.",
  },
  searxngUrl: {
    name: 'SEARXNG_URL',
    group: 'Web',
    kind: kind.web(),
    unset: 'not used',
    summary: 'Address of a SearXNG whose settings.yml lists json under search.formats; it may be in a private network.',
  },
  braveApiKey: {
    name: 'BRAVE_API_KEY',
    group: 'Web',
    kind: kind.key(),
    secret: true,
    unset: 'not used',
    summary: 'Key for the Brave Search API.',
  },
  tavilyApiKey: {
    name: 'TAVILY_API_KEY',
    group: 'Web',
    kind: kind.key(),
    secret: true,
    unset: 'not used',
    summary: 'Key for Tavily.',
  },
  perplexityApiKey: {
    name: 'PERPLEXITY_API_KEY',
    group: 'Web',
    kind: kind.key(),
    secret: true,
    unset: 'not used',
    summary: 'Key for the Perplexity Search API.',
  },
  searchUrl: {
    name: 'WAGGLE_SEARCH_URL',
    group: 'Web',
    kind: kind.web(),
    unset: 'its own',
    summary: 'Another server in place of the search service in use, such as a proxy of it; never of SearXNG.',
  },
} as const satisfies Readonly<Record<string, Setting>>;
