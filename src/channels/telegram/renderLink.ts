const SCHEMES = new Set(['http:', 'https:', 'tg:']);
/** Longest address that is put into a link. */
const MAX_TARGET = 2048;
/** A longer address that cannot be a link is not shown beside its text. */
const MAX_SHOWN = 200;

/**
 * The address as a `text_link` may carry it; null when Telegram's server would silently drop the link (unknown scheme, a host
 * without a dot: `LinkManager::check_link` in tdlib). Mail addresses are found by the clients where they stand as text.
 */
export function linkTarget(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, href } = new URL(url);
  if (!SCHEMES.has(protocol) || href.length > MAX_TARGET) return null;
  if (protocol !== 'tg:' && (!hostname.includes('.') || hostname.endsWith('.'))) return null;
  return href;
}

/** Whether a link's text already is its address, so that every client finds the link by itself. */
export function isBareLink(text: string, url: string): boolean {
  return text === url || [`http://${text}`, `https://${text}`, `mailto:${text}`].includes(url);
}

/** What is shown after the text of a link that cannot be one: ` (address)`, or nothing. */
export function shownAddress(text: string, url: string): string {
  if (url === '' || url.length > MAX_SHOWN || isBareLink(text, url)) return '';
  const address = url.replace(/^mailto:/i, '');
  return text.trim() === '' ? address : ` (${address})`;
}
