import { z } from 'zod';
import type { Clock } from '../../../core/clock.js';
import type { Log } from '../../../core/log.js';
import type { ChannelEvents } from '../../../core/ports/channelEvents.js';
import type { HttpPart } from '../../../http/httpPart.js';
import { jsonOrText, readBounded } from '../../../http/webhookBody.js';
import { EVENTS_PATH } from '../manifest.js';
import type { Intake } from './intake.js';
import { takeByTeam } from './routing.js';
import { isSignedWith, readSignature } from './signature.js';

/** Longest body that is read, bytes: an event with 100 attachments stays far below. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** An account that is reached over HTTP. */
interface Listener {
  readonly signingSecret: string;
  /** Null while the account is not open. */
  readonly intake: () => Intake | null;
}

/** The one address that Slack calls. A request belongs to an account whose secret signed it. */
export interface SlackRequests {
  add(listener: Listener): void;
  readonly part: HttpPart;
}

export interface SlackRequestsDeps {
  readonly events: Pick<ChannelEvents, 'forged'>;
  readonly clock: Clock;
  readonly log: Log;
}

const challengeSchema = z.looseObject({ type: z.literal('url_verification'), challenge: z.string() });

export function createSlackRequests({ events, clock, log }: SlackRequestsDeps): SlackRequests {
  const listeners: Listener[] = [];

  const handle = async (request: Request): Promise<Response> => {
    const signature = readSignature(request.headers, clock.now());
    if (signature === null) {
      log.warn(
        {},
        'a request without a signature of the last 5 minutes came to the address of Slack; if Slack itself sent it, the clock of this machine is wrong',
      );
      await events.forged('slack', 'no signature, or an old one');
      return answer(401);
    }
    const body = await readBounded(request, MAX_BODY_BYTES);
    if (body === null) return answer(413);
    const signed = listeners.filter(({ signingSecret }) => isSignedWith(signingSecret, signature, body));
    if (signed.length === 0) {
      log.warn({}, 'a request with a wrong signature came to the address of Slack');
      await events.forged('slack', 'a wrong signature');
      return answer(401);
    }
    const payload = readBody(body.toString('utf8'), request.headers.get('content-type') ?? '');
    const challenge = challengeSchema.safeParse(payload).data?.challenge;
    if (challenge !== undefined) return Response.json({ challenge });
    const intakes = signed.map((listener) => listener.intake());
    if (intakes.every((intake) => intake === null)) return answer(503);
    try {
      await takeByTeam(payload, intakes, log);
      return answer(200);
    } catch (thrown) {
      log.error({ err: thrown }, 'a Slack event could not be stored; Slack will deliver it again');
      return answer(503);
    }
  };

  return {
    add: (listener) => {
      listeners.push(listener);
    },
    part: {
      name: 'slack',
      mount: (app) => {
        app.route({ method: 'POST', path: EVENTS_PATH, auth: 'open', handle: (context) => handle(context.req.raw) });
      },
    },
  };
}

function answer(status: number): Response {
  return new Response(null, { status });
}

/** Events are JSON, commands a form, interactions JSON in a form. What is neither stays text: it is kept as unreadable. */
function readBody(body: string, contentType: string): unknown {
  if (!contentType.startsWith('application/x-www-form-urlencoded')) return jsonOrText(body);
  const form = Object.fromEntries(new URLSearchParams(body));
  return form.payload === undefined ? form : jsonOrText(form.payload);
}
