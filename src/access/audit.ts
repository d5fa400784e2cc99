import type { Clock } from '../core/clock.js';
import { cutText } from '../core/cutText.js';
import type { Audit, AuditStore } from '../core/ports/audit.js';

const MAX_SUMMARY_CHARS = 300;

/**
 * The audit log for whoever decides on access: stamps the time, takes secrets out and keeps it short.
 *
 * @param deps.redact takes configured secrets out of a text; before it is cut, so that no half of one stays
 */
export function createAudit(deps: {
  readonly store: Pick<AuditStore, 'append'>;
  readonly clock: Clock;
  readonly redact: (text: string) => string;
}): Audit {
  return {
    record: ({ summary, ...event }) =>
      deps.store.append({
        ...event,
        ...(summary === undefined ? {} : { summary: cutText(oneLine(deps.redact(summary)), MAX_SUMMARY_CHARS) }),
        now: deps.clock.now(),
      }),
  };
}

/** A line of the log must not look like two, whatever was quoted. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
