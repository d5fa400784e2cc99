/** A longer address that cannot be a link is not shown beside its text. */
const MAX_SHOWN = 200;

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
