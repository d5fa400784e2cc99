import { parentPort } from 'node:worker_threads';

/** A mind thread that dies of `forget`, and answers everything else. */
parentPort.on('message', (message) => {
  if (message.kind === 'close') parentPort.close();
  else if (message.request.op === 'forget') throw new Error('the thread has had enough');
  else parentPort.postMessage({ id: message.request.id, ok: true, value: message.request.op });
});
