import type { Upload } from '../body.js';
import type { DiscordCall } from '../calls.js';
import type { RateKind } from '../rates.js';
import type { ServerState } from '../state.js';

/** What a route runs with. */
export interface RouteContext {
  readonly state: ServerState;
  /** The parts of the path, by name. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly json: unknown;
  readonly uploads: readonly Upload[];
  readonly call: DiscordCall;
  /** A fault will lose the answer. */
  readonly answerLost: boolean;
}

/** One method of a path. `run` gives the answer's body, undefined for 204; it throws to refuse. */
export interface Route {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/channels/:channel/messages` */
  readonly pattern: string;
  readonly rate: RateKind | ((params: Readonly<Record<string, unknown>>) => RateKind);
  /** `bot`: with the bot's token; `none`: the path holds a token of its own. */
  readonly auth: 'bot' | 'none';
  readonly run: (context: RouteContext) => unknown;
}

/** Shortens the definition of a route. */
export function route(
  name: string,
  place: `${Route['method']} /${string}`,
  rate: Route['rate'],
  run: Route['run'],
  auth: Route['auth'] = 'bot',
): Route {
  const [method, pattern] = place.split(' ');
  const methods: readonly Route['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const known = methods.find((entry) => entry === method);
  if (known === undefined || pattern === undefined) throw new Error(`No place of a route: ${place}`);
  return { name, method: known, pattern, rate, auth, run };
}

/** A part of the path that the pattern promises. */
export function part(context: RouteContext, name: string): string {
  const value = context.path[name];
  if (value === undefined) throw new Error(`The pattern of ${context.call.route} has no :${name}`);
  return value;
}
