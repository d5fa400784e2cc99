import { WaggleError } from '../errors.js';

/** What a text is embedded for: some models tell questions from documents. */
export type EmbeddingPurpose = 'document' | 'query';

/**
 * Makes vectors of texts that mean the same come out close to each other. Vectors have unit length; all of one model have one
 * dimension, which is known with the first answer.
 */
export interface Embedder {
  /** Stored with every vector: vectors of different models are never compared. */
  readonly model: string;
  /**
   * One vector per text, in order; any number of texts of any length.
   *
   * Makes one try; who calls decides whether and when there is another.
   *
   * @throws EmbeddingFailure when there is no usable answer; the signal's reason when it aborts
   */
  embed(texts: readonly string[], purpose: EmbeddingPurpose, signal: AbortSignal): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}

/** No vectors this time: whether another try may help, and when. */
export class EmbeddingFailure extends WaggleError {
  /** The endpoint will say the same again for these texts: too long, or none of its models. */
  readonly isRefusal: boolean;
  /** Named by the endpoint, in milliseconds from now; null where it named nothing. */
  readonly retryAfterMs: number | null;

  constructor(message: string, options: { isRefusal?: boolean; retryAfterMs?: number | null; cause?: unknown } = {}) {
    super('embedding-failed', message, { cause: options.cause });
    this.name = 'EmbeddingFailure';
    this.isRefusal = options.isRefusal ?? false;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
