import { z } from 'zod';
import type { Clock } from '../../core/clock.js';
import { untilAborted } from '../untilAborted.js';
import { SpeechFailure } from './speechFailure.js';

export interface Recording {
  readonly bytes: Buffer;
  /** By its content. */
  readonly mime: string;
}

/** Turns speech into text. */
export interface SpeechToText {
  /**
   * What is said in a recording; empty where nothing is.
   *
   * @throws SpeechFailure; the signal's reason
   */
  transcribe(recording: Recording, signal: AbortSignal): Promise<string>;
}

export interface SpeechEndpoint {
  /** Requests go to `{baseUrl}/audio/...`. */
  readonly baseUrl: string;
  /** Sent as bearer token when not empty; never logged. */
  readonly apiKey: string;
  readonly model: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

/** The largest recording that `/audio/transcriptions` takes, bytes (OpenAI, speech to text: 25 MB). */
export const MAX_RECORDING_BYTES = 25_000_000;

/** Longer ones are not listened to, in seconds: nobody dictates for longer, and a minute costs money. */
export const MAX_RECORDING_SECONDS = 3600;

/** For one try: an hour of speech takes endpoints a minute or two. */
const TRY_MS = 180_000;

/** Tries in all, where the endpoint is busy or broken. */
const TRIES = 3;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 20_000;

const answerSchema = z.object({ text: z.string() });

/** Endpoints go by the ending of the file's name (OpenAI: flac, mp3, mp4, mpeg, mpga, m4a, ogg, wav, webm). */
const ENDINGS: Readonly<Record<string, string>> = {
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/flac': 'flac',
  'audio/wav': 'wav',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'audio/webm': 'webm',
};

/** What an endpoint can listen to. */
export function isRecording(mime: string): boolean {
  return mime in ENDINGS;
}

/** `{base}/audio/transcriptions` of an OpenAI-compatible endpoint. */
export function createSpeechToText(endpoint: SpeechEndpoint): SpeechToText {
  const { baseUrl, apiKey, model, clock } = endpoint;
  const url = `${baseUrl.replace(/\/+$/, '')}/audio/transcriptions`;
  const headers: Record<string, string> = apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };

  const tryOnce = async ({ bytes, mime }: Recording, outer: AbortSignal): Promise<string> => {
    const form = new FormData();
    form.set('model', model);
    form.set('response_format', 'json');
    form.set('file', new Blob([new Uint8Array(bytes)], { type: mime }), `recording.${ENDINGS[mime] ?? 'ogg'}`);
    const limit = new AbortController();
    const stopTimer = clock.after(TRY_MS, () => limit.abort());
    try {
      const signal = AbortSignal.any([outer, limit.signal]);
      const response = await endpoint.fetch(url, { method: 'POST', headers, body: form, signal });
      const body = await untilAborted(response.text(), signal);
      if (!response.ok) throw SpeechFailure.ofStatus(response.status, response.headers.get('retry-after'));
      return readAnswer(body);
    } catch (cause) {
      outer.throwIfAborted();
      if (cause instanceof SpeechFailure) throw cause;
      throw SpeechFailure.ofNetwork(cause);
    } finally {
      stopTimer();
    }
  };

  return {
    transcribe: async (recording, signal) => {
      for (let tried = 1; ; tried += 1) {
        try {
          return await tryOnce(recording, signal);
        } catch (error) {
          if (!(error instanceof SpeechFailure) || !error.mayPass || tried === TRIES) throw error;
          const waitMs = Math.min(error.waitMs ?? FIRST_WAIT_MS * 2 ** (tried - 1), LONGEST_WAIT_MS);
          await clock.sleep(waitMs, signal);
        }
      }
    },
  };
}

function readAnswer(body: string): string {
  let data: unknown;
  try {
    data = JSON.parse(body);
  } catch (cause) {
    throw SpeechFailure.ofAnswer(cause);
  }
  const answer = answerSchema.safeParse(data);
  if (!answer.success) throw SpeechFailure.ofAnswer(answer.error);
  return answer.data.text.trim();
}
