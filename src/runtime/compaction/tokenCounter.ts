import { Worker } from 'node:worker_threads';
import { WaggleError } from '../../core/errors.js';
import { workerEntry } from '../../core/workerEntry.js';
import { countReplySchema } from './tokenProtocol.js';

/** Counts tokens off the event loop. */
export interface TokenCounter {
  /** One count per text. @throws WaggleError `token-count` when the thread fails */
  count(texts: readonly string[]): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** A tokenizer is slow on long runs of one character; of longer texts this much is counted and the rest taken in proportion. */
const MAX_COUNTED_CHARS = 50_000;

/**
 * A counter with the tokenizer of gpt-tokenizer (o200k), which is near enough for other vendors' models. Its thread starts with the first
 * count (about 0.4 s and 44 MB), so a gateway whose chats stay short never pays for it.
 */
export function createTokenCounter(): TokenCounter {
  let worker: Worker | null = null;
  let lastId = 0;
  const waiting = new Map<number, { resolve: (counts: readonly number[]) => void; reject: (error: unknown) => void }>();

  const failAll = (cause: unknown) => {
    worker = null;
    for (const { reject } of waiting.values())
      reject(new WaggleError('token-count', 'the token counter ended', { cause }));
    waiting.clear();
  };

  const open = (): Worker => {
    if (worker !== null) return worker;
    const thread = new Worker(workerEntry('tokenThread.js', import.meta.url));
    thread.unref();
    thread.on('message', (raw: unknown) => {
      const { id, counts } = countReplySchema.parse(raw);
      waiting.get(id)?.resolve(counts);
      waiting.delete(id);
    });
    thread.on('error', failAll);
    thread.on('exit', () => failAll(null));
    worker = thread;
    return thread;
  };

  return {
    count: async (texts) => {
      if (texts.length === 0) return [];
      lastId += 1;
      const id = lastId;
      const capped = texts.map((text) => text.slice(0, MAX_COUNTED_CHARS));
      const counts = await new Promise<readonly number[]>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        open().postMessage({ id, texts: capped });
      });
      return counts.map((count, i) => {
        const length = texts[i]?.length ?? 0;
        return length <= MAX_COUNTED_CHARS ? count : Math.ceil((count * length) / MAX_COUNTED_CHARS);
      });
    },
    close: async () => {
      await worker?.terminate();
      worker = null;
    },
  };
}
