import { z } from 'zod';
import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';

/** How long an endpoint's list is trusted, and one that could not be had, in milliseconds. */
const LIST_MS = 10 * 60_000;
const FAILURE_MS = 60_000;
/** A turn waits no longer for the list, in milliseconds. */
const ANSWER_MS = 3_000;

const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Which models an endpoint has. */
export interface OfferedModels {
  /** Whether the endpoint lists it. An endpoint that tells nothing lists none. Never rejects. */
  has(model: string): Promise<boolean>;
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
  let known: { readonly until: number; readonly ids: Promise<ReadonlySet<string>> } | null = null;

  const ask = async (): Promise<ReadonlySet<string>> => {
    const controller = new AbortController();
    const stopTimer = clock.after(ANSWER_MS, () => controller.abort());
    try {
      const answer = await options.fetch(`${baseUrl.replace(/\/+$/, '')}/models`, {
        headers: apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` },
        signal: controller.signal,
      });
      const { data } = listSchema.parse(await answer.json());
      return new Set(data.map(({ id }) => id));
    } catch (thrown) {
      log.info({ err: thrown }, 'the endpoint does not list its models; the preferences of personas do not count');
      if (known !== null) known = { ...known, until: clock.now() + FAILURE_MS };
      return new Set();
    } finally {
      stopTimer();
    }
  };

  return {
    has: async (model) => {
      if (known === null || known.until <= clock.now()) known = { until: clock.now() + LIST_MS, ids: ask() };
      return (await known.ids).has(model);
    },
  };
}
