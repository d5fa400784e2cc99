/**
 * Text for fields that Slack reads as its own markup: with these three escaped it can hold no mention, command or link
 * (docs.slack.dev, "Formatting message text").
 */
export function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Undoes `escapeMrkdwn`. */
export function unescapeMrkdwn(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
