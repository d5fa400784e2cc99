/** How what is kept of an exchange begins (spec runtime 5.6). Recall and preload find the kinds by these words. */
export const EXCHANGE_PREFIXES = {
  preference: 'User preference:',
  about: 'About the user:',
  request: 'Noted on request:',
  style: 'Style note:',
  decision: 'Decision:',
  correction: 'Correction from user:',
  research: 'Research findings:',
  recommendation: 'Recommendation:',
  question: 'User asked:',
  keyPoints: 'Key points:',
  work: 'Work completed:',
} as const;
export type NoteKind = keyof typeof EXCHANGE_PREFIXES;

/** What somebody said, without the words that we put before it: those are no part of what is judged. */
export function withoutPrefix(content: string): string {
  const prefix = Object.values(EXCHANGE_PREFIXES).find((words) => content.startsWith(words));
  return prefix === undefined ? content : content.slice(prefix.length).trim();
}
