import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toWaggleError } from '../../core/errors.js';
import type { Log } from '../../core/log.js';
import type { FilePart, InboundMessage, Part, ReceivedFile } from '../../core/message.js';
import type { Wording } from '../../core/wording.js';
import { sanitiseInPortions } from '../safety/sanitiseToolResult.js';
import { isRecording, MAX_RECORDING_BYTES, MAX_RECORDING_SECONDS, type SpeechToText } from './speechToText.js';

/** A transcript that is given to the model at once, in characters: an hour of quick speech has about 60,000. */
const MAX_TRANSCRIPT_CHARS = 60_000;

export interface HearDeps {
  /** Null: no speech model is set up. */
  readonly speech: SpeechToText | null;
  readonly log: Log;
}

export interface HearRequest {
  readonly messages: readonly InboundMessage[];
  /** The lane's workspace on this machine. */
  readonly workspace: string;
  readonly wording: Wording;
  readonly signal: AbortSignal;
}

export interface Heard {
  /** With the words of voice messages in their place, and those of recordings beside the file. */
  readonly messages: readonly InboundMessage[];
  /** What was heard, for its speaker to check. */
  readonly transcripts: readonly string[];
  /** One line for the person about everything that was not heard. */
  readonly problems: readonly string[];
}

/**
 * Marks the voice messages that will not be listened to, before they are fetched: there is no speech model, or they are too
 * long by what the platform says.
 */
export function refuseUnheard(
  messages: readonly InboundMessage[],
  wording: Wording,
  speech: SpeechToText | null,
): readonly InboundMessage[] {
  return messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => {
      if (part.type !== 'file' || part.voice !== true) return part;
      const problem = speech === null ? wording.text('voice-off', {}) : tooLong(part, wording);
      return problem === null ? part : { ...part, received: { problem } };
    }),
  }));
}

function tooLong({ bytes, seconds = 0 }: Pick<FilePart, 'bytes' | 'seconds'>, wording: Wording): string | null {
  if (bytes <= MAX_RECORDING_BYTES && seconds <= MAX_RECORDING_SECONDS) return null;
  const n = Math.floor(MAX_RECORDING_SECONDS / 60);
  return wording.text('voice-too-long', { n: String(n), limit: String(Math.floor(MAX_RECORDING_BYTES / 1e6)) });
}

/**
 * Listens to the recordings of a turn's messages. A voice message becomes its speaker's own words; what stands in a recording
 * that was attached or passed on is somebody's, so it is data. Transcripts are kept beside the recordings: a takeover does not
 * listen again.
 *
 * @throws the signal's reason
 */
export async function hearRecordings(request: HearRequest, deps: HearDeps): Promise<Heard> {
  const transcripts: string[] = [];
  const problems: string[] = [];
  const hear = async (part: Part): Promise<Part> => {
    if (part.type !== 'file' || part.received === undefined) return part;
    const isVoice = part.voice === true;
    if ('problem' in part.received) {
      if (isVoice) problems.push(notHeard(part.received.problem, request.wording));
      return part;
    }
    if (deps.speech === null || !isRecording(part.received.mime)) return part;
    const words = await wordsOf(part, part.received, request, deps);
    if ('problem' in words) {
      problems.push(notHeard(words.problem, request.wording));
      return isVoice ? { ...part, received: words } : part;
    }
    transcripts.push(words.text);
    const { seconds } = part;
    if (isVoice) return { type: 'text', text: words.text, spoken: seconds === undefined ? {} : { seconds } };
    return { ...part, received: { ...part.received, text: await sanitiseInPortions(words.text) } };
  };
  const messages: InboundMessage[] = [];
  for (const message of request.messages) {
    const parts: Part[] = [];
    // One after the other: endpoints limit how many run at once, and a turn has one or two.
    for (const part of message.parts) parts.push(await hear(part));
    messages.push({ ...message, parts });
  }
  return { messages, transcripts, problems };
}

/** Whether nothing of what was said could be heard, and nothing else was said: then there is nothing to answer. */
export function isUnheard(messages: readonly InboundMessage[]): boolean {
  const parts = messages.flatMap((message) => message.parts);
  const isMissed = (part: Part) => part.type === 'file' && part.voice === true;
  return (
    parts.some(isMissed) && parts.every((part) => isMissed(part) || (part.type === 'text' && part.text.trim() === ''))
  );
}

function notHeard(why: string, wording: Wording): string {
  return wording.text('voice-not-heard', { why });
}

async function wordsOf(
  part: FilePart,
  received: Extract<ReceivedFile, { path: string }>,
  { workspace, wording, signal }: HearRequest,
  { speech, log }: HearDeps,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  if (speech === null) return { problem: wording.text('voice-off', {}) };
  const path = join(workspace, received.path);
  const kept = `${path}.txt`;
  try {
    const known = await readFile(kept, 'utf8').catch(() => null);
    if (known !== null) return { text: known };
    const problem = tooLong({ ...part, bytes: received.bytes }, wording);
    if (problem !== null) return { problem };
    const text = (await speech.transcribe({ bytes: await readFile(path), mime: received.mime }, signal)).slice(
      0,
      MAX_TRANSCRIPT_CHARS,
    );
    if (text === '') return { problem: wording.text('voice-silent', {}) };
    const unfinished = `${kept}.${process.pid}`;
    await writeFile(unfinished, text, { mode: 0o600 });
    await rename(unfinished, kept);
    return { text };
  } catch (thrown) {
    signal.throwIfAborted();
    const { code } = toWaggleError(thrown);
    log.warn({ err: thrown, code }, 'a recording could not be listened to');
    return { problem: wording.text('voice-failed', {}) };
  }
}
