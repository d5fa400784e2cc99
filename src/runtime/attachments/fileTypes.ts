/** What a file's first bytes say; `at` is where they stand. */
export interface Signature {
  readonly mime: string;
  readonly at: number;
  readonly bytes: readonly number[];
}

const ascii = (text: string): readonly number[] => [...Buffer.from(text, 'latin1')];

/** Signatures of the kinds that people send in chats (IANA media types; the formats' own specifications). */
export const SIGNATURES: readonly Signature[] = [
  { mime: 'image/png', at: 0, bytes: [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a] },
  { mime: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { mime: 'image/gif', at: 0, bytes: ascii('GIF8') },
  { mime: 'image/webp', at: 8, bytes: ascii('WEBP') },
  { mime: 'image/heic', at: 4, bytes: ascii('ftypheic') },
  { mime: 'application/pdf', at: 0, bytes: ascii('%PDF-') },
  { mime: 'audio/wav', at: 8, bytes: ascii('WAVE') },
  { mime: 'audio/ogg', at: 0, bytes: ascii('OggS') },
  { mime: 'audio/flac', at: 0, bytes: ascii('fLaC') },
  { mime: 'audio/mpeg', at: 0, bytes: ascii('ID3') },
  { mime: 'audio/mpeg', at: 0, bytes: [0xff, 0xfb] },
  { mime: 'audio/mp4', at: 4, bytes: ascii('ftypM4A') },
  { mime: 'video/mp4', at: 4, bytes: ascii('ftyp') },
  { mime: 'video/webm', at: 0, bytes: [0x1a, 0x45, 0xdf, 0xa3] },
  { mime: 'application/gzip', at: 0, bytes: [0x1f, 0x8b] },
  { mime: 'application/zip', at: 0, bytes: [0x50, 0x4b, 0x03, 0x04] },
  { mime: 'application/x-7z-compressed', at: 0, bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
];

/** Office documents and their like are ZIP files: what the sender says is then the better word. */
export const ZIP_BASED = /officedocument|opendocument|epub|java-archive|android\.package/;

/** Plain texts whose type does not begin with `text/`. */
export const TEXT_LIKE = /^(text\/|application\/(json|xml|yaml|x-yaml|toml|javascript|x-sh|sql|csv)|.*\+(json|xml)$)/;

/** File name endings by type, for files that come without a name, and the other way round for files that we send. */
export const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/zip': 'zip',
  'application/json': 'json',
  'text/csv': 'csv',
  'text/markdown': 'md',
  'text/html': 'html',
  'text/plain': 'txt',
};
