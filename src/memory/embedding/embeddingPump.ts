import type { Clock } from '../../core/clock.js';
import { toWaggleError } from '../../core/errors.js';
import type { Log } from '../../core/log.js';
import type { MindId } from '../../core/memory/reach.js';
import { type Embedder, EmbeddingFailure } from '../../core/ports/embedder.js';
import type { NewVector, WaitingFrame, WaitingRequest } from '../search/vectorStore.js';

/** What the pump asks of a mind; `waitingFrames` and so on, in its thread. */
export interface VectorCalls {
  waiting(mind: MindId, request: WaitingRequest): Promise<readonly WaitingFrame[]>;
  keep(mind: MindId, request: { readonly model: string; readonly vectors: readonly NewVector[] }): Promise<void>;
  postpone(mind: MindId, request: { readonly ids: readonly number[]; readonly dueAt: number }): Promise<void>;
  embedHere(mind: MindId, request: { readonly limit: number; readonly now: number }): Promise<boolean>;
}

/** Sees to it that every frame gets its vector, in the background. */
export interface EmbeddingPump {
  /** This mind may have frames that wait: it was written to, or opened for the first time. */
  wake(mind: MindId): void;
  /** Resolves when nothing is being done: no mind has frames that are due. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Frames of one request or, without a model, of one transaction. */
const BATCH = 64;

/** Pauses after failures: doubled from try to try. */
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 3_600_000;

/** A text that the endpoint refuses is tried once more shortened; what is refused then is left for a day. */
const SHORTENED_CHARS = 1500;
const HARMLESS_TEXT = 'hello';
const REFUSED_PAUSE_MS = 86_400_000;

const isRefusal = (thrown: unknown) => thrown instanceof EmbeddingFailure && thrown.isRefusal;

const keyOf = (mind: MindId) => (mind.kind === 'person' ? `person ${mind.person}` : `workspace ${mind.workspace}`);

/** @param embedder null: the hashed embedder, in the minds' threads */
export function createEmbeddingPump(options: {
  readonly embedder: Embedder | null;
  readonly calls: VectorCalls;
  readonly clock: Clock;
  readonly log: Log;
}): EmbeddingPump {
  const { embedder, calls, clock, log } = options;
  const waiting = new Map<string, MindId>();
  const timers = new Map<string, () => void>();
  const closed = new AbortController();
  let dims: number | null = null;
  let running: Promise<void> | null = null;
  let failures = 0;

  const wakeLater = (mind: MindId, dueAt: number) => {
    const key = keyOf(mind);
    timers.get(key)?.();
    timers.set(
      key,
      clock.after(Math.max(0, dueAt - clock.now()), () => {
        timers.delete(key);
        wake(mind);
      }),
    );
  };

  const embedTexts = async (
    model: Embedder,
    frames: readonly WaitingFrame[],
    mostChars?: number,
  ): Promise<NewVector[]> => {
    const texts = frames.map(({ content }) => content.slice(0, mostChars));
    const vectors = await model.embed(texts, 'document', closed.signal);
    return frames.flatMap(({ id, content }, i) => {
      const values = vectors[i];
      return values === undefined ? [] : [{ id, content, values }];
    });
  };

  /** The vectors of a batch; where the endpoint refuses it, of the texts that it does not refuse by themselves or shortened. */
  const embedAll = async (model: Embedder, frames: readonly WaitingFrame[], isWhole = true): Promise<NewVector[]> => {
    const [first] = frames;
    const isShortened = frames.length === 1 && first !== undefined && first.content.length > SHORTENED_CHARS;
    try {
      return await embedTexts(model, frames);
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
      // An endpoint that refuses a harmless text as well does not know the model, or us.
      if (isWhole) await model.embed([HARMLESS_TEXT], 'document', closed.signal);
      if (frames.length > 1) {
        const middle = Math.ceil(frames.length / 2);
        return [
          ...(await embedAll(model, frames.slice(0, middle), false)),
          ...(await embedAll(model, frames.slice(middle), false)),
        ];
      }
      if (!isShortened) return [];
    }
    try {
      return await embedTexts(model, frames, SHORTENED_CHARS);
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
      return [];
    }
  };

  const pauseOf = (thrown: unknown): number => {
    const named = thrown instanceof EmbeddingFailure ? thrown.retryAfterMs : null;
    return named ?? Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  };

  /** One batch of one mind with a model; true when there may be more. */
  const embedBatch = async (mind: MindId, model: Embedder): Promise<boolean> => {
    const next = () => calls.waiting(mind, { model: model.model, dims, limit: BATCH, now: clock.now() });
    let frames = await next();
    if (frames.length === 0 && dims === null) {
      // Whether vectors of an earlier process are still good shows only when the model has given one.
      const [probe] = await model.embed([HARMLESS_TEXT], 'document', closed.signal);
      dims = probe?.length ?? null;
      frames = await next();
    }
    if (frames.length === 0) return false;
    let vectors: readonly NewVector[];
    try {
      vectors = await embedAll(model, frames);
      failures = 0;
    } catch (thrown) {
      if (closed.signal.aborted) return false;
      failures += 1;
      const dueAt = clock.now() + pauseOf(thrown);
      log.warn({ err: toWaggleError(thrown), frames: frames.length, dueAt }, 'memories wait for their embeddings');
      await calls.postpone(mind, { ids: frames.map(({ id }) => id), dueAt });
      wakeLater(mind, dueAt);
      return false;
    }
    dims = vectors[0]?.values.length ?? dims;
    await calls.keep(mind, { model: model.model, vectors });
    const kept = new Set(vectors.map(({ id }) => id));
    const left = frames.filter(({ id }) => !kept.has(id));
    if (left.length > 0) {
      const dueAt = clock.now() + REFUSED_PAUSE_MS;
      log.warn({ frames: left.length, dueAt }, 'the endpoint refuses to embed some memories; they are found by words');
      await calls.postpone(mind, { ids: left.map(({ id }) => id), dueAt });
    }
    return true;
  };

  const run = async () => {
    for (;;) {
      const next = waiting.entries().next();
      if (next.done || closed.signal.aborted) return;
      const [key, mind] = next.value;
      waiting.delete(key);
      try {
        const hasMore =
          embedder === null
            ? await calls.embedHere(mind, { limit: BATCH, now: clock.now() })
            : await embedBatch(mind, embedder);
        // Others first: one large import does not keep the rest waiting.
        if (hasMore) waiting.set(key, mind);
      } catch (thrown) {
        if (closed.signal.aborted) return;
        failures += 1;
        log.warn({ err: toWaggleError(thrown) }, 'the vectors of a mind could not be made or kept; it is tried again');
        wakeLater(mind, clock.now() + pauseOf(thrown));
      }
    }
  };

  const wake = (mind: MindId) => {
    if (closed.signal.aborted) return;
    waiting.set(keyOf(mind), mind);
    running ??= run().finally(() => {
      running = null;
      // Woken between the last look and the end.
      for (const left of [...waiting.values()].slice(0, 1)) wake(left);
    });
  };

  return {
    wake,
    idle: async () => {
      while (running !== null) await running;
    },
    close: async () => {
      closed.abort(new Error('the memory is closed'));
      for (const stop of timers.values()) stop();
      timers.clear();
      waiting.clear();
      await running;
    },
  };
}
