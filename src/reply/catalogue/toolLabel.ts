/** A tool's name as a person reads it: `web_search` becomes `Web search`. */
export function toolLabel(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
