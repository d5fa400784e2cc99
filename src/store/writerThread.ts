import { randomUUID } from 'node:crypto';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { runBatch, toErrorText } from './batch.js';
import { openConnection } from './connection.js';
import { waitForLock } from './lockWait.js';
import { getMeta, setMetaOnce } from './metaOps.js';
import type { StoreRequest } from './storeOps.js';
import type { FromWriter, ToWriter, WriterData } from './writerProtocol.js';

/** More operations than this wait for the next transaction, so that other processes get their turn. */
const BATCH_LIMIT = 500;

const DATA_DIRECTORY_ID = 'dataDirectoryId';

/**
 * The one place that touches gateway.db in this process. Everything that arrived while a transaction was committed goes
 * into the next one: under load a single fsync serves hundreds of operations.
 */
function serve(port: MessagePort, db: Database): void {
  const backlog: StoreRequest[] = [];
  let closing = false;
  const take = (message: ToWriter) => {
    if (message.kind === 'close') closing = true;
    else backlog.push(...message.requests);
  };
  port.on('message', (first: ToWriter) => {
    take(first);
    for (;;) {
      for (let next = receive(port); next !== undefined; next = receive(port)) take(next);
      if (backlog.length === 0) break;
      const answers: FromWriter = { kind: 'answers', ...runBatch(db, backlog.splice(0, BATCH_LIMIT)) };
      port.postMessage(answers);
    }
    if (!closing) return;
    db.close();
    port.close();
  });
}

function receive(port: MessagePort): ToWriter | undefined {
  return receiveMessageOnPort(port)?.message;
}

function start(port: MessagePort, { file }: WriterData): void {
  try {
    const db = openConnection(file);
    let dataDirectoryId = getMeta(db, DATA_DIRECTORY_ID);
    if (dataDirectoryId === null) {
      const fresh = randomUUID();
      waitForLock(() => {
        dataDirectoryId = setMetaOnce(db, { key: DATA_DIRECTORY_ID, value: fresh });
      });
    }
    serve(port, db);
    const ready: FromWriter = { kind: 'ready', dataDirectoryId: dataDirectoryId ?? '' };
    port.postMessage(ready);
  } catch (thrown) {
    const failed: FromWriter = { kind: 'failed', error: toErrorText(thrown) };
    port.postMessage(failed);
  }
}

if (parentPort !== null) start(parentPort, workerData);
