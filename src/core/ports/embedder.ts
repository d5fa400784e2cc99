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
   * @throws WaggleError `embedding-failed` when there is no usable answer within the retry policy; the signal's reason when it
   * aborts
   */
  embed(texts: readonly string[], purpose: EmbeddingPurpose, signal: AbortSignal): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}
