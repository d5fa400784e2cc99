import { z } from 'zod';
import { EmbeddingFailure } from '../../core/ports/embedder.js';
import { unitVector } from './unitVector.js';

/** Numbers, or the same as base64 of 32-bit floats, which some endpoints send although they were asked for numbers. */
const vectorSchema = z.union([
  z.array(z.number()).min(1),
  z.base64().transform((text) => {
    const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
    return new Float32Array(bytes.buffer, 0, Math.floor(bytes.byteLength / 4));
  }),
]);
const bodySchema = z.looseObject({
  data: z.array(z.looseObject({ index: z.int().min(0).exactOptional(), embedding: vectorSchema })),
});

/** How much of an unreadable body an error quotes, in characters. */
const QUOTED_CHARS = 200;

/**
 * Reads the answer of an embeddings endpoint: one vector of unit length per text, in the order of the texts.
 *
 * @param dims what the model gave before; null: nothing yet
 * @throws EmbeddingFailure when vectors are missing, shorter or longer than that, or no vectors
 */
export function readEmbeddings(body: string, count: number, dims: number | null): Float32Array[] {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (cause) {
    throw new EmbeddingFailure(`the answer with embeddings is no JSON: ${body.slice(0, QUOTED_CHARS)}`, { cause });
  }
  const parsed = bodySchema.safeParse(json);
  if (!parsed.success) {
    throw new EmbeddingFailure(`the answer has no embeddings: ${body.slice(0, QUOTED_CHARS)}`, { cause: parsed.error });
  }
  const vectors = new Map(parsed.data.data.map(({ index, embedding }, i) => [index ?? i, unitVector(embedding)]));
  const wanted = dims ?? vectors.get(0)?.length ?? 0;
  return Array.from({ length: count }, (_, i) => {
    const vector = vectors.get(i);
    if (vector === undefined) throw new EmbeddingFailure(`the answer has no embedding of text ${i + 1} of ${count}`);
    if (vector === null) throw new EmbeddingFailure(`the embedding of text ${i + 1} of ${count} is no vector`);
    if (vector.length !== wanted) {
      throw new EmbeddingFailure(`an embedding has ${vector.length} numbers, the others of this model ${wanted}`);
    }
    return vector;
  });
}
