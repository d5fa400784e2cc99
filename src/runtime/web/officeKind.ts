import { zipNames } from './zipFile.js';

export type OfficeKind = 'docx' | 'xlsx' | 'pptx';

/** The part that a file of each kind has. */
const MAIN_PARTS: readonly (readonly [part: string, kind: OfficeKind])[] = [
  ['word/document.xml', 'docx'],
  ['xl/workbook.xml', 'xlsx'],
  ['ppt/presentation.xml', 'pptx'],
];

/** Of Office programs before 2007; files with a password are wrapped in one too. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * What a file is by what is in it, whatever its name; null for no document that is read.
 *
 * @throws Error for old, protected and cut Office files
 */
export function documentKindOf(content: Buffer): OfficeKind | 'pdf' | null {
  if (content.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  if (content.subarray(0, COMPOUND.length).equals(COMPOUND)) {
    throw new Error(
      'it is protected by a password, or of an Office program before 2007; save it without one, as docx, xlsx or pptx',
    );
  }
  if (content.toString('latin1', 0, 4) !== 'PK\x03\x04') return null;
  const names = new Set(zipNames(content));
  // The first file of every Office file; its directory, at the end, is missing.
  if (names.size === 0 && content.subarray(0, 4096).includes('[Content_Types].xml')) {
    throw new Error('the file is broken: a part of it is missing');
  }
  return MAIN_PARTS.find(([part]) => names.has(part))?.[1] ?? null;
}
