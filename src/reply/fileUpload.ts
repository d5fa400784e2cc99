import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../core/clock.js';
import { FileTooLargeError } from '../core/fileTooLarge.js';
import type { Log } from '../core/log.js';
import type { Sent } from '../core/ports/egress.js';
import type { OutboundFile } from '../core/ports/files.js';
import type { Governor } from './governor.js';
import type { UploadStep } from './plan.js';
import type { ReplyTarget } from './replyTarget.js';
import { backOff, uploadPayload } from './slot.js';
import type { StepResult } from './stepResult.js';

/** A platform that fails this often in a row does not get the file. */
const MAX_FAILURES = 5;

/** A file that may have arrived is sent once more, where sending it twice cannot be ruled out. */
const MAX_LOST = 2;

/** Time limit of an upload: that of a send, and what its bytes take over a slow line (200 kB/s); in all at most 5 minutes. */
const BASE_MS = 30_000;
const BYTES_PER_MS = 200;
const MAX_MS = 300_000;

function timeLimitOf({ bytes }: Pick<OutboundFile, 'bytes'>): number {
  return Math.min(MAX_MS, BASE_MS + Math.ceil(bytes / BYTES_PER_MS));
}

/** A connection that has broken off brings nothing new to the platform after this time. */
const AFTERMATH_MS = 30_000;

/**
 * Gives files to a chat. What cannot be sent is told in a sentence, since the answer counts on it: `done` then carries that
 * sentence, and the file is left alone.
 */
export function createFileUpload(deps: {
  governor: Governor;
  clock: Clock;
  log: Log;
  target: ReplyTarget;
}): (step: UploadStep, nonce: string, signal: AbortSignal | undefined) => Promise<StepResult> {
  const { governor, clock, log, target } = deps;
  const { egress, address, speaker, wording } = target;
  // Where the chat can be read back, or a repeat is no second message, a file is given up only after many losses.
  const isSettled = egress.findSent !== undefined || egress.sendsAreIdempotent === true;
  const maxLost = isSettled ? MAX_FAILURES : MAX_LOST;

  const giveUp = ({ slot, file }: UploadStep, why: string): StepResult => {
    slot.state = 'abandoned';
    return { kind: 'done', problem: wording.text('file-not-sent', { name: file.name, why }) };
  };

  const limitText = (bytes: number) => wording.text('file-limit', { limit: String(Math.floor(bytes / 1_000_000)) });

  const whyRefused = (cause: unknown): string => {
    if (!(cause instanceof FileTooLargeError)) return wording.text('file-refused', {});
    return cause.maxBytes === null ? wording.text('file-larger', {}) : limitText(cause.maxBytes);
  };

  /** Why the file cannot be sent, whatever the platform would say; null when it can be tried. */
  const obstacle = async ({ file }: UploadStep, path: string): Promise<string | null> => {
    if (egress.upload === undefined) return wording.text('file-no-files', {});
    const { maxFileBytes } = egress;
    if (maxFileBytes !== undefined && file.bytes > maxFileBytes) {
      return limitText(maxFileBytes);
    }
    const found = await stat(path).catch(() => null);
    return found?.isFile() === true ? null : wording.text('file-lost', {});
  };

  const fail = (step: UploadStep, sent: Exclude<Sent, { ok: true }>, callUntil: number): StepResult => {
    const { slot } = step;
    const cause = 'cause' in sent ? sent.cause : undefined;
    const fields = { turn: speaker.turn, chunk: slot.chunk, outcome: sent.kind, err: cause };
    switch (sent.kind) {
      case 'wait':
        return { kind: 'wait', ms: sent.ms };
      case 'unknown':
        log.warn(fields, 'the answer to an upload was lost');
        slot.losses += 1;
        if (slot.losses >= maxLost) return giveUp(step, wording.text('file-uncertain', {}));
        slot.lostPayload = uploadPayload(step.file.name, slot.staged);
        slot.lostAt = clock.now();
        slot.state = 'unknown';
        slot.callUntil = Math.min(callUntil, clock.now() + (sent.settledInMs ?? AFTERMATH_MS));
        slot.retryAt = clock.now() + backOff(slot);
        return { kind: 'wait', ms: 0 };
      case 'retry':
        log.warn(fields, 'an upload failed and will be tried again');
        slot.retryAt = clock.now() + Math.max(sent.ms, backOff(slot));
        return slot.failures < MAX_FAILURES ? { kind: 'wait', ms: 0 } : giveUp(step, wording.text('file-refused', {}));
      default:
        // The text has just arrived: a chat that takes text but no files is not out of reach.
        log.error(fields, 'the platform refused a file');
        return giveUp(step, whyRefused(cause));
    }
  };

  return async (step, nonce, signal) => {
    const { slot, file } = step;
    const path = join(target.workspace, file.path);
    const why = await obstacle(step, path);
    if (why !== null) return giveUp(step, why);
    const outbound = { path, name: file.name, mime: file.mime, bytes: file.bytes };
    const stages = egress.stage !== undefined && slot.staged === null;
    const { chunk, staged } = slot;
    const options = { silent: true, replyTo: null, nonce, ...(staged === null ? {} : { staged }) };
    const call = {
      speaker,
      address,
      chunk,
      kind: stages ? 'other' : 'upload',
      rank: step.rank,
      payload: uploadPayload(file.name, staged),
      ...(egress.stage === undefined || stages ? { timeoutMs: timeLimitOf(file) } : { timeoutMs: BASE_MS }),
    } as const;
    const result = await governor.attempt(call, egress, async (timeout) => {
      const limit = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
      const none: Sent = { ok: false, kind: 'refused', cause: 'no files' };
      if (stages) return (await egress.stage?.(address, outbound, limit)) ?? none;
      return (await egress.upload?.(address, outbound, options, limit)) ?? none;
    });
    if (result.kind !== 'done') return result;
    if (!result.sent.ok) return fail(step, result.sent, result.callUntil);
    slot.failures = 0;
    slot.retryAt = 0;
    if (stages) {
      slot.staged = result.sent.id;
      return { kind: 'wait', ms: 0 };
    }
    slot.state = 'sent';
    slot.messageId = result.sent.id;
    return { kind: 'done' };
  };
}
