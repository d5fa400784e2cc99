import { createBackOff } from '../../core/backOff.js';
import type { Clock } from '../../core/clock.js';
import type { ToolDefinition } from '../tools/toolDefinition.js';
import { ToolFailure } from '../tools/toolFailure.js';
import { untilAborted } from '../untilAborted.js';
import { type ConnectionDeps, type McpConnection, openConnection } from './connection.js';
import type { McpCall } from './mcpTool.js';
import type { McpServerOptions } from './serverOptions.js';
import { createServerTools } from './serverTools.js';

/** How a server stands, for people. */
export interface McpStatus {
  readonly name: string;
  readonly state: 'starting' | 'ready' | 'down';
  readonly tools: number;
  /** Tools that are not on offer because of what they say of themselves. */
  readonly refused: number;
  /** Why it is down, in the words of the program or the network; for the operator alone. */
  readonly why: string | null;
  /** When the next try is; null: none is due. */
  readonly retryAt: number | null;
}

export interface McpServer {
  status(): McpStatus;
  /** Those that were on offer last; a server that is down keeps them, a call waits for it or says so. */
  tools(): readonly ToolDefinition[];
  /** Begins the first try, once. */
  connect(): void;
  /** Resolves when the first try has come to an end, whatever that is. */
  readonly tried: Promise<void>;
  close(): Promise<void>;
}

/** To come up, the download by `npx` included; milliseconds. */
const CONNECT_MS = 60_000;
/** Between tries: doubles from one to the other. */
const RETRY = { baseMs: 1_000, capMs: 30_000 };
/** Failures in a row from which on only one try in this time is made. */
const MANY_FAILURES = 5;
const RARE_MS = 10 * 60_000;
/** A session that held so long was no failure. */
const STABLE_MS = 60_000;
/** How long a call waits for a server that is coming up. */
const PATIENCE_MS = 15_000;
/** For an answer to a ping after a call that came to nothing. */
const PING_MS = 5_000;
/** For a new list, which a server may announce as often as it likes. */
const LIST_MS = 30_000;
const BETWEEN_LISTS_MS = 1_000;

interface Session {
  readonly connection: McpConnection;
  readonly since: number;
}

/** Keeps one MCP server up: starts it, reads its tools, starts it again when it ends, ever more rarely when that does not help. */
export function createMcpServer(
  options: McpServerOptions,
  deps: ConnectionDeps & { readonly clock: Clock; readonly random?: () => number },
): McpServer {
  const { clock } = deps;
  const { name } = options;
  const log = deps.log.child({ server: name });
  const closing = new AbortController();
  const backOff = createBackOff({ ...RETRY, ...(deps.random === undefined ? {} : { random: deps.random }) });
  let session: Session | null = null;
  let attempt: Promise<void> | null = null;
  let failures = 0;
  let why: string | null = null;
  let retryAt: number | null = null;
  let stopRetry = () => {};
  let markTried = () => {};
  const tried = new Promise<void>((resolve) => {
    markTried = resolve;
  });

  const scheduleRetry = (reason: string) => {
    why = deps.redact(reason);
    failures += 1;
    if (closing.signal.aborted) return;
    const pause = backOff.next();
    const wait = failures >= MANY_FAILURES ? RARE_MS : pause;
    retryAt = clock.now() + wait;
    log.warn({ why, failures, retryInMs: wait }, 'an MCP server is down');
    stopRetry = clock.after(wait, begin);
  };

  const within = (ms: number): { readonly signal: AbortSignal; readonly stop: () => void } => {
    const limit = new AbortController();
    const stop = clock.after(ms, () => limit.abort(new Error(`no answer within ${ms / 1000} s`)));
    return { signal: AbortSignal.any([closing.signal, limit.signal]), stop };
  };

  /** Lists are read one after another; of many announcements at once only one more is heeded. */
  let reading: Promise<void> | null = null;
  let isStale = false;
  const readTools = async (connection: McpConnection): Promise<void> => {
    const { signal, stop } = within(LIST_MS);
    try {
      tools.read(await untilAborted(connection.listTools(signal), signal));
    } finally {
      stop();
    }
  };
  const readAgain = () => {
    isStale = true;
    if (reading !== null) return;
    const readOn = async () => {
      while (isStale && session !== null) {
        isStale = false;
        await readTools(session.connection);
        await clock.sleep(BETWEEN_LISTS_MS, closing.signal);
      }
    };
    reading = readOn()
      .catch((error: unknown) => {
        if (!closing.signal.aborted) log.warn({ err: error }, 'the new list of tools could not be read');
      })
      .finally(() => {
        reading = null;
      });
  };

  const connectNow = async (): Promise<void> => {
    const { signal, stop } = within(CONNECT_MS);
    try {
      const connection = await openConnection(options.access, { ...deps, log }, readAgain, signal);
      try {
        await readTools(connection);
        closing.signal.throwIfAborted();
      } catch (error) {
        await connection.close();
        throw error;
      }
      const opened: Session = { connection, since: clock.now() };
      session = opened;
      why = null;
      log.info({ tools: tools.tools.length, refused: tools.refused }, 'an MCP server is ready');
      void connection.ended.then((reason) => lose(opened, reason));
      if (isStale) readAgain();
    } catch (error) {
      if (closing.signal.aborted) return;
      scheduleRetry(error instanceof Error ? error.message : String(error));
    } finally {
      stop();
    }
  };

  const begin = () => {
    if (attempt !== null || session !== null || closing.signal.aborted) return;
    retryAt = null;
    attempt = connectNow().finally(() => {
      attempt = null;
      markTried();
    });
  };

  const lose = (lost: Session, reason: string) => {
    if (session !== lost) return;
    session = null;
    if (clock.now() - lost.since >= STABLE_MS) {
      failures = 0;
      backOff.reset();
    }
    scheduleRetry(reason);
  };

  /** A session that does not answer any more is ended, so that a new one begins. */
  const checkAlive = async (suspect: Session): Promise<void> => {
    const { signal, stop } = within(PING_MS);
    try {
      await untilAborted(suspect.connection.ping(signal), signal);
    } catch {
      lose(suspect, 'it does not answer');
      await suspect.connection.close();
    } finally {
      stop();
    }
  };
  const checks = new Set<Promise<void>>();
  const suspectIt = (suspect: Session) => {
    if (session !== suspect || closing.signal.aborted) return;
    const check = checkAlive(suspect)
      .catch((error: unknown) => log.warn({ err: error }, 'an MCP server could not be ended'))
      .finally(() => checks.delete(check));
    checks.add(check);
  };

  const downText = () => {
    const next = retryAt === null ? '' : ` The next try is in ${Math.ceil((retryAt - clock.now()) / 1000)} s.`;
    return `Error: the MCP server "${name}" is down.${next} Do without it, or tell the user.`;
  };

  /** The session, which a call waits for as long as it is about to come. */
  const sessionFor = async (signal: AbortSignal): Promise<Session> => {
    const isSoon = attempt !== null || (retryAt !== null && retryAt - clock.now() <= PATIENCE_MS);
    if (session === null && isSoon) {
      const limit = new AbortController();
      const stop = clock.after(PATIENCE_MS, () => limit.abort());
      const waiting = AbortSignal.any([signal, limit.signal, closing.signal]);
      try {
        while (session === null && !waiting.aborted) {
          if (attempt !== null) await untilAborted(attempt, waiting);
          else if (retryAt === null || retryAt - clock.now() > PATIENCE_MS) break;
          else await clock.sleep(Math.max(1, retryAt - clock.now() + 1), waiting);
        }
      } catch (error) {
        if (!waiting.aborted) throw error;
      } finally {
        stop();
      }
      signal.throwIfAborted();
    }
    if (session === null) throw new ToolFailure(downText());
    return session;
  };

  const call: McpCall = async (tool, args, isRepeatable, signal) => {
    const current = await sessionFor(signal);
    try {
      return await current.connection.call(tool, args, signal);
    } catch (error) {
      suspectIt(current);
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      const after = isRepeatable
        ? 'You may try it again.'
        : 'Whether it took effect is unknown: check before you repeat it.';
      throw new ToolFailure(
        `Error: the call to the MCP server "${name}" came to nothing (${reason.slice(0, 300)}). ${after}`,
        error,
      );
    }
  };

  const tools = createServerTools(options, { call, redact: deps.redact, log });

  return {
    status: () => ({
      name,
      state: session !== null ? 'ready' : attempt !== null || (why === null && retryAt === null) ? 'starting' : 'down',
      tools: tools.tools.length,
      refused: tools.refused,
      why,
      retryAt,
    }),
    tools: () => tools.tools,
    connect: begin,
    tried,
    close: async () => {
      closing.abort(new Error('the gateway ends'));
      stopRetry();
      markTried();
      const open = session;
      session = null;
      await attempt;
      await open?.connection.close();
      await Promise.all([reading, ...checks]);
    },
  };
}
