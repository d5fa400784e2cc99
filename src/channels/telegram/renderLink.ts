const SCHEMES = new Set(['http:', 'https:', 'tg:', 'mailto:']);
/** A longer address that cannot be a link is not shown beside its text. */
const MAX_SHOWN_URL = 200;

/** The address as a `text_link` may carry it; null when Telegram would not open it. */
export function linkTarget(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (!SCHEMES.has(parsed.protocol)) return null;
  if (parsed.protocol.startsWith('http') && !/[^.]\.[^.]|^localhost$|^\[/.test(parsed.hostname)) return null;
  return parsed.href.length <= 2048 ? parsed.href : null;
}

/** Whether a link's text already is its address, so that every client finds the link by itself. */
export function isBareLink(text: string, url: string): boolean {
  return text === url || [`http://${text}`, `https://${text}`, `mailto:${text}`].includes(url);
}

/** What is shown after the text of a link that cannot be one: ` (address)`, or nothing. */
export function shownAddress(text: string, url: string): string {
  if (url === '' || url.length > MAX_SHOWN_URL || isBareLink(text, url)) return '';
  return text.trim() === '' ? url : ` (${url})`;
}
