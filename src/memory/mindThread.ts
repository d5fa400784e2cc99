import { parentPort } from 'node:worker_threads';
import { createMindCache } from './mindCache.js';
import { type MindRequest, type MindResponse, mindRequestSchema } from './mindProtocol.js';

/** The thread that owns the SQLite files of all minds, so that no query ever holds up the event loop of the process. */

/** Minds kept open; each costs about a megabyte. */
const MAX_OPEN = 64;

const port = parentPort;
if (port === null) throw new Error('mindThread runs as a worker thread only');

const minds = createMindCache(MAX_OPEN);

function perform(request: MindRequest): unknown {
  switch (request.op) {
    case 'save':
      return minds.open(request.file).save(request.text, request.now);
    case 'search':
      return minds.open(request.file).search(request.query, request.limit);
    case 'count':
      return minds.open(request.file).count();
    case 'close':
      minds.close();
      return null;
  }
}

function answer(request: MindRequest): MindResponse {
  try {
    return { id: request.id, ok: true, value: perform(request) };
  } catch (error) {
    return { id: request.id, ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}

port.on('message', (message) => {
  const request = mindRequestSchema.parse(message);
  port.postMessage(answer(request));
  if (request.op === 'close') port.close();
});
