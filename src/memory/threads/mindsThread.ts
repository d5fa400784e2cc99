import { parentPort } from 'node:worker_threads';
import type { ToMindThread } from './mindProtocol.js';
import { createMindQueues } from './mindQueues.js';

/** One thread of the pool: it owns the SQLite files of its minds, so that no query ever holds up the event loop. */

const port = parentPort;
if (port === null) throw new Error('mindsThread runs as a worker thread only');

const queues = createMindQueues({
  answer: (answer) => port.postMessage(answer),
  idle: () => port.close(),
});

port.on('message', (message: ToMindThread) => {
  if (message.kind === 'request') queues.add(message.request);
  else queues.close();
});
