import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { z } from 'zod';
import type { Log } from '../../core/log.js';
import { PRODUCT_VERSION } from '../../core/productVersion.js';
import type { NetAllowEntry } from '../net/allowList.js';
import { createGuardedFetch } from '../net/guardedFetch.js';
import type { ServiceSandbox } from '../sandbox/sandboxService.js';
import { untilAborted } from '../untilAborted.js';
import { callResultSchema, type McpCallResult } from './renderResult.js';
import type { McpAccess } from './serverOptions.js';

/** One session with an MCP server. */
export interface McpConnection {
  /** What the server says that its tools are, unread. */
  listTools(signal: AbortSignal): Promise<readonly unknown[]>;
  /** @throws what the server or the way to it says; the signal's reason, and the server is told that nobody waits any more */
  call(tool: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<McpCallResult>;
  /** @throws when the server does not answer within the signal's time */
  ping(signal: AbortSignal): Promise<void>;
  /** Resolves with why once it has ended, whoever ended it. */
  readonly ended: Promise<string>;
  close(): Promise<void>;
}

export interface ConnectionDeps {
  readonly sandbox: ServiceSandbox;
  /** A folder for the server's own files. */
  readonly home: string;
  readonly allow: readonly NetAllowEntry[];
  readonly redact: (text: string) => string;
  readonly log: Log;
}

/** Pages of a list of tools that are asked for. */
const MAX_PAGES = 20;

/** The SDK's own time limit never comes first: ours abort by signals. Milliseconds. */
const NO_LIMIT_MS = 24 * 3_600_000;

const pageSchema = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().nullish().catch(null) });

/**
 * Opens a session: starts the program or calls the address, and greets. The library is loaded now. The server is offered nothing of
 * ours: no sampling, no roots, no questions to people.
 *
 * @param onToolsChanged the server says that its list is another one now
 * @throws what keeps it from coming about; the signal's reason
 */
export async function openConnection(
  access: McpAccess,
  deps: ConnectionDeps,
  onToolsChanged: () => void,
  signal: AbortSignal,
): Promise<McpConnection> {
  const [{ Client }, { EmptyResultSchema, ToolListChangedNotificationSchema }] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  signal.throwIfAborted();
  const way = access.kind === 'stdio' ? await openStdio(access, deps) : await openHttp(access, deps);
  const client = new Client({ name: 'waggle-gateway', version: PRODUCT_VERSION }, { capabilities: {} });
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => onToolsChanged());
  client.onerror = (error) => deps.log.debug({ err: error }, 'an MCP server sent what cannot be used');
  const ended = new Promise<string>((resolve) => {
    client.onclose = () => void way.why.then(resolve);
  });
  const close = async () => {
    await client.close();
    await way.close();
  };
  // A signal of its own for each request: the library never takes its listeners off again.
  const limits = (abort: AbortSignal) => ({ signal: AbortSignal.any([abort]), timeout: NO_LIMIT_MS });
  try {
    // A server that never reads would have us wait for ever.
    await untilAborted(Promise.race([client.connect(way.transport, limits(signal)), failWith(ended)]), signal);
  } catch (error) {
    // A program that ended says more by its last words than the library by "connection closed".
    const words = await Promise.race([way.why, Promise.resolve(null)]);
    await close();
    throw words === null || access.kind === 'http' ? error : new Error(words, { cause: error });
  }
  return {
    listTools: async (abort) => {
      const tools: unknown[] = [];
      let cursor: string | null | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const params = cursor ? { cursor } : {};
        const answer = await client.request({ method: 'tools/list', params }, pageSchema, limits(abort));
        tools.push(...answer.tools);
        cursor = answer.nextCursor;
        if (!cursor) break;
      }
      return tools;
    },
    call: (name, args, abort) =>
      client.request({ method: 'tools/call', params: { name, arguments: args } }, callResultSchema, limits(abort)),
    ping: async (abort) => {
      await client.request({ method: 'ping' }, EmptyResultSchema, limits(abort));
    },
    ended,
    close,
  };
}

async function failWith(ended: Promise<string>): Promise<never> {
  throw new Error(await ended);
}

interface Way {
  readonly transport: Transport;
  /** Why it ended, once it has. */
  readonly why: Promise<string>;
  close(): Promise<void>;
}

async function openStdio(access: Extract<McpAccess, { kind: 'stdio' }>, deps: ConnectionDeps): Promise<Way> {
  const { createStdioTransport } = await import('./stdioTransport.js');
  const { command, env, folders, network } = access;
  const service = await deps.sandbox.start({ home: deps.home, command, opened: { env, folders, network } });
  return { transport: createStdioTransport(service), why: service.ended, close: () => service.close() };
}

async function openHttp({ url, headers }: Extract<McpAccess, { kind: 'http' }>, deps: ConnectionDeps): Promise<Way> {
  const [{ StreamableHTTPClientTransport }, { MAX_MESSAGE_BYTES }] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    import('./stdioTransport.js'),
  ]);
  const guarded = createGuardedFetch({ ...deps, maxBytes: MAX_MESSAGE_BYTES });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: guarded.fetch,
    requestInit: { headers: { ...headers } },
  });
  return { transport, why: Promise.resolve('the session ended'), close: () => guarded.close() };
}
