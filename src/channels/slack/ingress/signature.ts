import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far a request's time may lie from ours, before or after: Slack's own advice against replays. Seconds. */
const MAX_SKEW_S = 5 * 60;

const TIMESTAMP = /^\d{1,12}$/;
const SIGNATURE = /^v0=([0-9a-f]{64})$/;

/** What a request's headers say about where it comes from. */
export interface Signed {
  /** As it was sent, because that is what was signed. */
  readonly timestamp: string;
  readonly digest: Buffer;
}

/** Reads the headers that sign a request. Null: they are missing, given twice, of another form, or too old or too new. */
export function readSignature(headers: Pick<Headers, 'get'>, nowMs: number): Signed | null {
  const timestamp = headers.get('x-slack-request-timestamp') ?? '';
  const digest = SIGNATURE.exec(headers.get('x-slack-signature') ?? '')?.[1];
  if (digest === undefined || !TIMESTAMP.test(timestamp)) return null;
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > MAX_SKEW_S) return null;
  return { timestamp, digest: Buffer.from(digest, 'hex') };
}

/** Whether a secret signed these very bytes at this time. Takes the same time wherever the difference is. */
export function isSignedWith(secret: string, { timestamp, digest }: Signed, body: Buffer): boolean {
  if (secret === '') return false;
  return timingSafeEqual(createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest(), digest);
}
