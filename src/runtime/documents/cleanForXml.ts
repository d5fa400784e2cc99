/** Characters that XML 1.0 has no way to write (and that no document shows). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** A text as Office files can hold it: without control characters, half surrogate pairs and byte order marks. */
export function cleanForXml(text: string): string {
  return text.replace(NO_XML, '').replace(/\ufeff/g, '');
}
