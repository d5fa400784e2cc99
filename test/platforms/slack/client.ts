import { App, type Logger, SocketModeReceiver, webApi } from '@slack/bolt';
import type { SlackServer } from './slackServer.js';

const { ErrorCode, LogLevel, WebAPIPlatformError, WebClient } = webApi;

const say = () => {};
const quiet: Logger = {
  debug: say,
  info: say,
  warn: say,
  error: say,
  setLevel: say,
  getLevel: () => LogLevel.ERROR,
  setName: say,
};

/** A client of the server's first app without retries of its own. */
export function clientOf(server: SlackServer, options: webApi.WebClientOptions = {}): webApi.WebClient {
  return new WebClient(server.app.botToken, {
    slackApiUrl: server.url,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: quiet,
    ...options,
  });
}

/**
 * A Bolt app of the server's first app in Socket Mode. It connects anew after `pongMs`, which is also how long it waits for
 * a pong: a short time makes a busy machine look like a dead connection.
 */
export function socketAppOf(server: SlackServer, pongMs = 5000): { app: App; receiver: SocketModeReceiver } {
  const receiver = new SocketModeReceiver({
    appToken: server.app.appToken,
    clientPingTimeout: pongMs,
    logger: quiet,
    installerOptions: { clientOptions: { slackApiUrl: server.url } },
  });
  const clientOptions = { slackApiUrl: server.url, retryConfig: { retries: 0 } };
  return { app: new App({ token: server.app.botToken, receiver, logger: quiet, clientOptions }), receiver };
}

/** A Bolt app that listens on a free port for signed requests. */
export async function httpAppOf(server: SlackServer): Promise<{ app: App; url: string }> {
  const clientOptions = { slackApiUrl: server.url, retryConfig: { retries: 0 } };
  const { botToken: token, signingSecret } = server.app;
  const app = new App({ token, signingSecret, logger: quiet, clientOptions });
  const http = await app.start({ port: 0, host: '127.0.0.1' });
  const address = http && 'address' in http ? http.address() : null;
  if (address === null || typeof address === 'string') throw new Error('The app has no TCP address');
  return { app, url: `http://127.0.0.1:${address.port}/slack/events` };
}

/** The error that a failed call was answered with. Throws when it did not fail so. */
export async function apiErrorOf(call: Promise<unknown>): Promise<string> {
  const failure = await call.then(
    (result) => new Error(`The call succeeded: ${JSON.stringify(result)}`),
    (error: unknown) => error,
  );
  if (!(failure instanceof WebAPIPlatformError) || failure.code !== ErrorCode.PlatformError) throw failure;
  return failure.data.error;
}
