import { z } from 'zod';
import { invalidForm, invalidJson } from './errors.js';

/** A file of a multipart request; `index` is the n of `files[n]`. */
export interface Upload {
  index: number;
  name: string;
  mime: string;
  bytes: Buffer;
}

/** What a request carries. */
export interface RequestBody {
  json: unknown;
  uploads: Upload[];
}

const decoder = new TextDecoder('utf-8', { fatal: true });
const loneSurrogate = /\p{Surrogate}/u;

function checkStrings(value: unknown): void {
  if (typeof value === 'string') {
    if (loneSurrogate.test(value)) throw invalidJson();
  } else if (Array.isArray(value)) {
    for (const item of value) checkStrings(item);
  } else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) checkStrings(item);
  }
}

function readJson(bytes: Buffer): unknown {
  try {
    const text = decoder.decode(bytes);
    const parsed: unknown = JSON.parse(text);
    if (/\\ud/i.test(text)) checkStrings(parsed);
    return parsed;
  } catch {
    throw invalidJson();
  }
}

const headerEnd = Buffer.from('\r\n\r\n');

function readMultipart(bytes: Buffer, boundary: string): RequestBody {
  const body: RequestBody = { json: {}, uploads: [] };
  const mark = Buffer.from(`--${boundary}`);
  let start = bytes.indexOf(mark);
  while (start >= 0) {
    const from = start + mark.length;
    if (bytes.subarray(from, from + 2).toString('latin1') === '--') return body;
    const next = bytes.indexOf(mark, from);
    const part = bytes.subarray(from + 2, next - 2);
    const split = part.indexOf(headerEnd);
    if (next < 0 || split < 0) break;
    const headers = part.subarray(0, split).toString('utf8');
    const content = part.subarray(split + headerEnd.length);
    const name = /[;\s]name="([^"\r\n]*)"/i.exec(headers)?.[1];
    const fileName = /filename="([^"\r\n]*)"/i.exec(headers)?.[1];
    if (fileName !== undefined) {
      const mime = /content-type:\s*([^\r\n;]+)/i.exec(headers)?.[1] ?? 'application/octet-stream';
      const index = Number(/^files?\[(\d+)\]$/.exec(name ?? '')?.[1] ?? body.uploads.length);
      body.uploads.push({ index, name: fileName, mime, bytes: Buffer.from(content) });
    } else if (name === 'payload_json') {
      body.json = readJson(Buffer.from(content));
    }
    start = next;
  }
  throw invalidForm([{ path: [], code: 'BASE_TYPE_INVALID', message: 'The multipart body is broken' }]);
}

/** Reads a JSON or multipart body. Throws a `DiscordError` (400). */
export function readRequestBody(contentType: string, bytes: Buffer): RequestBody {
  if (bytes.length === 0) return { json: {}, uploads: [] };
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary !== undefined) return readMultipart(bytes, boundary);
  if (contentType.startsWith('application/json')) return { json: readJson(bytes), uploads: [] };
  const message = 'Expected "Content-Type" header to be one of {"application/json", "multipart/form-data"}.';
  throw invalidForm([{ path: [], code: 'CONTENT_TYPE_INVALID', message }]);
}

/** A body as an object, for the record of calls. */
export function toParams(json: unknown): Readonly<Record<string, unknown>> {
  const parsed = z.record(z.string(), z.unknown()).safeParse(json);
  return parsed.success ? parsed.data : { body: json };
}
