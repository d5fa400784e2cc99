/** Text from outside as one quoted line: no markup, no line breaks, at most `maxChars` characters of it. */
export function oneLine(text: string, maxChars: number): string {
  const words = text
    .replace(/[<>\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const cut = [...words].slice(0, maxChars).join('');
  return JSON.stringify(cut === words ? words : `${cut} ...`);
}
