/** Text from outside as a terminal may be given it: without control characters. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '');
}
