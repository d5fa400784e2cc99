import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { isJson } from './authorize.js';
import { HttpError } from './httpError.js';

/** Largest JSON body, bytes. */
export const MAX_JSON_BYTES = 1024 * 1024;

/** Longest line about wrong fields, characters. */
const MAX_LINE_CHARS = 1_000;

/**
 * Reads and checks a JSON body.
 *
 * @throws HttpError 415 when it is not JSON, 413 when it is too large, 400 with what is wrong in which field
 */
export async function readJson<T>(request: IncomingMessage, schema: z.ZodType<T>): Promise<T> {
  if (!isJson(request.headers['content-type'])) {
    throw new HttpError(415, 'not-json', 'Send the body as JSON, with the header "Content-Type: application/json".');
  }
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new HttpError(415, 'encoded-body', 'Send the body without a Content-Encoding.');
  }
  const parsed = schema.safeParse(parseJson(decode(await readBytes(request))));
  if (!parsed.success) throw new HttpError(400, 'bad-request', describe(parsed.error));
  return parsed.data;
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > MAX_JSON_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    bytes += buffer.length;
    if (bytes > MAX_JSON_BYTES) throw tooLarge();
    chunks.push(buffer);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): HttpError {
  return new HttpError(413, 'too-large', `The body may have at most ${MAX_JSON_BYTES} bytes.`, {
    headers: { Connection: 'close' },
  });
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new HttpError(400, 'bad-json', 'The body is not valid UTF-8.', { cause: error });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const detail = error instanceof Error ? error.message : '';
    throw new HttpError(400, 'bad-json', `The body is not valid JSON: ${detail}`, { cause: error });
  }
}

/** One line that names every wrong field; what a caller made up may be long, so its end is left out. */
export function describe(error: z.ZodError): string {
  const line = error.issues
    .map((issue) => (issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`))
    .join('; ');
  return line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS)} ...` : line;
}
