import { english } from './en.js';

/** Texts by key, in one language. */
export type Catalogue = Readonly<Record<string, string>>;

/**
 * The text of a notice. An unknown key gives the general "Thinking …", so that a new kind of notice never shows a key to a
 * person; missing arguments become empty.
 */
export function noticeText(
  key: string,
  args: Readonly<Record<string, string>>,
  catalogue: Catalogue = english,
): string {
  const template = catalogue[key] ?? catalogue.thinking ?? '';
  return template.replace(/\{(\w+)\}/g, (_, name: string) => args[name] ?? '').trim();
}

/** A tool's name as a person reads it: `web_search` becomes `Web search`. */
export function toolLabel(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
