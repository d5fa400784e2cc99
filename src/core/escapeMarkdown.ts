/** Names and values come from outside: shown on one line as they are, never as markup. */
export function escapeMarkdown(text: string, maxChars = 100): string {
  return text
    .replace(/\s+/g, ' ')
    .slice(0, maxChars)
    .replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, '\\$&');
}
