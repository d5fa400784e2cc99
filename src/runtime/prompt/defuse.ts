/** Text from outside can neither open nor close the context block. */
export function defuseContextTags(text: string): string {
  return text.replace(/<(?=\/?\s*context\b)/gi, '&lt;');
}
