import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { z } from 'zod';
import type { AttemptResult, Envelope, Transport } from './envelope.js';

/** Where and how a request URL is called. */
export interface HttpTargetOptions {
  url: string;
  signingSecret: string;
  /** The time in the signature, milliseconds; clients compare it with the machine's clock. */
  now: () => number;
}

interface Answer {
  status: number;
  noRetry: boolean;
  body: string;
}

function bodyOf(envelope: Envelope): { type: string; text: string } {
  if (envelope.kind === 'events_api') return { type: 'application/json', text: JSON.stringify(envelope.payload) };
  const form =
    envelope.kind === 'interactive'
      ? new URLSearchParams({ payload: JSON.stringify(envelope.payload) })
      : new URLSearchParams(
          Object.entries(envelope.payload).map(([name, value]): [string, string] => [name, String(value)]),
        );
  return { type: 'application/x-www-form-urlencoded', text: form.toString() };
}

/** Posts a signed body; rejects when the connection fails or `gone` fires. */
function post(
  options: HttpTargetOptions,
  body: { type: string; text: string },
  headers: Record<string, string>,
  gone: AbortSignal,
): Promise<Answer> {
  const stamp = String(Math.floor(options.now() / 1000));
  const hash = createHmac('sha256', options.signingSecret).update(`v0:${stamp}:${body.text}`).digest('hex');
  return new Promise((resolve, reject) => {
    const outgoing = request(options.url, {
      method: 'POST',
      agent: false,
      signal: gone,
      headers: {
        'content-type': body.type,
        'content-length': Buffer.byteLength(body.text),
        'user-agent': 'Slackbot 1.0 (test)',
        'x-slack-request-timestamp': stamp,
        'x-slack-signature': `v0=${hash}`,
        ...headers,
      },
    });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          noRetry: response.headers['x-slack-no-retry'] === '1',
          body: Buffer.concat(parts).toString('utf8'),
        }),
      );
    });
    outgoing.end(body.text);
  });
}

function parseAnswer(body: string): unknown {
  if (body === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return { text: body };
  }
}

/** Sends envelopes to a request URL, signed. */
export function createHttpTarget(options: HttpTargetOptions): Transport {
  return {
    over: 'http',
    send: async (envelope, _attempt, retry, gone): Promise<AttemptResult> => {
      const headers: Record<string, string> =
        retry === undefined ? {} : { 'x-slack-retry-num': String(retry.number), 'x-slack-retry-reason': retry.reason };
      try {
        const answer = await post(options, bodyOf(envelope), headers, gone);
        if (answer.status >= 200 && answer.status <= 299) return { ok: true, answer: parseAnswer(answer.body) };
        return { ok: false, failure: 'http_error', noRetry: answer.noRetry };
      } catch {
        return { ok: false, failure: gone.aborted ? 'http_timeout' : 'connection_failed' };
      }
    },
  };
}

/** Asks a request URL for its challenge, as saving it in the app's settings does; true when it answers right. */
export async function verifyRequestUrl(options: HttpTargetOptions, token: string): Promise<boolean> {
  const challenge = `challenge-${token}`;
  const text = JSON.stringify({ token, challenge, type: 'url_verification' });
  const answer = await post(options, { type: 'application/json', text }, {}, AbortSignal.timeout(3000));
  const body = z.looseObject({ challenge: z.string() }).safeParse(parseAnswer(answer.body));
  return answer.status === 200 && body.success && body.data.challenge === challenge;
}
