import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpListener, readBody, startListener } from '../listener.js';
import { createWatch, type WaitOptions } from '../watch.js';

/** A request that came to a site of a test. */
export interface WebRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Answers one request; what it does not answer is 404. */
export type WebPage = (request: WebRequest, response: ServerResponse) => void | Promise<void>;

/** A web site of a test: plain HTTP, pages by path. */
export interface WebServer extends Pick<HttpListener, 'url' | 'close'> {
  readonly port: number;
  readonly requests: readonly WebRequest[];
  /** Sets the page of a path (without query); `*` for all others. */
  page(path: string, page: WebPage): void;
  forget(): void;
  waitFor(probe: () => boolean, options?: WaitOptions): Promise<unknown>;
}

/** A page with fixed content. */
export function content(
  type: string,
  body: string | Buffer,
  status = 200,
  headers: Record<string, string> = {},
): WebPage {
  return (_, response) => void response.writeHead(status, { 'content-type': type, ...headers }).end(body);
}

/** A page that sends elsewhere. */
export function redirect(location: string, status = 302): WebPage {
  return (_, response) => void response.writeHead(status, { location }).end();
}

export async function startWebServer(): Promise<WebServer> {
  const pages = new Map<string, WebPage>();
  const requests: WebRequest[] = [];
  const watch = createWatch(() => requests.map(({ method, path }) => `${method} ${path}`).join('\n'));
  const listener = await startListener(async (incoming, response) => {
    const path = incoming.url ?? '/';
    const body = (await readBody(incoming)).toString('utf8');
    const request: WebRequest = { method: incoming.method ?? 'GET', path, headers: incoming.headers, body };
    requests.push(request);
    watch.changed();
    const page = pages.get(path.replace(/\?.*$/, '')) ?? pages.get('*');
    if (page === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('no such page');
    else await page(request, response);
  });
  return {
    url: listener.url,
    port: Number(new URL(listener.url).port),
    requests,
    page: (path, page) => pages.set(path, page),
    forget: () => {
      requests.length = 0;
    },
    waitFor: (probe, options) => watch.waitFor(probe, options),
    close: () => listener.close(),
  };
}
