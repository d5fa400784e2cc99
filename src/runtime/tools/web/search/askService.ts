import { z } from 'zod';
import type { GuardedClient, NetAnswer } from '../../../net/guardedClient.js';
import { NetFailure } from '../../../net/netErrors.js';
import type { ToolContext } from '../../toolDefinition.js';

const TIME_LIMIT_MS = 20_000;
const MAX_BYTES = 2_000_000;

/** A request to a search service. */
export interface ServiceRequest {
  readonly name: string;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The settings to look at when it is refused. */
  readonly settings: string;
  readonly context: ToolContext;
  readonly maxRedirects?: number;
}

/** Makes a request to a search service, once. @throws NetFailure with what to do about it */
export async function askService(client: GuardedClient, request: ServiceRequest): Promise<NetAnswer> {
  const { url, headers = {}, body, context, maxRedirects = 0 } = request;
  return client.request({
    url: url.href,
    tool: 'web_search',
    context,
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeLimitMs: TIME_LIMIT_MS,
    maxBytes: MAX_BYTES,
    maxRedirects,
    inspect: ({ status }) => {
      if (status >= 400) throw new NetFailure('status', refusalText(request, status));
    },
  });
}

/** The same for a service that answers JSON. */
export async function askForJson<Schema extends z.ZodType>(
  client: GuardedClient,
  request: ServiceRequest,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { body } = await askService(client, request);
  const parsed = z.string().transform(toJson).pipe(schema).safeParse(body.toString('utf8'));
  if (parsed.success) return parsed.data;
  const { name, settings } = request;
  throw new NetFailure(
    'type',
    `${name} answered something that cannot be read. Tell the operator to check ${settings}.`,
  );
}

function toJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's words are about brackets; what matters is that it is none.
    context.addIssue({ code: 'custom', message: 'no JSON' });
    return z.NEVER;
  }
}

function refusalText({ name, settings }: ServiceRequest, status: number): string {
  if (status === 401 || status === 403) {
    return `${name} does not let this gateway in (${status}). Tell the operator to check ${settings}.`;
  }
  if (status === 402 || status === 429 || status === 432 || status === 433) {
    return `${name} says that it is asked too often or that its quota is used up (${status}). Try later, or tell the operator, who can choose another service in WAGGLE_SEARCH.`;
  }
  if (status >= 500) return `${name} has a fault (${status}). Try later.`;
  return `${name} did not take the request (${status}). Tell the operator to check ${settings}.`;
}
