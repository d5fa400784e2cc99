import { parentPort, workerData } from 'node:worker_threads';
import { cleanText } from './cleanText.js';
import { type ExtractJob, type ExtractReply, extractJobSchema, type Readable } from './extractProtocol.js';

/** Reads one document and ends. What reads it is loaded only for its kind. */
async function extract({ kind, bytes, url, charset }: ExtractJob): Promise<ExtractReply> {
  const said = charset === undefined ? {} : { charset };
  if (kind === 'pdf') {
    const { readPdf } = await import('./readPdf.js');
    return { readable: cleaned(await readPdf(bytes)) };
  }
  if (kind === 'docx' || kind === 'xlsx' || kind === 'pptx') {
    const { readDocx, readPptx, readXlsx } = await import('./readOffice.js');
    const read = { docx: readDocx, xlsx: readXlsx, pptx: readPptx }[kind];
    return { readable: cleaned(await read(bytes)) };
  }
  const { decodeText } = await import('./decodeText.js');
  const text = decodeText(bytes, { isHtml: kind !== 'text', ...said });
  if (kind === 'text') return { readable: cleaned({ title: '', text, published: '', byline: '', note: '' }) };
  if (kind === 'duckduckgo') {
    const { readResultPage } = await import('./readResultPage.js');
    return { results: readResultPage(text, url) };
  }
  const { readHtml } = await import('./readHtml.js');
  return { readable: cleaned(readHtml(text, url)) };
}

function cleaned(readable: Readable): Readable {
  return { ...readable, title: cleanText(readable.title), text: cleanText(readable.text) };
}

if (parentPort === null) throw new Error('this module is for a worker thread');
const port = parentPort;
extract(extractJobSchema.parse(workerData)).then(
  (reply) => port.postMessage(reply),
  (error: unknown) => port.postMessage({ failure: error instanceof Error ? error.message : String(error) }),
);
