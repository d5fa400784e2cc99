/** A text as phrases are matched against it: lower case, straight apostrophes, no accents on Latin letters, single spaces. */
export function foldPhrase(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFKC')
    .replace(/[’‘ʼ`´]/g, "'")
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/ß/g, 'ss')
    .replace(/ё/g, 'е')
    .replace(/\s+/g, ' ')
    .trim();
}
