/** A writer thread that opens and then dies of its first request. */
import { parentPort } from 'node:worker_threads';

parentPort.on('message', () => {
  throw new Error('the thread dies');
});
parentPort.postMessage({ kind: 'ready', dataDirectoryId: 'none' });
