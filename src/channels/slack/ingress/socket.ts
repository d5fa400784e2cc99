import { SocketModeReceiver } from '@slack/bolt';
import { z } from 'zod';
import type { Clock } from '../../../core/clock.js';
import { WaggleError } from '../../../core/errors.js';
import type { Log } from '../../../core/log.js';
import type { SlackApi } from '../wire/api.js';
import { failureOf, SlackCallError } from '../wire/failure.js';
import { quietLogger } from '../wire/quietLogger.js';

/** A connection that has not said hello after this time is given up, milliseconds. */
const HELLO_MS = 15_000;

/** The library pings every 5 s and gives a connection up when no answer is younger than this. */
const PONG_MS = 12_000;

/** How often a connection is looked at for having died silently. */
const LOOK_MS = 1_000;

/** Slack leaves connections open after their close handshake, and the library waits 30 s for it; so it is asked twice. */
const CLOSE_MS = 500;

export interface SocketDeps {
  readonly api: SlackApi;
  readonly appToken: string;
  /** Resolves when the payload may be acknowledged. */
  readonly take: (body: unknown) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** One Socket Mode connection, used once. */
export interface Socket {
  /**
   * Resolves when Slack has said hello, to how many connections it has for the token; null where it does not say. Rejects with a
   * `SlackCallError` or `WaggleError`.
   */
  readonly connected: Promise<number | null>;
  /** Resolves when it ended, or when Slack has asked for another one in its place; then it still goes on for a while. */
  readonly over: Promise<void>;
  /** Acknowledges what is being taken, and closes it. */
  close(): Promise<void>;
}

const frameSchema = z.looseObject({
  type: z.string(),
  reason: z.string().exactOptional(),
  num_connections: z.int().nullish(),
});
const envelopeSchema = z.looseObject({
  body: z.unknown(),
  ack: z.custom<() => Promise<void>>((value) => typeof value === 'function'),
});

/**
 * Opens a connection by Bolt's receiver, without its reconnecting: that leaves 5 s and more without a connection. A payload is
 * acknowledged only after `take`.
 */
export function openSocket(deps: SocketDeps): Socket {
  const { api, appToken, take, clock, log } = deps;
  const opening = new AbortController();
  const { client } = new SocketModeReceiver({
    appToken,
    autoReconnectEnabled: false,
    clientPingTimeout: PONG_MS,
    logger: quietLogger(log),
    installerOptions: {
      // No headers here: the receiver's would take the place of the app token's.
      clientOptions: {
        slackApiUrl: api.apiUrl,
        retryConfig: { retries: 0 },
        rejectRateLimitedCalls: true,
        fetch: api.fetchUntil(opening.signal),
      },
    },
  });
  const taking = new Set<Promise<void>>();
  let isClosing = false;
  let connections: number | null = null;
  let finish = () => {};
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });

  const takeEnvelope = async (envelope: unknown) => {
    const { body, ack } = envelopeSchema.parse(envelope);
    try {
      await take(body);
    } catch (thrown) {
      log.error({ err: thrown }, 'a Slack event could not be stored; Slack will deliver it again');
      return;
    }
    // Not acknowledged, it comes again over another connection, and is known then.
    await ack().catch((thrown: unknown) => log.debug({ err: thrown }, 'a Slack event could not be acknowledged'));
  };

  client.on('slack_event', (envelope: unknown) => {
    const task = takeEnvelope(envelope)
      .catch((thrown: unknown) => log.error({ err: thrown }, 'a Slack envelope of another form'))
      .finally(() => taking.delete(task));
    taking.add(task);
  });
  // Asked for another connection, the library closes this one at once, with everything on its way and not acknowledged: it is
  // not told, and this one is closed when the new one is there.
  const forward = client.listeners('ws_message');
  client.removeAllListeners('ws_message');
  client.on('ws_message', (data: unknown, isBinary: unknown) => {
    const frame = readFrame(data);
    if (frame?.type === 'hello') connections = frame.num_connections ?? null;
    if (frame?.type === 'disconnect') {
      log.debug({ reason: frame.reason }, 'Slack asks for another connection');
      finish();
    } else for (const listener of forward) listener.call(client, data, isBinary);
  });
  client.on('disconnected', () => finish());

  const connected = new Promise<number | null>((resolve, reject) => {
    const late = () => {
      opening.abort();
      reject(new WaggleError('slack-socket', `Slack said no hello within ${HELLO_MS} ms`));
    };
    const stopTimer = clock.after(HELLO_MS, late);
    client
      .start()
      .then(
        () => resolve(connections),
        (thrown: unknown) => reject(failedToOpen(thrown)),
      )
      .finally(() => {
        stopTimer();
        // The hello may come when nobody waits any more.
        if (isClosing) void closeClient();
      });
  });
  connected.catch(() => finish());

  const stopLooking = clock.every(LOOK_MS, () => {
    if (client.websocket !== undefined && client.websocket.readyState !== 0 && !client.websocket.isActive()) finish();
  });

  const closeClient = async () => {
    const isClosed = new Promise<void>((resolve) => client.once('disconnected', () => resolve()));
    void client.disconnect();
    let stopTimer = () => {};
    const isLate = new Promise<void>((resolve) => {
      stopTimer = clock.after(CLOSE_MS, resolve);
    });
    await Promise.race([isClosed, isLate]);
    stopTimer();
    void client.disconnect();
  };

  return {
    connected,
    over,
    close: async () => {
      isClosing = true;
      stopLooking();
      opening.abort();
      await Promise.all(taking);
      await closeClient();
      await Promise.all(taking);
      finish();
    },
  };
}

function readFrame(data: unknown) {
  if (typeof data !== 'string' || !/"(?:disconnect|hello)"/.test(data)) return null;
  try {
    return frameSchema.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}

/** The library rejects with nothing at all when the connection ends before the hello. */
function failedToOpen(thrown: unknown): Error {
  if (thrown === undefined) return new WaggleError('slack-socket', 'the connection ended before Slack said hello');
  return new SlackCallError('apps.connections.open', failureOf(thrown));
}
