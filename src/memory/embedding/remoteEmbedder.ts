import type { Clock } from '../../core/clock.js';
import { type Embedder, EmbeddingFailure, type EmbeddingPurpose } from '../../core/ports/embedder.js';
import { readEmbeddings } from './embeddingsBody.js';
import { withPrefix } from './prefixes.js';

export interface RemoteEmbedderOptions {
  /** Requests go to `{baseUrl}/embeddings`. */
  readonly baseUrl: string;
  /** Sent as bearer token when not empty; never logged. */
  readonly apiKey: string;
  readonly model: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** Time limit of one request, milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;

/** Bounds on one request: endpoints take 96 to 2,048 texts, and about 300,000 tokens. */
const MAX_TEXTS = 64;
const MAX_CHARS = 100_000;

/** An endpoint that asks for longer is asked again then all the same. */
const LONGEST_WAIT_MS = 3_600_000;

const QUOTED_CHARS = 300;

/** Statuses that are about the texts: the same ones will meet them again. */
const isRefusal = (status: number) => [400, 413, 422].includes(status);

/** Half of a surrogate pair: endpoints call a body with one invalid. */
const HALF_PAIR = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let chars = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    const last = batches.at(-1);
    if (last === undefined || last.length >= MAX_TEXTS || chars + text.length > MAX_CHARS) {
      batches.push([text]);
      chars = text.length;
    } else {
      last.push(text);
      chars += text.length;
    }
  }
  return batches;
}

function retryAfterOf(value: string | null, now: number): number | null {
  if (value === null) return null;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? null : Math.min(LONGEST_WAIT_MS, Math.max(0, ms));
}

/** Embeddings of an OpenAI-compatible endpoint. */
export function createRemoteEmbedder(options: RemoteEmbedderOptions): Embedder {
  const { apiKey, model, clock } = options;
  const url = `${options.baseUrl.replace(/\/+$/, '')}/embeddings`;
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  const mask = (text: string) => (apiKey.length < 6 ? text : text.replaceAll(apiKey, '***'));
  let dims: number | null = null;

  const request = async (input: readonly string[], outer: AbortSignal): Promise<Float32Array[]> => {
    outer.throwIfAborted();
    const limit = new AbortController();
    const stopTimer = clock.after(timeoutMs, () => limit.abort());
    try {
      const body = JSON.stringify({ model, input, encoding_format: 'float' });
      const signal = AbortSignal.any([outer, limit.signal]);
      const response = await options.fetch(url, { method: 'POST', headers, body, signal });
      const text = await response.text();
      if (!response.ok) {
        throw new EmbeddingFailure(`embeddings: status ${response.status}: ${mask(text.slice(0, QUOTED_CHARS))}`, {
          isRefusal: isRefusal(response.status),
          retryAfterMs: retryAfterOf(response.headers.get('retry-after'), clock.now()),
        });
      }
      const vectors = readEmbeddings(text, input.length, dims);
      dims = vectors[0]?.length ?? dims;
      return vectors;
    } catch (cause) {
      if (outer.aborted) throw outer.reason;
      if (cause instanceof EmbeddingFailure) throw cause;
      const what = limit.signal.aborted ? `no answer within ${timeoutMs} ms` : mask(String(cause));
      throw new EmbeddingFailure(`embeddings: ${what}`, { cause });
    } finally {
      stopTimer();
    }
  };

  return {
    model,
    embed: async (texts: readonly string[], purpose: EmbeddingPurpose, signal: AbortSignal) => {
      const vectors: Float32Array[] = [];
      for (const batch of batchesOf(
        texts.map((text) => withPrefix(model, text.replace(HALF_PAIR, '\ufffd'), purpose)),
      )) {
        vectors.push(...(await request(batch, signal)));
      }
      return vectors;
    },
    close: async () => {},
  };
}
