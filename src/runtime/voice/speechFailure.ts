import { WaggleError } from '../../core/errors.js';

/** The speech endpoint gave nothing that can be used. */
export class SpeechFailure extends WaggleError {
  private constructor(
    message: string,
    /** Whether the same request may succeed later. */
    readonly mayPass: boolean,
    /** What the endpoint asks to wait, milliseconds; null where it does not say. */
    readonly waitMs: number | null,
    cause?: unknown,
  ) {
    super('speech', message, { sentence: 'The speech service gave no answer.', cause });
    this.name = 'SpeechFailure';
  }

  static ofStatus(status: number, retryAfter: string | null): SpeechFailure {
    const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
    const mayPass = status === 408 || status === 429 || status >= 500;
    return new SpeechFailure(`speech: status ${status}`, mayPass, Number.isFinite(seconds) ? seconds * 1000 : null);
  }

  static ofNetwork(cause: unknown): SpeechFailure {
    return new SpeechFailure('speech: the endpoint cannot be reached', true, null, cause);
  }

  static ofAnswer(cause: unknown): SpeechFailure {
    return new SpeechFailure('speech: the answer cannot be read', false, null, cause);
  }
}
