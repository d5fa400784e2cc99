import { badRequest } from './errors.js';

/** A file of a multipart request. */
export interface Upload {
  name: string;
  mime: string;
  bytes: Buffer;
}

/** What a request carries: parameters as the client wrote them, files by the name of their part. */
export interface RequestBody {
  params: Record<string, unknown>;
  uploads: Map<string, Upload>;
}

const decoder = new TextDecoder('utf-8', { fatal: true });
const loneSurrogate = /\p{Surrogate}/u;
const notUtf8 = () => badRequest('strings must be encoded in UTF-8');

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw notUtf8();
  }
}

function checkStrings(value: unknown): void {
  if (typeof value === 'string') {
    if (loneSurrogate.test(value)) throw notUtf8();
  } else if (Array.isArray(value)) {
    for (const item of value) checkStrings(item);
  } else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) checkStrings(item);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readJson(text: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw badRequest("can't parse JSON");
  }
  if (!isRecord(parsed)) throw badRequest('expected a JSON object');
  if (/\\ud/i.test(text)) checkStrings(parsed);
  return parsed;
}

const headerEnd = Buffer.from('\r\n\r\n');

function readMultipart(bytes: Buffer, boundary: string): RequestBody {
  const body: RequestBody = { params: {}, uploads: new Map() };
  const mark = Buffer.from(`--${boundary}`);
  let start = bytes.indexOf(mark);
  while (start >= 0) {
    const from = start + mark.length;
    if (bytes.subarray(from, from + 2).toString('latin1') === '--') break;
    const next = bytes.indexOf(mark, from);
    if (next < 0) throw badRequest('the multipart body is cut off');
    const part = bytes.subarray(from + 2, next - 2);
    const split = part.indexOf(headerEnd);
    if (split < 0) throw badRequest('a part of the multipart body has no headers');
    const headers = part.subarray(0, split).toString('utf8');
    const content = part.subarray(split + headerEnd.length);
    const name = /[;\s]name="?([^";\r\n]*)"?/i.exec(headers)?.[1];
    if (name === undefined) throw badRequest('a part of the multipart body has no name');
    const fileName = /filename="?([^";\r\n]*)"?/i.exec(headers)?.[1];
    if (fileName === undefined) {
      body.params[name] = decode(content);
    } else {
      const mime = /content-type:\s*([^\r\n;]+)/i.exec(headers)?.[1] ?? 'application/octet-stream';
      body.uploads.set(name, { name: fileName, mime, bytes: Buffer.from(content) });
    }
    start = next;
  }
  return body;
}

/** Reads parameters from the query string and from a JSON, urlencoded or multipart body. Throws an `ApiError` (400). */
export function readRequestBody(query: URLSearchParams, contentType: string, bytes: Buffer): RequestBody {
  const params: Record<string, unknown> = Object.fromEntries(query);
  if (bytes.length === 0) return { params, uploads: new Map() };
  if (contentType.startsWith('application/json')) {
    return { params: { ...params, ...readJson(decode(bytes)) }, uploads: new Map() };
  }
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    return { params: { ...params, ...Object.fromEntries(new URLSearchParams(decode(bytes))) }, uploads: new Map() };
  }
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (!contentType.startsWith('multipart/form-data') || boundary === undefined) {
    throw badRequest(`unsupported content type ${contentType}`);
  }
  const multipart = readMultipart(bytes, boundary);
  return { params: { ...params, ...multipart.params }, uploads: multipart.uploads };
}
