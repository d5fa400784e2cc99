import { z } from 'zod';
import type { Json } from '../../../core/json.js';
import type { Wording } from '../../../core/wording.js';
import { ASK_BLOCK, ASK_CALLBACK } from '../buttons.js';

/** Block Kit: private_metadata of a view. */
const MAX_METADATA = 3_000;

/** The message that a question is about, as the view carries it until the question comes. */
const askedSchema = z.object({
  channel: z.string().min(1),
  ts: z.string().min(1),
  /** First message of its thread; the message's own ts where it stands in none. */
  thread: z.string().min(1),
  /** What it says, or as much as a view can carry. */
  text: z.string(),
  responseUrl: z.string().nullable(),
  /** When it was chosen, milliseconds UTC. */
  at: z.number(),
});
export type AskedMessage = z.infer<typeof askedSchema>;

/** The view with the question field. Its title has at most 24 characters, as has each of its buttons. */
export function askView(about: AskedMessage, { text }: Pick<Wording, 'text'>): Json {
  let metadata = JSON.stringify(about);
  for (let length = MAX_METADATA; metadata.length > MAX_METADATA && length > 0; length -= 100) {
    metadata = JSON.stringify({ ...about, text: about.text.slice(0, length).replace(/[\ud800-\udbff]$/, '') });
  }
  return {
    type: 'modal',
    callback_id: ASK_CALLBACK,
    private_metadata: metadata,
    title: { type: 'plain_text', text: text('ask-short', {}) },
    submit: { type: 'plain_text', text: text('ask-send', {}) },
    close: { type: 'plain_text', text: text('ask-cancel', {}) },
    blocks: [
      {
        type: 'input',
        block_id: ASK_BLOCK,
        label: { type: 'plain_text', text: text('ask-question', {}) },
        element: { type: 'plain_text_input', action_id: ASK_BLOCK, multiline: true, max_length: 3000 },
      },
    ],
  };
}

/** Null: not a view of ours. */
export function readAsked(metadata: string): AskedMessage | null {
  try {
    return askedSchema.safeParse(JSON.parse(metadata)).data ?? null;
  } catch {
    return null;
  }
}
