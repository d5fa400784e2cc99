import type { ChatAddress } from '../message.js';

/** A file that the assistant gives to a chat, from the lane's workspace. */
export interface OutboundFile {
  /** Where it lies on this machine. */
  readonly path: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
}

/** Fetches what users sent, by the reference in their message's part. */
export interface FileSource {
  /** The largest file that the platform hands out, bytes. */
  readonly maxBytes: number;
  /**
   * Writes the file to `to`, which must not exist, and returns its size.
   *
   * @throws WaggleError `file-too-large`, `file-gone`, `file-unavailable`, with a sentence for the person
   */
  fetch(request: { address: ChatAddress; ref: string; to: string }, signal: AbortSignal): Promise<number>;
}
