const SCHEMES = new Set(['http:', 'https:', 'tg:']);
/** Longest address that is put into a link. */
const MAX_TARGET = 2048;

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
