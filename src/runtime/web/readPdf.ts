import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import type { Readable } from './extractProtocol.js';

/** Of longer documents only so many pages are read. */
const MAX_PAGES = 500;

/** The text of a PDF, page by page. @throws Error for one that is broken or wants a password */
export async function readPdf(bytes: Uint8Array): Promise<Readable> {
  const pdf = await getDocumentProxy(bytes, { isEvalSupported: false, verbosity: 0 });
  if (pdf.numPages > MAX_PAGES) {
    throw new Error(`the PDF has ${pdf.numPages} pages, more than the ${MAX_PAGES} that are read`);
  }
  const { info } = await getMeta(pdf);
  const { text: pages } = await extractText(pdf, { mergePages: false });
  const isEmpty = pages.every((page) => page.trim() === '');
  return {
    title: typeof info.Title === 'string' ? info.Title.trim() : '',
    text: isEmpty ? '' : pages.map((page, i) => `[page ${i + 1}]\n${page.trim()}`).join('\n\n'),
    published: '',
    byline: typeof info.Author === 'string' ? info.Author.trim() : '',
    note: isEmpty ? `The PDF has ${pdf.numPages} pages and no text in them; it is probably scanned.` : '',
  };
}
