import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Clock } from '../../../src/core/clock.js';
import { readBody } from '../listener.js';
import { CONCEPTS } from './concepts.js';

/** The body of a request for embeddings. */
export const embeddingsBody = z.looseObject({
  model: z.string().min(1),
  input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(2048)]),
  encoding_format: z.enum(['float', 'base64']).exactOptional(),
  dimensions: z.int().positive().exactOptional(),
});

export interface EmbeddingsRequest {
  readonly at: number;
  readonly model: string;
  readonly texts: readonly string[];
  readonly authorization: string | undefined;
}

/** What goes wrong with an answer. */
export type EmbeddingsFault =
  | { kind: 'status'; status: number; retryAfter?: number | string; message?: string }
  /** Refused with 400 when a text is longer. */
  | { kind: 'too-long'; maxChars: number }
  /** Vectors of half the length; of zeros; one too few; in another order, with their indices; base64 instead of numbers. */
  | { kind: 'short' | 'zeros' | 'missing' | 'shuffled' | 'base64' }
  | { kind: 'malformed-json' | 'no-data' | 'drop' }
  /** Nothing is answered until the client gives up, or until then. */
  | { kind: 'hang'; until?: Promise<unknown> };

/** Chooses what goes wrong with a request; `n` counts from 0. Undefined: nothing. */
export type EmbeddingsScript = (request: EmbeddingsRequest, n: number) => EmbeddingsFault | undefined;

export const EMBEDDING_DIMS = 256;

/** How much the words themselves count beside what they mean. */
const WORD_SHARE = 0.4;
const STEM_ENDINGS = 4;

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** A direction of its own for everything that has a name. */
function direction(name: string, dims: number): Float64Array {
  let state = hashOf(name) || 1;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return Float64Array.from({ length: dims }, () => next() + next() + next() - 1.5);
}

const directions = new Map<string, Float64Array>();
function remembered(name: string, dims: number): Float64Array {
  const key = `${dims} ${name}`;
  const known = directions.get(key) ?? direction(name, dims);
  if (directions.size < 50_000) directions.set(key, known);
  return known;
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFC')
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
const isSpaceless = (word: string) => /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u.test(word);

const meanings = new Map<string, readonly number[]>();
function meaningsOf(word: string): readonly number[] {
  const known = meanings.get(word);
  if (known !== undefined) return known;
  const found = CONCEPTS.flatMap((line, concept) =>
    line.some((stem) =>
      isSpaceless(stem)
        ? word.includes(stem)
        : word === stem || (stem.length > 2 && word.startsWith(stem) && word.length - stem.length <= STEM_ENDINGS),
    )
      ? [concept]
      : [],
  );
  if (meanings.size < 50_000) meanings.set(word, found);
  return found;
}

/** The vector of a text: what its words mean, and a little of the words themselves. Other models see all of it differently. */
export function meaningVector(model: string, text: string, dims = EMBEDDING_DIMS): number[] {
  const sum = new Float64Array(dims);
  const add = (name: string, weight: number) => {
    for (const [i, value] of remembered(`${model} ${name}`, dims).entries()) sum[i] = (sum[i] ?? 0) + weight * value;
  };
  add('what all texts have in common', 0.4);
  const seen = new Set<string>();
  for (const word of wordsOf(text)) {
    const concepts = meaningsOf(word);
    for (const concept of concepts) {
      if (!seen.has(`${concept}`)) add(`concept ${concept}`, 1);
      seen.add(`${concept}`);
    }
    if (seen.has(word)) continue;
    seen.add(word);
    if (isSpaceless(word)) {
      const characters = [...word];
      for (const [i, character] of characters.slice(1).entries())
        add(`word ${characters[i]}${character}`, WORD_SHARE / 2);
      continue;
    }
    const isName = /\p{Lu}/u.test(text.slice(Math.max(0, text.toLowerCase().indexOf(word))).slice(0, 1));
    add(
      `word ${word}`,
      concepts.length > 0 ? WORD_SHARE / 2 : isName ? 2 * WORD_SHARE : word.length > 3 ? WORD_SHARE : 0.1,
    );
  }
  const length = Math.hypot(...sum);
  return Array.from(sum, (value) => value / length);
}

/** The part of a model server that makes embeddings. */
export interface EmbeddingsPart {
  readonly requests: readonly EmbeddingsRequest[];
  script(next: EmbeddingsScript | readonly (EmbeddingsFault | undefined)[]): void;
  /** Length of the vectors from now on. */
  dims(next: number): void;
  answer(
    incoming: IncomingMessage,
    response: ServerResponse,
    refuse: (status: number, message: string) => void,
  ): Promise<void>;
}

export function createEmbeddingsPart(clock: Clock, changed: () => void): EmbeddingsPart {
  const requests: EmbeddingsRequest[] = [];
  let script: EmbeddingsScript = () => undefined;
  let width = EMBEDDING_DIMS;

  return {
    requests,
    script: (next) => {
      const steps = typeof next === 'function' ? null : [...next];
      script = typeof next === 'function' ? next : () => steps?.shift();
    },
    dims: (next) => {
      width = next;
    },
    answer: async (incoming, response, refuse) => {
      let json: unknown;
      try {
        json = JSON.parse((await readBody(incoming)).toString('utf8'));
      } catch {
        return refuse(400, 'We could not parse the JSON body of your request.');
      }
      const parsed = embeddingsBody.safeParse(json);
      if (!parsed.success) return refuse(400, z.prettifyError(parsed.error));
      const { model, input } = parsed.data;
      const texts = typeof input === 'string' ? [input] : input;
      const request = { at: clock.now(), model, texts, authorization: incoming.headers.authorization };
      const fault = script(request, requests.length);
      requests.push(request);
      changed();
      const send = (body: string, status = 200) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      const fail = (status: number, message: string) =>
        send(JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: null } }), status);
      if (fault?.kind === 'status') {
        if (fault.retryAfter !== undefined) response.setHeader('retry-after', String(fault.retryAfter));
        fail(fault.status, fault.message ?? `scripted status ${fault.status}`);
        return;
      }
      if (fault?.kind === 'too-long' && texts.some((text) => text.length > fault.maxChars)) {
        fail(400, `This model's maximum context length is ${fault.maxChars} tokens`);
        return;
      }
      if (fault?.kind === 'drop') {
        response.socket?.resetAndDestroy();
        return;
      }
      if (fault?.kind === 'hang') {
        const gone = new Promise<void>((resolve) => response.once('close', () => resolve()));
        await Promise.race([gone, fault.until ?? gone]);
        if (response.destroyed) return;
      }
      const dims = fault?.kind === 'short' ? Math.ceil(width / 2) : width;
      let data = texts.map((text, index) => {
        const vector = fault?.kind === 'zeros' ? new Array<number>(dims).fill(0) : meaningVector(model, text, dims);
        const embedding =
          fault?.kind === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector;
        return { object: 'embedding', index, embedding };
      });
      if (fault?.kind === 'missing') data = data.slice(0, -1);
      if (fault?.kind === 'shuffled') data = data.reverse();
      const usage = { prompt_tokens: 1, total_tokens: 1 };
      const body = JSON.stringify({ object: 'list', model, ...(fault?.kind === 'no-data' ? {} : { data }), usage });
      send(fault?.kind === 'malformed-json' ? body.slice(0, -20) : body);
    },
  };
}
