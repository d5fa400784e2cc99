import { z } from 'zod';
import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';

/** How long an endpoint's list is trusted, and one that could not be had, in milliseconds. */
const LIST_MS = 10 * 60_000;
const FAILURE_MS = 60_000;
/** Nobody waits longer for the list, in milliseconds. */
const ANSWER_MS = 3_000;
/** More than any endpoint has; what stands behind is not known to us. */
const MAX_MODELS = 5_000;
const MAX_ID_CHARS = 200;

const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Which models an endpoint has. */
export interface OfferedModels {
  /** Their ids in the endpoint's order; null where it tells nothing. Never rejects. */
  list(): Promise<readonly string[] | null>;
  /** Whether the endpoint lists it. An endpoint that tells nothing lists none. Never rejects. */
  has(model: string): Promise<boolean>;
}

/** Whether an id is listed, by itself or by an entry for all that begin alike (LiteLLM: `openai/*`). */
export function isListed(model: string, list: readonly string[]): boolean {
  return list.some((id) => id === model || (id.endsWith('*') && model.startsWith(id.slice(0, -1))));
}

/** Asks `{base}/models` when somebody first wants to know, and again from time to time. */
export function createOfferedModels(options: {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly log: Log;
}): OfferedModels {
  const { baseUrl, apiKey, clock, log } = options;
  let known: { readonly until: number; readonly ids: Promise<readonly string[] | null> } | null = null;

  const ask = async (): Promise<readonly string[] | null> => {
    const controller = new AbortController();
    const stopTimer = clock.after(ANSWER_MS, () => controller.abort());
    try {
      const answer = await options.fetch(`${baseUrl.replace(/\/+$/, '')}/models`, {
        headers: apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` },
        signal: controller.signal,
      });
      const { data } = listSchema.parse(await answer.json());
      const ids = data.map(({ id }) => id).filter((id) => id !== '' && id.length <= MAX_ID_CHARS);
      return [...new Set(ids)].slice(0, MAX_MODELS);
    } catch (thrown) {
      log.info({ err: thrown }, 'the endpoint does not list its models; the preferences of personas do not count');
      if (known !== null) known = { ...known, until: clock.now() + FAILURE_MS };
      return null;
    } finally {
      stopTimer();
    }
  };

  const list = (): Promise<readonly string[] | null> => {
    if (known === null || known.until <= clock.now()) known = { until: clock.now() + LIST_MS, ids: ask() };
    return known.ids;
  };

  return {
    list,
    has: async (model) => (await list())?.includes(model) ?? false,
  };
}
