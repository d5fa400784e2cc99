import { createHash, timingSafeEqual } from 'node:crypto';
import { WaggleError } from '../../../core/errors.js';
import type { Log } from '../../../core/log.js';
import { jsonOrText, readBounded } from '../../../http/webhookBody.js';
import { numberedSchema } from '../updates/schema.js';
import { createFailureBook } from './failureBook.js';
import type { Intake } from './intake.js';

/** The header in which Telegram gives the secret of `setWebhook` back. */
const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

/** An update is a few kilobytes; this is far beyond any. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Where Telegram delivers updates to. The one HTTP server mounts it: `POST` to `path` goes to `handle`. */
export interface TelegramWebhook {
  readonly path: string;
  /** Answers 200 only when the update is stored; anything else makes Telegram deliver it again. Never rejects. */
  handle(request: Request): Promise<Response>;
}

/**
 * @param deps.intake where updates go; null while the channel does not receive (before its start, and at its end)
 */
export function createTelegramWebhook(deps: {
  path: string;
  secret: string;
  intake: () => Intake | null;
  onForged: (reason: string) => Promise<void>;
  log: Log;
}): TelegramWebhook {
  const { path, secret, log } = deps;
  const failures = createFailureBook();

  const take = async (intake: Intake, body: unknown) => {
    const opened = intake.open(body);
    const numbered = numberedSchema.safeParse(body);
    try {
      if ((await intake.take(opened)) === 'stored') failures.noteStored();
    } catch (thrown) {
      if (!numbered.success || !failures.noteFailure(numbered.data.update_id)) throw thrown;
      await intake.bury(body, new WaggleError('telegram-update', 'an update that always fails', { cause: thrown }));
    }
    if (numbered.success) failures.forget(numbered.data.update_id);
  };

  return {
    path,
    handle: async (request) => {
      if (request.method !== 'POST') return answer(405);
      if (!isSame(request.headers.get(SECRET_HEADER) ?? '', secret)) {
        log.warn({ path }, 'a webhook request without the right secret is refused');
        await deps.onForged('a wrong secret');
        return answer(401);
      }
      const intake = deps.intake();
      if (intake === null) return answer(503);
      try {
        const bytes = await readBounded(request, MAX_BODY_BYTES);
        if (bytes === null) return answer(413);
        await take(intake, jsonOrText(bytes.toString('utf8')));
        return answer(200);
      } catch (thrown) {
        log.error({ err: thrown }, 'a webhook update could not be stored; Telegram will deliver it again');
        return answer(503);
      }
    },
  };
}

function answer(status: number): Response {
  return new Response(null, { status });
}

/** Compares in constant time, whatever the lengths. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
