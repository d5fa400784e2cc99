/** Longest address that is put behind a text. */
const MAX_TARGET = 512;

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
