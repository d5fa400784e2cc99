import type { Context, MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import type { Log } from '../core/log.js';
import { authorize, type RouteAuth } from './authorize.js';
import { errorBody, HttpError } from './httpError.js';
import type { HttpApp, HttpEnv, HttpPart, HttpRoute } from './httpPart.js';
import { SECURITY_HEADERS } from './securityHeaders.js';

export interface RoutingOptions {
  readonly parts: readonly HttpPart[];
  readonly token: string;
  readonly onRefused?: (code: string, what: string) => void;
  readonly log: Log;
  readonly closing: AbortSignal;
}

/**
 * All parts on one Hono app. A route answers only after its declared authorization; an address that nobody declared needs
 * the token, so that a stranger cannot even tell what exists.
 */
export function createRouting({ parts, token, onRefused, log, closing }: RoutingOptions): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  const routes: HttpRoute[] = [];

  /** @param what the address as we declared it: never what somebody made up */
  const permit = (context: Context<HttpEnv>, auth: RouteAuth, what: string): void => {
    const { incoming } = context.env;
    const facts = {
      method: incoming.method ?? 'GET',
      remote: incoming.socket.remoteAddress,
      headers: incoming.headers,
    };
    const decision = authorize(auth, facts, token);
    if (!decision.allowed) {
      onRefused?.(decision.code, what);
      log.info({ code: decision.code, path: context.req.path, remote: facts.remote }, 'an HTTP request was refused');
      throw new HttpError(401, decision.code, decision.message, { headers: { 'WWW-Authenticate': 'Bearer' } });
    }
    context.set('caller', decision.caller);
  };

  app.use(withSecurityHeaders);
  const mounted: HttpApp = {
    closing,
    route: (route) => {
      routes.push(route);
      app.on(route.method, route.path, (context) => {
        permit(context, route.auth, `${route.method} ${route.path}`);
        return route.handle(context);
      });
    },
  };
  for (const part of parts) part.mount(mounted);

  for (const path of new Set(routes.map((route) => route.path))) {
    const here = routes.filter((route) => route.path === path);
    const auth = here.some((route) => route.auth === 'open') ? 'open' : 'token';
    const allow = here.map((route) => route.method).join(', ');
    app.all(path, (context) => {
      permit(context, auth, path);
      throw new HttpError(405, 'method', `This address takes ${allow} only.`, { headers: { Allow: allow } });
    });
  }
  app.all('*', (context) => {
    permit(context, 'token', 'no address of ours');
    throw new HttpError(404, 'not-found', 'There is nothing at this address. The chat endpoint is POST /api/chat.');
  });
  app.onError((error, context) => {
    if (error instanceof HttpError) {
      return context.json(errorBody(error.code, error.sentence), error.status, { ...error.headers });
    }
    log.error({ err: error, path: context.req.path }, 'an HTTP request failed');
    return context.json(
      errorBody('internal', 'Something went wrong on our side. The log of the gateway says what.'),
      500,
    );
  });
  return app;
}

const withSecurityHeaders: MiddlewareHandler<HttpEnv> = async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if (!context.res.headers.has(name)) context.res.headers.set(name, value);
  }
};
