import { WaggleError } from './errors.js';

/** A platform's refusal of a file for its size, with the code `file-too-large`. */
export class FileTooLargeError extends WaggleError {
  /** What the place takes, bytes; null where the platform does not say. */
  readonly maxBytes: number | null;

  constructor(message: string, maxBytes: number | null, cause?: unknown) {
    super('file-too-large', message, {
      sentence: 'The file is larger than this chat takes.',
      ...(cause === undefined ? {} : { cause }),
    });
    this.name = 'FileTooLargeError';
    this.maxBytes = maxBytes;
  }
}
