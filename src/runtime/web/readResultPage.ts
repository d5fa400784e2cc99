import type { ResultPage, SearchHit } from './extractProtocol.js';
import { absoluteUrl, lineOf, type PageElement, parsePage } from './pageDocument.js';

/** The finds on a page of DuckDuckGo's search for browsers without scripts. */
export function readResultPage(html: string, url: string): ResultPage {
  const page = parsePage(html);
  const hits: SearchHit[] = [];
  for (const result of page.querySelectorAll('.result')) {
    const link = result.querySelector('a.result__a');
    const target = link === null ? null : targetOf(link, url);
    // What was paid for is no find.
    if (link === null || target === null || /(?:^|\s)result--ad(?:\s|$)/.test(result.getAttribute('class') ?? ''))
      continue;
    hits.push({ title: lineOf(link), url: target, snippet: lineOf(result.querySelector('.result__snippet')) });
  }
  return {
    hits,
    isChallenge:
      hits.length === 0 && page.querySelector('.anomaly-modal__modal, #challenge-form, .anomaly-modal__title') !== null,
    isEmpty: hits.length === 0 && page.querySelector('.no-results, .result--no-result') !== null,
  };
}

/** Links go through a counting page of theirs, which has the target as its parameter. */
function targetOf(link: PageElement, base: string): string | null {
  const href = absoluteUrl(link.getAttribute('href'), base);
  if (href === null) return null;
  const { pathname, searchParams } = new URL(href);
  if (pathname === '/y.js') return null;
  return pathname === '/l/' ? absoluteUrl(searchParams.get('uddg'), base) : href;
}
