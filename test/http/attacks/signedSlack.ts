import { createHmac } from 'node:crypto';
import { textOf } from '../../../src/core/message.js';
import { openScene, type SlackScene } from '../../channels/slack/scene.js';
import { type RawReply, type RawRequest, send } from './rawExchange.js';

export interface Signing {
  readonly secret?: string;
  /** Seconds from now. */
  readonly ageS?: number;
  readonly version?: string;
  /** What is signed instead of the body. */
  readonly of?: string | Buffer;
  readonly stamp?: string;
}

/** Slack's address on the HTTP server, for requests that Slack never sends. */
export interface SignedSlack {
  readonly scene: SlackScene;
  readonly forged: readonly string[];
  readonly person: string;
  readonly place: string;
  signatureOf(
    body: string | Buffer,
    signing?: Signing,
  ): { 'X-Slack-Request-Timestamp': string; 'X-Slack-Signature': string };
  /** An event of a direct message, each time another; `more` are further fields. */
  event(text?: string, more?: Record<string, unknown>): string;
  attempt(request: RawRequest): Promise<RawReply & { stored: string[]; presses: number }>;
  close(): Promise<void>;
}

export const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

export const nowS = () => Math.floor(Date.now() / 1000);

export async function openSignedSlack(): Promise<SignedSlack> {
  const forged: string[] = [];
  const scene = await openScene({
    http: true,
    events: {
      forged: async (_platform, reason) => {
        forged.push(reason);
      },
    },
  });
  const { server, httpPort } = scene;
  const ada = server.user({ name: 'Ada' });
  const dm = server.dm(ada);
  dm.say('hello');
  await scene.settle(1);
  let moments = 0;
  return {
    scene,
    forged,
    person: ada.id,
    place: dm.id,
    signatureOf: (body, { secret, ageS = 0, version = 'v0', of, stamp } = {}) => {
      const at = stamp ?? String(nowS() - ageS);
      const digest = createHmac('sha256', secret ?? server.app.signingSecret)
        .update(`${version}:${at}:`)
        .update(of ?? body)
        .digest('hex');
      return { 'X-Slack-Request-Timestamp': at, 'X-Slack-Signature': `${version}=${digest}` };
    },
    event: (text = 'hi', more = {}) => {
      moments += 1;
      const ts = `${nowS()}.${String(moments).padStart(6, '0')}`;
      const event = { type: 'message', channel: dm.id, channel_type: 'im', user: ada.id, text, ts, event_ts: ts };
      return JSON.stringify({
        type: 'event_callback',
        team_id: server.team.id,
        event_id: `Ev${moments}`,
        event: { ...event, ...more },
      });
    },
    attempt: async (request) => {
      const [messages, presses] = [scene.stored.length, scene.presses.length];
      const set = { Host: 'waggle.example', ...request.set };
      const reply = await send(httpPort, { target: '/slack/events', ...request, set });
      return { ...reply, stored: scene.stored.slice(messages).map(textOf), presses: scene.presses.length - presses };
    },
    close: () => scene.close(),
  };
}
