import { sentFileSchema } from '../../core/eventSchema.js';
import type { SentFile } from '../../core/events.js';
import type { JournalStep } from '../../core/journal.js';

export const SEND_FILE_TOOL = 'send_file';

/** What the model is told with a file that goes out. */
export const SENT_NOTE = 'The file is sent below your answer.';

/** Tools whose result may be a file for the chat. */
const SENDING_TOOLS: ReadonlySet<string> = new Set([
  SEND_FILE_TOOL,
  'generate_docx',
  'generate_pdf',
  'generate_pptx',
  'generate_xlsx',
]);

/**
 * The file that a step of the journal gives to the chat: a finished call of a tool that sends, by the turn or one of its sub-agents.
 * So a file is given as surely as the journal stands, and a takeover gives the same ones in the same order.
 */
export function sentFileIn(step: JournalStep): SentFile | null {
  const inner = step.type === 'agent' ? step.step : step;
  if (inner.type !== 'toolEnd' || !SENDING_TOOLS.has(inner.name) || inner.failed) return null;
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
