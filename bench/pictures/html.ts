const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for any place in a page. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => NAMES[sign] ?? sign);
}

/** One chat to draw. */
export interface Drawing {
  /** Rules for what only this platform has. */
  readonly style: string;
  /** The bot's messages, each as the inside of a bubble. */
  readonly messages: readonly string[];
}
