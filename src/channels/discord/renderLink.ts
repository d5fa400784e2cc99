/** Longest address that is put behind a text. */
const MAX_TARGET = 512;
/** A longer address that cannot be behind its text is not shown beside it. */
const MAX_SHOWN = 200;

/**
 * The address as it stands behind a text, `[text](address)`; null when Discord would show the marks instead (only http and
 * https). What could end the address early is encoded.
 */
export function linkTarget(url: string): string | null {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  const target = new URL(url).href.replace(/[()<>\\[\]"'`|*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return target.length > MAX_TARGET || !URL.canParse(target) ? null : target;
}

/** Whether a text can have an address behind it: brackets in it end it, and one that looks like an address is refused. */
export function mayBeMasked(text: string): boolean {
  return text.trim() !== '' && !/[[\]]|:\/\//.test(text);
}

/** Whether a link's text already is its address. */
export function isBareLink(text: string, url: string): boolean {
  return text === url || [`http://${text}`, `https://${text}`, `mailto:${text}`].includes(url);
}

/** What is shown after the text of a link that cannot be one: ` (address)`, or nothing. */
export function shownAddress(text: string, url: string): string {
  if (url === '' || url.length > MAX_SHOWN || isBareLink(text, url)) return '';
  const address = url.replace(/^mailto:/i, '');
  return text.trim() === '' ? address : ` (${address})`;
}
