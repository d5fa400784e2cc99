import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { forwardingHeaderIn, isLoopbackAddress, isLoopbackHost, isSameOrigin } from './loopback.js';

/**
 * Who may call a route: anybody (`open`), holders of the bearer token (`token`), or also callers that surely sit on this
 * machine and are not a foreign web page (`token-or-loopback`).
 */
export type RouteAuth = 'open' | 'token' | 'token-or-loopback';

/** How a caller was let in. */
export type Caller = 'anybody' | 'token' | 'loopback';

/** What a decision is made of: nothing that a body says. */
export interface RequestFacts {
  readonly method: string;
  /** Address of the socket's other end. */
  readonly remote: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

export type Authorization =
  | { readonly allowed: true; readonly caller: Caller }
  | { readonly allowed: false; readonly code: 'token-needed' | 'token-wrong'; readonly message: string };

const HOW_TO_SEND =
  'Send "Authorization: Bearer <token>"; the token is WAGGLE_HTTP_TOKEN or stands in the file http-token in the data directory.';

/** Decides about one request. A presented token decides alone: a wrong one is refused even from this machine. */
export function authorize(auth: RouteAuth, facts: RequestFacts, token: string): Authorization {
  if (auth === 'open') return { allowed: true, caller: 'anybody' };
  const presented = facts.headers.authorization;
  if (presented !== undefined) {
    if (isBearerOf(presented, token)) return { allowed: true, caller: 'token' };
    return { allowed: false, code: 'token-wrong', message: `The bearer token is wrong. ${HOW_TO_SEND}` };
  }
  if (auth === 'token') {
    return { allowed: false, code: 'token-needed', message: `This address needs the bearer token. ${HOW_TO_SEND}` };
  }
  const objection = loopbackObjection(facts);
  if (objection === null) return { allowed: true, caller: 'loopback' };
  return {
    allowed: false,
    code: 'token-needed',
    message: `This request needs the bearer token, because ${objection}. ${HOW_TO_SEND}`,
  };
}

/** Why a request does not count as one from this machine, or null (DESIGN section 7). */
function loopbackObjection({ method, remote, headers }: RequestFacts): string | null {
  if (!isLoopbackAddress(remote)) return 'it does not come from this machine';
  if (!isLoopbackHost(headers.host)) return 'its Host header is not localhost, 127.0.0.0/8 or [::1]';
  const forwarding = forwardingHeaderIn(headers);
  if (forwarding !== null) return `it came through a proxy (header ${forwarding})`;
  if (headers.origin !== undefined && !isSameOrigin(headers.origin, headers.host ?? '')) {
    return 'it was sent by a web page of another origin';
  }
  if (method !== 'GET' && method !== 'HEAD' && !isJson(headers['content-type'])) {
    return 'its body is not declared as JSON (Content-Type: application/json)';
  }
  return null;
}

/** Whether a Content-Type is `application/json`, with or without parameters. */
export function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(?:;|$)/i.test(contentType?.trim() ?? '');
}

function isBearerOf(header: string, token: string): boolean {
  const presented = /^Bearer +([^\s]+)\s*$/i.exec(header)?.[1] ?? '';
  return token !== '' && timingSafeEqual(digest(presented), digest(token));
}

/** Equal lengths for the constant-time comparison, whatever was presented. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
