import { z } from 'zod';
import { WaggleError } from '../../../core/errors.js';
import { type Json, jsonSchema } from '../../../core/json.js';
import type { Rendered, SendOptions } from '../../../core/ports/egress.js';
import { buttonBlocks } from '../buttons.js';

/** A rendered message as it is kept in the ledger. */
const payloadSchema = z.object({ text: z.string(), blocks: z.array(jsonSchema) });

/** What a message holds, as chat.postMessage and chat.update take it. */
export type Content = { readonly text: string; readonly blocks: readonly Json[] };

/** An error when it was not this channel's `render` that made the message. */
export function contentOf(
  rendered: Rendered,
  buttons: Pick<SendOptions, 'stopButton' | 'choices'>,
): Content | WaggleError {
  const payload = payloadSchema.safeParse(rendered.payload);
  if (!payload.success) {
    return new WaggleError('slack-payload', `not a Slack message: ${z.prettifyError(payload.error)}`);
  }
  const { text, blocks } = payload.data;
  return { text, blocks: [...blocks, ...buttonBlocks(buttons)] };
}
