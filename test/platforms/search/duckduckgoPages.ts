import type { Find } from './searchServer.js';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const frame = (q: string, body: string) => `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<!--[if IE 6]><html class="ie6"><![endif]-->
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${escaped(q)} at DuckDuckGo</title>
<meta http-equiv="content-type" content="text/html; charset=UTF-8"></head>
<body class="body--html"><form id="search_form" action="/html/" method="post"><input name="q" value="${escaped(q)}"></form>
<div id="links" class="results">${body}</div></body></html>`;

const result = ({ title, url, text }: Find, kind: string, href: string) => `
<div class="result results_links results_links_deep ${kind}"><div class="links_main links_deep result__body">
<h2 class="result__title"><a rel="nofollow" class="result__a" href="${escaped(href)}">${escaped(title)}</a></h2>
<div class="result__extras"><a class="result__url" href="${escaped(href)}">${escaped(url)}</a></div>
<a class="result__snippet" href="${escaped(href)}">${escaped(text).replace(/(\w+)/, '<b>$1</b>')}</a>
<div class="clear"></div></div></div>`;

/** A page of results: an advertisement first, links by way of the counting page. */
export function resultPage(q: string, finds: readonly Find[]): string {
  const ad = { title: 'Buy now', url: 'shop.example', text: 'An advertisement' };
  const adHref = 'https://duckduckgo.com/y.js?ad_domain=shop.example&ad_provider=x';
  const organic = finds.map((find) =>
    result(find, 'web-result', `//duckduckgo.com/l/?uddg=${encodeURIComponent(find.url)}&rut=0123abc`),
  );
  return frame(q, [result(ad, 'result--ad', adHref), ...organic].join('\n'));
}

/** What is shown when nothing fits. */
export function emptyPage(q: string): string {
  return frame(
    q,
    '<div class="result results_links result--no-result"><div class="no-results">No results.</div></div>',
  );
}

/** What a robot gets to see. */
export function challengePage(): string {
  return frame(
    '',
    '<form id="challenge-form" action="//duckduckgo.com/anomaly.js"><div class="anomaly-modal__modal"><div class="anomaly-modal__title">Unfortunately, bots use it too.</div></div></form>',
  );
}
