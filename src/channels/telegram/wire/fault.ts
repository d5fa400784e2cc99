import { WaggleError } from '../../../core/errors.js';
import type { TelegramCallError, TelegramFailure } from './failure.js';

/** The fault that no retry heals, said with what the operator has to do. */
export function tokenRefused(cause: TelegramCallError): WaggleError {
  return new WaggleError(
    'telegram-token',
    'Telegram refuses the bot token: it was revoked or mistyped. Get it from @BotFather and set TELEGRAM_BOT_TOKEN.',
    { cause, sentence: 'The Telegram bot is not connected.' },
  );
}

/** How long the server asks to wait, milliseconds; 0 when it does not say. */
export function retryAfterOf(failure: TelegramFailure): number {
  return failure.kind === 'answered' ? (failure.retryAfterMs ?? 0) : 0;
}
