import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Caller, RouteAuth } from './authorize.js';

export interface HttpEnv {
  Bindings: HttpBindings;
  Variables: { caller: Caller };
}

export type RouteHandler = (context: Context<HttpEnv>) => Response | Promise<Response>;

/** One address of the server. There is no default for `auth`: every route says who may call it. */
export interface HttpRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path in Hono's notation: `/api/turns/:id`. */
  readonly path: string;
  readonly auth: RouteAuth;
  /** May throw `HttpError`; anything else that it throws is logged and answered as a fault of ours. */
  readonly handle: RouteHandler;
}

/** What a part gets to mount itself on. */
export interface HttpApp {
  route(route: HttpRoute): void;
  /** Aborts when the server closes: whoever answers with a stream ends it then. */
  readonly closing: AbortSignal;
}

/** Something that lives on the one HTTP server: the chat API, a platform's webhook, the console. */
export interface HttpPart {
  readonly name: string;
  mount(app: HttpApp): void;
}
