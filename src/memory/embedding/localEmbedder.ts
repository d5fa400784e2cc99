import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { z } from 'zod';
import { WaggleError } from '../../core/errors.js';
import { type Embedder, EmbeddingFailure } from '../../core/ports/embedder.js';
import { withPrefix } from './prefixes.js';
import { unitVector } from './unitVector.js';

/** The package that runs such models. It brings its own native runtime, so it is installed by those only who want it. */
export const LOCAL_PACKAGE = '@huggingface/transformers';

/** Texts that are computed at once: more takes memory, not time. */
const BATCH = 16;

const isFunction = (value: unknown) => typeof value === 'function';
type Extract = (texts: readonly string[], options: object) => Promise<unknown>;
const packageSchema = z.looseObject({
  // Not copied: what is set here has to reach the package.
  env: z.custom<object>((value) => typeof value === 'object' && value !== null),
  pipeline: z.custom<(task: string, model: string, options: object) => Promise<unknown>>(isFunction),
});
const extractSchema = z.custom<Extract>(isFunction);
const tensorSchema = z.looseObject({
  data: z.custom<ArrayLike<number>>((data) => ArrayBuffer.isView(data) || Array.isArray(data)),
  dims: z.tuple([z.int(), z.int()]),
});

export interface LocalEmbedderOptions {
  /** Folder of the model: `config.json`, the tokenizer's files and `onnx/model_quantized.onnx`. */
  readonly folder: string;
  /** Loads the package; without, `import`. */
  readonly load?: () => Promise<unknown>;
}

/**
 * Embeddings by a model on this machine, with transformers.js. Nothing is ever downloaded: package and model are the
 * operator's own, and are loaded with the first text.
 *
 * @throws WaggleError `embedding-model` at once when the folder holds no model
 */
export function createLocalEmbedder(options: LocalEmbedderOptions): Embedder {
  const folder = resolve(options.folder);
  if (!existsSync(resolve(folder, 'config.json'))) {
    throw new WaggleError('embedding-model', `${folder} holds no embedding model (there is no config.json)`);
  }
  const name = basename(folder);
  const load = options.load ?? (() => import(LOCAL_PACKAGE));
  let extract: Promise<Extract> | null = null;

  const open = async (): Promise<Extract> => {
    let loaded: unknown;
    try {
      loaded = await load();
    } catch (cause) {
      throw new EmbeddingFailure(
        `The embedding model in ${folder} needs the package ${LOCAL_PACKAGE}, which cannot be loaded. Install it in Waggle's folder: npm install ${LOCAL_PACKAGE}`,
        { cause, isRefusal: true },
      );
    }
    const { env, pipeline } = packageSchema.parse(loaded);
    Object.assign(env, { allowRemoteModels: false, localModelPath: dirname(folder) });
    return extractSchema.parse(await pipeline('feature-extraction', name, { dtype: 'q8' }));
  };

  const embedBatch = async (run: Extract, texts: readonly string[]): Promise<Float32Array[]> => {
    const { data, dims } = tensorSchema.parse(await run(texts, { pooling: 'mean', normalize: true }));
    const [rows, width] = dims;
    const numbers = Float32Array.from(data);
    if (rows !== texts.length)
      throw new EmbeddingFailure(`the local model gave ${rows} vectors for ${texts.length} texts`);
    return texts.map((_, i) => {
      const vector = unitVector(numbers.subarray(i * width, (i + 1) * width));
      if (vector === null) throw new EmbeddingFailure('the local model gave no vector');
      return vector;
    });
  };

  return {
    model: `local:${name}`,
    embed: async (texts, purpose, signal) => {
      try {
        extract ??= open();
        const run = await extract;
        const vectors: Float32Array[] = [];
        for (let at = 0; at < texts.length; at += BATCH) {
          signal.throwIfAborted();
          const batch = texts.slice(at, at + BATCH).map((text) => withPrefix(name, text, purpose));
          vectors.push(...(await embedBatch(run, batch)));
        }
        return vectors;
      } catch (cause) {
        if (signal.aborted) throw signal.reason;
        extract = null;
        if (cause instanceof EmbeddingFailure) throw cause;
        throw new EmbeddingFailure(`the local embedding model failed: ${String(cause)}`, { cause });
      }
    },
    close: async () => {
      extract = null;
    },
  };
}
