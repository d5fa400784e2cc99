import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../core/log.js';
import { errorBody } from './httpError.js';
import { SECURITY_HEADERS } from './securityHeaders.js';

/** More than any client or chain of proxies sends. */
const MAX_HEADERS = 100;

/** What may be said once only: Node takes the first, others take the last, and which one counts decides about access. */
const ONCE: readonly string[] = ['host', 'authorization', 'content-type'];

/** Why a request is refused before anything looks at it. `message` is sent as it stands. */
interface Objection {
  readonly status: 400 | 431;
  readonly code: string;
  readonly message: string;
}

/** Requests that Node lets pass although two programs would read them differently. Null: there is nothing odd. */
function objectionTo({ rawHeaders, headers, url = '' }: IncomingMessage): Objection | null {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  if (names.length > MAX_HEADERS) {
    return { status: 431, code: 'too-many-headers', message: `A request may have at most ${MAX_HEADERS} headers.` };
  }
  const twice = ONCE.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) {
    return { status: 400, code: 'header-twice', message: `The header ${twice} may be sent only once.` };
  }
  if (!url.startsWith('/') && hostIn(url) !== headers.host?.toLowerCase()) {
    return { status: 400, code: 'other-host', message: 'The address names another host than the Host header.' };
  }
  return null;
}

/**
 * Answers the requests that there is an objection to, and ends their connections: what else was sent on one is not done,
 * even if Node has read it already. False: the request is for others to answer.
 */
export function createRefusals(log: Log): (request: IncomingMessage, response: ServerResponse) => boolean {
  const ended = new WeakSet<Socket>();
  return (request, response) => {
    const { socket } = request;
    if (ended.has(socket)) return true;
    const objection = objectionTo(request);
    if (objection === null) return false;
    ended.add(socket);
    const { status, code, message } = objection;
    log.info({ code, remote: socket.remoteAddress }, 'an HTTP request was refused');
    response.writeHead(status, { ...SECURITY_HEADERS, 'Content-Type': 'application/json', Connection: 'close' });
    response.end(JSON.stringify(errorBody(code, message)), () => socket.destroySoon());
    return true;
  };
}

/** The host in a target of absolute form, as proxies are sent it. */
function hostIn(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null;
}
