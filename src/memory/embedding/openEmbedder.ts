import type { Clock } from '../../core/clock.js';
import type { Embedder } from '../../core/ports/embedder.js';
import { createLocalEmbedder } from './localEmbedder.js';
import { createRemoteEmbedder } from './remoteEmbedder.js';

/** What a model's id begins with when it is a folder of this machine. */
const FILE = 'file:';

/**
 * The embedder that the settings ask for; null for the hashed one, which needs neither model nor endpoint.
 *
 * @param options.model `WAGGLE_EMBEDDING_MODEL`: an id that the endpoint offers, or `file:` and a folder
 * @throws WaggleError `embedding-model` when the folder holds no model
 */
export function openEmbedder(options: {
  readonly model: string | undefined;
  readonly endpoint: { readonly baseUrl: string; readonly apiKey?: string } | undefined;
  readonly clock: Clock;
}): Embedder | null {
  const { model, endpoint, clock } = options;
  if (model === undefined) return null;
  if (model.startsWith(FILE)) return createLocalEmbedder({ folder: model.slice(FILE.length) });
  if (endpoint === undefined) return null;
  return createRemoteEmbedder({ baseUrl: endpoint.baseUrl, apiKey: endpoint.apiKey ?? '', model, fetch, clock });
}
