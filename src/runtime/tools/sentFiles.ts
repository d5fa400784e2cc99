import { sentFileSchema } from '../../core/eventSchema.js';
import type { SentFile } from '../../core/events.js';
import type { JournalStep } from '../../core/journal.js';

export const SEND_FILE_TOOL = 'send_file';

/**
 * The file that a step of the journal gives to the chat: a finished call of `send_file`, by the turn or one of its sub-agents.
 * So a file is given as surely as the journal stands, and a takeover gives the same ones in the same order.
 */
export function sentFileIn(step: JournalStep): SentFile | null {
  const inner = step.type === 'agent' ? step.step : step;
  if (inner.type !== 'toolEnd' || inner.name !== SEND_FILE_TOOL || inner.failed) return null;
  const parsed = sentFileSchema.safeParse(parseJson(inner.result));
  return parsed.success ? parsed.data : null;
}

/** A result that was cleaned or cut is no file: the model saw the same. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
