import { webApi } from '@slack/bolt';
import type { SlackServer } from './slackServer.js';

const { ErrorCode, WebAPIPlatformError, WebClient } = webApi;

/** A client of the server's first app without retries of its own. */
export function clientOf(server: SlackServer, options: webApi.WebClientOptions = {}): webApi.WebClient {
  return new WebClient(server.app.botToken, {
    slackApiUrl: server.url,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logLevel: webApi.LogLevel.ERROR,
    ...options,
  });
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
