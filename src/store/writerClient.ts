import { Worker } from 'node:worker_threads';
import { WaggleError } from '../core/errors.js';
import { workerEntry } from '../core/workerEntry.js';
import type { ArgsOf, OpName, ResultOf, StoreRequest } from './storeOps.js';
import type { Answer, ErrorText, FromWriter, ToWriter, WriterData } from './writerProtocol.js';

/** What the writer thread has done since it was opened. */
export interface WriterCounts {
  readonly operations: number;
  /** Transactions: operations / batches says how well the group commit groups. */
  readonly batches: number;
  readonly largestBatch: number;
  /** Milliseconds (about) spent waiting for other processes' transactions. */
  readonly lockWaits: number;
}

/** The main thread's end of the writer thread. */
export interface WriterClient {
  readonly dataDirectoryId: string;
  /** Runs one operation; what was called earlier runs earlier. Rejects with a `WaggleError`. */
  call<Op extends OpName>(op: Op, args: ArgsOf<Op>): Promise<ResultOf<Op>>;
  counts(): WriterCounts;
  /** Lets everything that was called finish, then closes the database. */
  close(): Promise<void>;
}

/**
 * What the thread makes is short-lived and small; V8's default would let it grow by tens of MB before looking. Measured
 * with `bench/store.mjs`: 145 MB instead of 163 MB in the whole process after 200 and 1,000 chats, at the same CPU time.
 */
const YOUNG_GENERATION_MB = 4;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: WaggleError): void;
}

/**
 * Starts the writer thread and waits until the database is open.
 *
 * @param onCrash called once when the thread ends by itself; every operation fails from then on
 * @param entry the thread's compiled module
 * @throws WaggleError whatever opening the database throws
 */
export async function startWriter(
  data: WriterData,
  onCrash: (error: WaggleError) => void,
  entry: URL = workerEntry('writerThread.js', import.meta.url),
): Promise<WriterClient> {
  const worker = new Worker(entry, {
    name: 'gateway-db',
    workerData: data,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const waiting = new Map<number, Waiting>();
  const counts = { operations: 0, batches: 0, largestBatch: 0, lockWaits: 0 };
  let lastId = 0;
  let outbox: StoreRequest[] = [];
  let refusal: WaggleError | undefined;
  let closing: Promise<void> | undefined;

  const post = (message: ToWriter) => worker.postMessage(message);

  const flush = () => {
    const requests = outbox;
    outbox = [];
    if (requests.length === 0) return;
    try {
      post({ kind: 'requests', requests });
    } catch {
      // One of them holds a value that no thread can be sent: only its caller is to know.
      for (const request of requests) postAlone(request);
    }
  };

  const postAlone = (request: StoreRequest) => {
    try {
      post({ kind: 'requests', requests: [request] });
    } catch (cause) {
      const caller = waiting.get(request.id);
      waiting.delete(request.id);
      caller?.reject(
        new WaggleError('store-argument', `The arguments of ${request.op} are not plain data.`, { cause }),
      );
    }
  };

  const settle = (answer: Answer) => {
    const caller = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.ok) caller?.resolve(answer.value);
    else caller?.reject(toError(answer.error));
  };

  const refuseAll = (error: WaggleError) => {
    refusal ??= error;
    outbox = [];
    for (const caller of waiting.values()) caller.reject(error);
    waiting.clear();
  };

  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));

  const dataDirectoryId = await new Promise<string>((resolve, reject) => {
    let opened = false;
    const fail = (error: WaggleError) => {
      reject(error);
      refuseAll(error);
      if (opened && closing === undefined) onCrash(error);
      opened = false;
    };
    worker.on('message', (message: FromWriter) => {
      if (message.kind === 'answers') {
        counts.batches += 1;
        counts.operations += message.answers.length;
        counts.largestBatch = Math.max(counts.largestBatch, message.answers.length);
        counts.lockWaits += message.lockWaits;
        for (const answer of message.answers) settle(answer);
      } else if (message.kind === 'ready') {
        opened = true;
        resolve(message.dataDirectoryId);
      } else {
        fail(toError(message.error));
      }
    });
    worker.once('error', (cause) =>
      fail(new WaggleError('store-down', `The writer thread of gateway.db failed: ${cause.message}`, { cause })),
    );
    worker.once('exit', (code) => fail(new WaggleError('store-down', `The writer thread has ended (code ${code}).`)));
  });

  return {
    dataDirectoryId,

    call: (op, args) =>
      new Promise((resolve, reject) => {
        if (refusal !== undefined) {
          reject(refusal);
          return;
        }
        lastId += 1;
        // The thread is built from the same table of operations, so the answer to `op` has its result type.
        waiting.set(lastId, { resolve: (value) => resolve(value as ResultOf<typeof op>), reject });
        // After the microtasks that are waiting now: they often call too, and one message carries them all.
        if (outbox.length === 0) process.nextTick(flush);
        outbox.push({ id: lastId, op, args } as StoreRequest);
      }),

    counts: () => ({ ...counts }),

    close: () => {
      closing ??= (async () => {
        flush();
        refusal ??= new WaggleError('store-closed', 'gateway.db is closed.');
        post({ kind: 'close' });
        await ended;
      })();
      return closing;
    },
  };
}

function toError({ code, message, sentence, cause }: ErrorText): WaggleError {
  return new WaggleError(code, message, cause === null ? { sentence } : { sentence, cause: new Error(cause) });
}
