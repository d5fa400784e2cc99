import { Worker } from 'node:worker_threads';
import { WaggleError } from '../core/errors.js';
import type { Log } from '../core/log.js';
import { workerEntry } from '../core/workerEntry.js';
import { type MindOperation, type MindRequest, mindResponseSchema } from './mindProtocol.js';

/** Calls into the mind thread, which is started by the first one. */
export interface MindClient {
  /** @throws WaggleError `mind-failed` when the operation fails or the thread dies */
  call(operation: MindOperation): Promise<unknown>;
  /** Lets what runs finish, closes the files and ends the thread. */
  close(): Promise<void>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  readonly exited: Promise<void>;
}

function failure(detail: string): WaggleError {
  return new WaggleError('mind-failed', detail, { sentence: 'My memory could not be reached. Please try again.' });
}

/** @param log told when the thread dies; the next call starts a new one */
export function createMindClient(log: Log): MindClient {
  let thread: Thread | null = null;
  let isClosed = false;
  let lastId = 0;

  const start = (): Thread => {
    const worker = new Worker(workerEntry('mindThread.js', import.meta.url));
    const waiting = new Map<number, Waiting>();
    const failAll = (detail: string) => {
      for (const { reject } of waiting.values()) reject(failure(detail));
      waiting.clear();
      worker.unref();
    };
    worker.on('message', (message) => {
      const response = mindResponseSchema.parse(message);
      const caller = waiting.get(response.id);
      waiting.delete(response.id);
      if (waiting.size === 0) worker.unref();
      if (response.ok) caller?.resolve(response.value);
      else caller?.reject(failure(response.error));
    });
    worker.on('error', (error) => {
      log.error({ err: error }, 'the mind thread died');
      if (thread?.worker === worker) thread = null;
      failAll('the mind thread died');
    });
    const exited = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        if (thread?.worker === worker) thread = null;
        failAll('the mind thread ended');
        resolve();
      });
    });
    worker.unref();
    return { worker, waiting, exited };
  };

  const send = (target: Thread, operation: MindOperation): Promise<unknown> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      const request: MindRequest = { ...operation, id: lastId };
      target.waiting.set(lastId, { resolve, reject });
      // Only a thread that owes an answer keeps the process alive.
      target.worker.ref();
      target.worker.postMessage(request);
    });

  return {
    call: async (operation) => {
      if (isClosed) throw failure('the memory is closed');
      thread ??= start();
      return send(thread, operation);
    },
    close: async () => {
      isClosed = true;
      const running = thread;
      if (running === null) return;
      await send(running, { op: 'close' });
      // A thread that owes no answer keeps no process alive, but its end is waited for here.
      running.worker.ref();
      await running.exited;
    },
  };
}
