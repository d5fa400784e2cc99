import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { type Block, textOfSpans } from './block.js';
import { cleanForXml } from './cleanForXml.js';
import { fixTime } from './fixTime.js';
import { readBlocks } from './readBlocks.js';
import {
  type Pictures,
  picturesSchema,
  type WriteJob,
  type WriteReply,
  type Written,
  writeJobSchema,
} from './writeProtocol.js';

if (parentPort === null) throw new Error('this module is for a worker thread');
const port = parentPort;

/** Writes one document and ends. What writes it is loaded only for its kind. */
async function write(job: WriteJob): Promise<Written> {
  fixTime(job.now);
  if (job.kind === 'xlsx') {
    const { writeXlsx } = await import('./writeXlsx.js');
    return writeXlsx(job);
  }
  const { title, blocks } = withTitle(cleanForXml(job.title), readBlocks(job.content));
  const pictures = await askForPictures(blocks);
  if (job.kind === 'docx') {
    const { writeDocx } = await import('./writeDocx.js');
    return writeDocx(title, blocks, pictures);
  }
  if (job.kind === 'pptx') {
    const { writePptx } = await import('./writePptx.js');
    return writePptx(title, blocks, pictures);
  }
  const { writePdf } = await import('./pdf/writePdf.js');
  return writePdf(title, blocks, pictures, job.fonts);
}

/** A title stands above a text that does not begin with one of its own; else that one is the file's. */
function withTitle(title: string, blocks: readonly Block[]): { title: string; blocks: readonly Block[] } {
  const [first] = blocks;
  if (first?.kind === 'heading' && first.level === 1) return { title: title || textOfSpans(first.spans), blocks };
  if (title === '') return { title, blocks };
  return { title, blocks: [{ kind: 'heading', level: 1, spans: [{ text: title }], depth: 0, quotes: 0 }, ...blocks] };
}

/** Only whoever started this thread may look into the workspace. */
async function askForPictures(blocks: readonly Block[]): Promise<Pictures> {
  const paths = [...new Set(blocks.flatMap((block) => (block.kind === 'image' ? [block.path] : [])))];
  if (paths.length === 0) return new Map();
  const answered = new Promise<unknown>((resolve) => port.once('message', resolve));
  port.postMessage({ ask: { pictures: paths } });
  return z.object({ answer: picturesSchema }).parse(await answered).answer;
}

const send = (reply: WriteReply) => port.postMessage(reply);
write(writeJobSchema.parse(workerData)).then(
  (written) => send({ written }),
  (error: unknown) => send({ failure: error instanceof Error ? error.message : String(error) }),
);
