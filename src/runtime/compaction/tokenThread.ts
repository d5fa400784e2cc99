import { parentPort } from 'node:worker_threads';
import { countTokens } from 'gpt-tokenizer';
import { countRequestSchema } from './tokenProtocol.js';

if (parentPort === null) throw new Error('this module is for a worker thread');
const port = parentPort;

port.on('message', (raw: unknown) => {
  const { id, texts } = countRequestSchema.parse(raw);
  port.postMessage({ id, counts: texts.map((text) => countTokens(text)) });
});
