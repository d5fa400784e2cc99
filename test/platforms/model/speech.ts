import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../listener.js';

/** A recording that was to be written down. */
export interface SpeechRequest {
  readonly model: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
  readonly authorization: string | undefined;
}

/** What is heard, or what goes wrong. */
export type SpeechReply =
  | { text: string }
  | { status: number; retryAfter?: number }
  | { body: string }
  /** Nothing is answered until then. */
  | { text: string; hold: Promise<unknown> };

/** The part of a model server that turns speech into text: `/audio/transcriptions`. */
export interface SpeechPart {
  readonly requests: readonly SpeechRequest[];
  /** The answers in order; afterwards, and without it, the recording's bytes are taken for its words. */
  script(replies: readonly SpeechReply[]): void;
  answer(
    incoming: IncomingMessage,
    response: ServerResponse,
    refuse: (status: number, message: string) => void,
  ): Promise<void>;
}

/** Endings that endpoints take (OpenAI, speech to text). */
const ENDINGS = /\.(?:flac|mp3|mp4|mpeg|mpga|m4a|ogg|wav|webm)$/;
const MAX_BYTES = 25 * 1024 * 1024;

export function createSpeechPart(changed: () => void): SpeechPart {
  const requests: SpeechRequest[] = [];
  let replies: SpeechReply[] = [];
  return {
    requests,
    script: (next) => {
      replies = [...next];
    },
    answer: async (incoming, response, refuse) => {
      const type = incoming.headers['content-type'] ?? '';
      const raw = await readBody(incoming);
      const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } })
        .formData()
        .catch(() => null);
      const file = form?.get('file');
      const model = form?.get('model');
      if (!(file instanceof File) || typeof model !== 'string') return refuse(400, 'file and model are required');
      if (!ENDINGS.test(file.name)) return refuse(400, 'Invalid file format.');
      if (file.size > MAX_BYTES) return refuse(413, 'Maximum content size limit (26214400) exceeded');
      const bytes = Buffer.from(await file.arrayBuffer());
      const { authorization } = incoming.headers;
      requests.push({ model, name: file.name, mime: file.type, bytes, authorization });
      const reply = replies.shift() ?? { text: bytes.toString('utf8') };
      changed();
      if ('hold' in reply) await reply.hold;
      if ('status' in reply) {
        if (reply.retryAfter !== undefined) response.setHeader('retry-after', String(reply.retryAfter));
        return refuse(reply.status, `scripted status ${reply.status}`);
      }
      const body = 'body' in reply ? reply.body : JSON.stringify({ text: reply.text });
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    },
  };
}
