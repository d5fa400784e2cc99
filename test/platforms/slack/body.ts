import { wrong } from './errors.js';

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

const loneSurrogate = /\p{Surrogate}/u;

function checkStrings(value: unknown): void {
  if (typeof value === 'string') {
    if (loneSurrogate.test(value)) throw wrong('invalid_json', ['strings must be valid Unicode']);
  } else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) checkStrings(item);
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw wrong('invalid_charset');
  }
}

/** Reads the JSON object of a request. Throws an `ApiError`. */
export function readJsonBody(bytes: Buffer): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(decode(bytes));
  } catch {
    throw wrong('invalid_json');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw wrong('json_not_object');
  checkStrings(parsed);
  return { ...parsed };
}

async function readMultipart(bytes: Buffer, contentType: string): Promise<RequestBody> {
  const body: RequestBody = { params: {}, uploads: new Map() };
  const headers = { 'content-type': contentType };
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => {
    throw wrong('invalid_form_data');
  });
  for (const [name, value] of form) {
    if (typeof value === 'string') body.params[name] = value;
    else {
      const content = Buffer.from(await value.arrayBuffer());
      body.uploads.set(name, { name: value.name, mime: value.type, bytes: content });
    }
  }
  return body;
}

/** Reads parameters from the query string and from a JSON, urlencoded or multipart body. Throws an `ApiError`. */
export async function readRequestBody(
  query: URLSearchParams,
  contentType: string,
  bytes: Buffer,
): Promise<RequestBody> {
  const params: Record<string, unknown> = Object.fromEntries(query);
  if (bytes.length === 0) return { params, uploads: new Map() };
  if (contentType === '') throw wrong('missing_post_type');
  if (contentType.startsWith('application/json')) {
    return { params: { ...params, ...readJsonBody(bytes) }, uploads: new Map() };
  }
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    return { params: { ...params, ...Object.fromEntries(new URLSearchParams(decode(bytes))) }, uploads: new Map() };
  }
  if (contentType.startsWith('multipart/form-data')) {
    const multipart = await readMultipart(bytes, contentType);
    return { params: { ...params, ...multipart.params }, uploads: multipart.uploads };
  }
  throw wrong('invalid_post_type');
}
